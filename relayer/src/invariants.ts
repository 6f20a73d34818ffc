import type { ChainIdentity, ChainReader, ReadFailure } from '@causeway/chains';
import { ok, type Result, toLocalAmount, wireDecimalsOf } from '@causeway/protocol';
import type { Logger } from 'pino';
import type { Bridge, Bridges } from './bridges.ts';
import type { Metrics } from './metrics.ts';

/** The facts that the invariants compare. */
type Facts = Pick<ChainReader, 'remote' | 'lane' | 'decimals' | 'bridgedSupply' | 'holdings' | 'credits'>;

/** A bridge whose invariants are checked. */
export type CheckedBridge = Bridge<ChainIdentity & Facts>;

/** A broken invariant. Amounts are decimal strings of the unit named in `detail`. */
export interface Breach {
  readonly invariant: 'I1' | 'I5' | 'I6';
  readonly chain: string;
  readonly family: string;
  readonly remote: string;
  readonly detail: string;
}

/**
 * I1 for `home` and `remote`: home's outstanding amount is at least the supply on remote, in wire units of home's
 * asset. The supply is read first, because a mint before that read had its lock counted earlier. On a suspicion the
 * supply is read again: when burns are final at once, a burn after the first read may already be released.
 */
export async function checkBacking(
  home: CheckedBridge,
  remote: CheckedBridge,
): Promise<Result<Breach | undefined, ReadFailure>> {
  const { domain, family, name } = home.provider;
  const registration = await remote.provider.remote(domain);
  if (!registration.ok) return registration;
  // Two chains of a family may be unlinked.
  if (!registration.value) return ok(undefined);
  const [supply, bridgedDecimals] = await Promise.all([
    remote.provider.bridgedSupply(domain),
    remote.provider.decimals(domain),
  ]);
  if (!supply.ok) return supply;
  if (!bridgedDecimals.ok) return bridgedDecimals;
  const lane = await home.provider.lane(remote.provider.domain);
  if (!lane.ok) return lane;
  const { wireDecimals } = registration.value;
  const backed = toLocalAmount(lane.value.outstanding, bridgedDecimals.value, wireDecimals);
  if (backed >= supply.value) return ok(undefined);
  const again = await remote.provider.bridgedSupply(domain);
  if (!again.ok) return again;
  if (backed >= again.value) return ok(undefined);
  const detail = `outstanding ${backed} is less than the bridged supply ${again.value} (units of the bridged token)`;
  return ok({ invariant: 'I1', chain: name, family, remote: remote.provider.name, detail });
}

/** I5 for the lane from `source` to `destination`: every committed nonce was emitted. Inbound is read first. */
export async function checkNonces(
  source: CheckedBridge,
  destination: CheckedBridge,
): Promise<Result<Breach | undefined, ReadFailure>> {
  const inbound = await destination.provider.lane(source.provider.domain);
  if (!inbound.ok) return inbound;
  const outbound = await source.provider.lane(destination.provider.domain);
  if (!outbound.ok) return outbound;
  const { nextInboundNonce } = inbound.value;
  const { nextOutboundNonce } = outbound.value;
  if (nextInboundNonce <= nextOutboundNonce) return ok(undefined);
  const detail = `committed up to nonce ${nextInboundNonce}, emitted up to ${nextOutboundNonce}`;
  const { family, name: chain } = destination.provider;
  return ok({ invariant: 'I5', chain, family, remote: source.provider.name, detail });
}

/** What a bridge must be able to pay, local units. */
interface Owed {
  readonly outstanding: bigint;
  readonly credits: bigint;
}

/**
 * I6 for `bridge`: it holds at least its outstanding amounts towards all remotes and its credits, in local units. These
 * are read before and after the balance; if they changed in between, there is no conclusion.
 */
export async function checkSolvency(
  bridge: CheckedBridge,
  remotes: readonly CheckedBridge[],
): Promise<Result<Breach | undefined, ReadFailure>> {
  const { provider } = bridge;
  const before = await owedBy(bridge, remotes);
  if (!before.ok) return before;
  const balance = await provider.holdings();
  if (!balance.ok) return balance;
  const after = await owedBy(bridge, remotes);
  if (!after.ok) return after;
  const { outstanding, credits } = after.value;
  const owed = outstanding + credits;
  const changed = before.value.outstanding !== outstanding || before.value.credits !== credits;
  if (changed || balance.value >= owed) return ok(undefined);
  const detail = `the bridge holds ${balance.value}, ${outstanding} is outstanding and ${credits} credited (local units)`;
  return ok({ invariant: 'I6', chain: provider.name, family: provider.family, remote: '', detail });
}

