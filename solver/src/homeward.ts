import type { ChainProvider, KeyHandle } from '@causeway/chains';
import { type ChainAccess, Outbox, takeUp } from '@causeway/outbox';
import { type Hex, type SendOperation, toLocalAmount, ZERO_32 } from '@causeway/protocol';
import { type Clock, PeriodicTask } from '@causeway/runtime';
import type { HomewardRow, SolverStorage, StoredSubmission } from '@causeway/storage';
import type { Logger } from 'pino';
import { entry, gasEntry, present } from './entries.ts';
import type { Lane } from './lanes.ts';

/** Bridged tokens that come home: where they are, where home is, and above which amount they go. */
export interface HomewardRoute {
  readonly here: ChainProvider;
  readonly home: ChainProvider;
  readonly hereKey: KeyHandle;
  /** The word of the account at home. */
  readonly homeAccount: Hex;
  /** Local address here, and at home; null is the native coin there. */
  readonly token: string;
  readonly homeToken: string | null;
  readonly decimals: { readonly here: number; readonly home: number; readonly wire: number };
  /** Local units here. */
  readonly above: bigint;
  readonly escalateAfterMs: number;
  readonly lane: string;
}

type HomewardSubmission = StoredSubmission<'homeward'>;

export interface HomewardDeps {
  readonly routes: readonly HomewardRoute[];
  readonly storage: SolverStorage;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds between two turns. */
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}

const BURN: SendOperation = 'burnTokens';

/** Sends bridged tokens home in batches, one at a time on each route, and follows them until they have arrived. */
export class Homeward {
  readonly #deps: HomewardDeps;
  readonly #outbox: Outbox;
  readonly #task: PeriodicTask;

  constructor(deps: HomewardDeps) {
    const { storage, clock, log, onFailure } = deps;
    this.#deps = deps;
    this.#outbox = new Outbox({ submissions: storage.submissions, clock, log });
    this.#task = new PeriodicTask(() => this.#turn(), { clock, onFailure });
  }

  /** Takes up what an earlier process left open. Call it before anything is signed for the same accounts. */
  async resume(): Promise<void> {
    for (const row of await this.#deps.storage.submissions.open(['homeward'])) {
      const route = this.#routeOf(row);
      if (route) takeUp(row, route.here);
    }
  }

  start(): void {
    this.#task.repeat(this.#deps.everyMs);
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  #routeOf({ family, domain, details: { home } }: HomewardSubmission): HomewardRoute | undefined {
    return this.#deps.routes.find(
      (route) => route.here.family === family && route.here.domain === domain && route.home.domain === home,
    );
  }

  async #turn(): Promise<void> {
    const { routes, storage, onFailure } = this.#deps;
    const open = await storage.submissions.open(['homeward']);
    for (const row of open) {
      const route = this.#routeOf(row);
      if (route) await this.#follow(row, route).catch(onFailure);
    }
    const sent = await storage.solver.homeward('sent');
    for (const row of sent) await this.#arrive(row).catch(onFailure);
    for (const route of routes) {
      const isUnderWay = open.some((row) => this.#routeOf(row) === route);
      if (!isUnderWay) await this.#send(route).catch(onFailure);
    }
  }

  /** Burns what is there in whole wire units, once it is more than the threshold. */
  async #send(route: HomewardRoute): Promise<void> {
    const { here, home, hereKey, decimals, above, token } = route;
    const held = await here.wallet.holding(hereKey.address, { address: token, decimals: decimals.here });
    if (!held.ok) throw held.error;
    if (held.value <= above) return;
    const unit = 10n ** BigInt(decimals.here - decimals.wire);
    const limits = await here.limits(home.domain, 'bridged');
    if (!limits.ok) throw limits.error;
    const { minAmount, maxAmount, available } = limits.value;
    const most = available < maxAmount ? available : maxAmount;
    const whole = held.value / unit;
    const wireAmount = whole < most ? whole : most;
    if (wireAmount < minAmount || wireAmount === 0n) return;
    const fee = await here.fee(home.domain);
    if (!fee.ok) throw fee.error;
    const localAmount = wireAmount * unit;
    const signed = await here.prepareSend(BURN, hereKey, {
      ...{ remote: home.domain, recipient: route.homeAccount, localAmount, reference: ZERO_32, maxFee: fee.value },
    });
    if (!signed.ok) throw signed.error;
    const last = signed.value.at(-1);
    if (!last) return;
    const row = await this.#outbox.reserve(
      {
        purpose: 'homeward',
        ...{ domain: here.domain, family: here.family, payer: last.payer, sequence: last.sequence },
        versions: [last],
        orderIds: [],
        details: {
          ...{ home: home.domain, localAmount: String(localAmount), fee: String(fee.value) },
          before: signed.value.slice(0, -1),
        },
      },
      here,
    );
    await this.#outbox.send(row, accessOf(route));
    this.#deps.log.info({ lane: route.lane, localAmount: String(localAmount) }, 'tokens are sent home');
  }

  /** Books the burn once a block includes it for good. */
  async #follow(row: HomewardSubmission, route: HomewardRoute): Promise<void> {
    const { storage } = this.#deps;
    const fate = await this.#outbox.follow(row, accessOf(route));
    if (!fate.ok) throw fate.error;
    const { value } = fate;
    if (value.state === 'pending') return;
    if (value.state === 'dropped') return this.#outbox.conclude(row, 'dropped', { provider: route.here });
    const { success, block, costs, events } = value.outcome;
    const cause = {
      ...{ domain: row.domain, lane: route.lane, swapId: null, submissionId: row.id, atMs: block.timeMs },
    };
    const sent = events.find((event) => event.type === 'message');
    if (success && sent?.type === 'message') {
      const { message, messageId } = sent;
      const now = this.#deps.clock.now();
      const { localAmount, fee } = row.details;
      const own = [
        entry(cause, 'sentHome', route.token, BigInt(localAmount), false),
        entry(cause, 'fee', null, BigInt(fee), false),
      ];
      await storage.solver.sendHome(
        {
          ...{ submissionId: row.id, family: row.family, source: row.domain, home: message.destination, messageId },
          ...{ nonce: message.nonce, wireAmount: message.wireAmount, state: 'sent', sentAtMs: now, changedAtMs: now },
        },
        present([...own, gasEntry(cause, costs, own)]),
      );
    } else await storage.solver.book(present([gasEntry(cause, costs, [])]));
    const head = await route.here.head();
    const finalTo = head.ok ? await route.here.finalNumber(head.value) : head;
    if (!finalTo.ok) throw finalTo.error;
    // Until then a reorganisation may take it back, and it is followed and booked again.
    if (block.number > finalTo.value) return;
    await this.#outbox.conclude(row, success ? 'included' : 'failed', { costs, provider: route.here });
  }

  /** Books what arrived at home, or was paid back because it could not be delivered. */
  async #arrive(row: HomewardRow): Promise<void> {
    const { routes, storage, clock } = this.#deps;
    const route = routes.find(
      ({ here, home }) => here.family === row.family && here.domain === row.source && home.domain === row.home,
    );
    if (!route) return;
    const { here, home, decimals } = route;
    const statuses = await home.statuses(row.source, row.nonce, 1);
    if (!statuses.ok) throw statuses.error;
    const [status] = statuses.value;
    const cause = { lane: route.lane, swapId: null, submissionId: row.submissionId, atMs: clock.now() };
    if (status === 'executed') {
      const amount = toLocalAmount(row.wireAmount, decimals.home, decimals.wire);
      const income = entry({ ...cause, domain: home.domain }, 'cameHome', route.homeToken, amount, true);
      await storage.solver.endHomeward(row.submissionId, 'arrived', present([income]));
    } else if (status === 'cancelled') {
      const amount = toLocalAmount(row.wireAmount, decimals.here, decimals.wire);
      const income = entry({ ...cause, domain: here.domain }, 'cameHome', route.token, amount, true);
      await storage.solver.endHomeward(row.submissionId, 'paidBack', present([income]));
    }
  }
}

const accessOf = ({ here, hereKey, escalateAfterMs }: HomewardRoute): ChainAccess => ({
  provider: here,
  payer: hereKey,
  escalateAfterMs,
});

/** The routes home of the lanes whose input is bridged, one for each token. */
export function homewardRoutes(
  lanes: readonly Lane[],
  homes: (lane: Lane) => Omit<HomewardRoute, 'here' | 'token' | 'decimals' | 'above' | 'lane'> & {
    readonly homeDecimals: number;
  },
): readonly HomewardRoute[] {
  const routes = new Map<string, HomewardRoute>();
  for (const lane of lanes) {
    const { input, destination, homeAbove, family } = lane;
    const key = `${family} ${destination.domain} ${input.home}`;
    if (homeAbove === null || input.home === destination.domain || input.address === null || routes.has(key)) continue;
    const { homeDecimals, ...rest } = homes(lane);
    routes.set(key, {
      ...rest,
      ...{ here: destination, token: input.address, above: homeAbove, lane: lane.name },
      decimals: { here: input.decimals, home: homeDecimals, wire: input.wireDecimals },
    });
  }
  return [...routes.values()];
}