/** Local units of the canonical asset that `bridge` owes. */
async function owedBy(
  { provider }: CheckedBridge,
  remotes: readonly CheckedBridge[],
): Promise<Result<Owed, ReadFailure>> {
  const [credits, decimals, ...lanes] = await Promise.all([
    provider.credits(),
    provider.decimals(provider.domain),
    ...remotes.map((remote) => provider.lane(remote.provider.domain)),
  ]);
  if (!credits.ok) return credits;
  if (!decimals.ok) return decimals;
  let total = 0n;
  for (const lane of lanes) {
    if (!lane.ok) return lane;
    total += lane.value.outstanding;
  }
  const outstanding = toLocalAmount(total, decimals.value, wireDecimalsOf(decimals.value));
  return ok({ outstanding, credits: credits.value });
}

/**
 * Checks every invariant on the chains, round after round. In a round each fact is read once for all checks, in any
 * order, so a breach is only a suspicion: the same check on facts of its own, read in its order, decides. All checks of
 * a round run at once, so that endpoints get their reads in few requests.
 */
export class Invariants {
  readonly #bridges: Bridges<CheckedBridge>;
  readonly #metrics: Metrics;
  readonly #log: Logger;
  /** Facts that never change, by bridge. */
  readonly #lasting = new Map<CheckedBridge, Map<string, unknown>>();

  constructor(bridges: Bridges<CheckedBridge>, metrics: Metrics, log: Logger) {
    this.#bridges = bridges;
    this.#metrics = metrics;
    this.#log = log;
    for (const bridge of bridges.all) this.#lasting.set(bridge, new Map());
  }

  /**
   * One round. Each breach is an error in the log, and a metric that stays 1 until the breach ends. Fails when a chain
   * cannot be read; the other checks run nevertheless.
   */
  async check(): Promise<Result<undefined, ReadFailure>> {
    let unread: Result<undefined, ReadFailure> = ok(undefined);
    const round = new Map([...this.#lasting].map(([bridge, lasting]) => [bridge, readOnce(bridge, lasting)]));
    const inRound = (bridge: CheckedBridge) => round.get(bridge) as CheckedBridge;
    const decide = async (
      invariant: Breach['invariant'],
      where: Pick<Breach, 'chain' | 'family' | 'remote'>,
      check: (of: (bridge: CheckedBridge) => CheckedBridge) => Promise<Result<Breach | undefined, ReadFailure>>,
    ) => {
      const first = await check(inRound);
      const checked = first.ok && first.value ? await check((bridge) => bridge) : first;
      if (!checked.ok) {
        unread = checked;
        return;
      }
      this.#metrics.invariant.set({ invariant, ...where }, checked.value ? 1 : 0);
      if (checked.value) this.#log.error(checked.value, 'invariant broken');
    };
    const checksOf = (bridge: CheckedBridge) => {
      const remotes = this.#bridges.remotesOf(bridge);
      const { name: chain, family } = bridge.provider;
      return [
        decide('I6', { chain, family, remote: '' }, (of) => checkSolvency(of(bridge), remotes)),
        ...remotes.flatMap((other) => {
          const where = { chain, family, remote: other.provider.name };
          return [
            decide('I1', where, (of) => checkBacking(of(bridge), of(other))),
            decide('I5', where, (of) => checkNonces(of(other), of(bridge))),
          ];
        }),
      ];
    };
    await Promise.all(this.#bridges.all.flatMap(checksOf));
    return unread;
  }
}

/** `bridge` with each fact read once. Those that never change are read once for all that share `lasting`. */
function readOnce(bridge: CheckedBridge, lasting: Map<string, unknown>): CheckedBridge {
  const { provider } = bridge;
  const read = new Map<string, Promise<Result<unknown, ReadFailure>>>();
  const once = <T>(
    fact: string,
    ask: () => Promise<Result<T, ReadFailure>>,
    lasts: (value: T) => boolean = () => false,
  ): Promise<Result<T, ReadFailure>> => {
    if (lasting.has(fact)) return Promise.resolve(ok(lasting.get(fact) as T));
    const known = read.get(fact) as Promise<Result<T, ReadFailure>> | undefined;
    if (known) return known;
    const asked = ask().then((answer) => {
      if (answer.ok && lasts(answer.value)) lasting.set(fact, answer.value);
      return answer;
    });
    read.set(fact, asked);
    return asked;
  };
  const facts: Facts = {
    remote: (domain) =>
      once(
        `remote ${domain}`,
        () => provider.remote(domain),
        (found) => found?.opened === true,
      ),
    decimals: (home) =>
      once(
        `decimals ${home}`,
        () => provider.decimals(home),
        () => true,
      ),
    lane: (domain) => once(`lane ${domain}`, () => provider.lane(domain)),
    bridgedSupply: (home) => once(`supply ${home}`, () => provider.bridgedSupply(home)),
    holdings: () => once('holdings', () => provider.holdings()),
    credits: () => once('credits', () => provider.credits()),
  };
  const { name, kind, family, domain, bridge: address } = provider;
  return { ...bridge, provider: { name, kind, family, domain, bridge: address, ...facts } };
}
