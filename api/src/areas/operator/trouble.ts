import { type Domain, nextState } from '@causeway/protocol';
import { mapPage, type OrderRow, type Page, type Trouble } from '@causeway/storage';
import { iso } from '../../http/requests/times.ts';
import type { SeenOrder } from '../orders/index.ts';
import type { OperatorDeps } from './deps.ts';
import { nameOf } from './names.ts';
import type { TroubledOrderView } from './schemas.ts';

/** How long an order may be under way before a person should look, milliseconds: as the alerting rules have it. */
const STUCK_MS = 30 * 60_000;

/** Orders that do not go on by themselves. */
export interface TroubleService {
  /** One page, oldest first. */
  list(after: string | null, limit: number): Promise<Page<TroubledOrderView>>;
  /** The oldest of one kind. */
  oldest(only: Trouble, limit: number): Promise<readonly TroubledOrderView[]>;
}

type Deps = Pick<OperatorDeps, 'storage' | 'bridge' | 'clock' | 'market' | 'orders'>;

/** What may hold up the orders of a lane. */
interface Obstacles {
  /** Why nothing is done for a chain, by its domain, and for a family there, by family and domain. */
  readonly ofChain: ReadonlyMap<string, string>;
  /** Why nothing is delivered between two chains, by family and both domains. */
  readonly ofLane: ReadonlyMap<string, string>;
  /** The codes with which signers refused last, by destination. */
  readonly refusals: ReadonlyMap<Domain, readonly string[]>;
}

/** Finds failed orders of everybody, and those that are under way for too long, with what holds them up. */
export function createTroubleService(deps: Deps): TroubleService {
  const read = async (only: Trouble | undefined, after: string | null, limit: number) => {
    const nowMs = deps.clock.now();
    const [page, obstacles] = await Promise.all([
      deps.orders.troubled({ beforeMs: nowMs - STUCK_MS, only }, after, limit),
      readObstacles(deps),
    ]);
    return mapPage(page, (seen) => viewOf(deps, seen, obstacles, nowMs));
  };
  return {
    list: (after, limit) => read(undefined, after, limit),
    oldest: async (only, limit) => (await read(only, null, limit)).items,
  };
}

const key = (...parts: readonly (string | number)[]): string => parts.join(' ');

async function readObstacles({ storage, bridge: { catalogue }, market }: Deps): Promise<Obstacles> {
  const [broken, differences, answers, networks] = await Promise.all([
    storage.chainView.broken(),
    storage.comparisons.differences(),
    storage.oracleRecord.answers(),
    market.networks.list(),
  ]);
  const ofChain = new Map<string, string>();
  for (const { domain, name, status } of networks)
    if (status === 'down') ofChain.set(key(domain), `no endpoint of ${name} answers`);
  for (const { family, domain, code } of broken)
    ofChain.set(key(family, domain), `the record of ${nameOf(catalogue, domain)} contradicts the chain (${code})`);
  const ofLane = new Map<string, string>();
  for (const { lane } of differences) {
    const [source, destination] = [nameOf(catalogue, lane.source), nameOf(catalogue, lane.destination)];
    const words = `${destination} did what no message of ${source} accounts for`;
    ofLane.set(key(lane.family, lane.source, lane.destination), words);
    ofLane.set(key(lane.family, lane.destination, lane.source), words);
  }
  const refusals = new Map<Domain, readonly string[]>();
  for (const { domain, signedAtMs, refusedAtMs, refusalCode } of answers) {
    if (refusalCode === null || (refusedAtMs ?? 0) <= (signedAtMs ?? 0)) continue;
    refusals.set(domain, [...new Set([...(refusals.get(domain) ?? []), refusalCode])]);
  }
  return { ofChain, ofLane, refusals };
}

/** What holds up an order that is under way; undefined when nothing is known of it. */
function obstacleOf({ ofChain, ofLane, refusals }: Obstacles, order: OrderRow): string | undefined {
  const { family, source, destination, state } = order;
  const lane = ofLane.get(key(family, source, destination));
  if (lane !== undefined) return lane;
  for (const domain of [source, destination]) {
    const chain = ofChain.get(key(family, domain)) ?? ofChain.get(key(domain));
    if (chain !== undefined) return chain;
  }
  // A refund is signed for the source.
  const codes = refusals.get(state === 'refunding' ? source : destination);
  const isSigned = state === 'signing' || state === 'proving' || state === 'cancelling' || state === 'refunding';
  return isSigned && codes ? `signers refused last with ${codes.join(', ')}` : undefined;
}

function viewOf({ orders }: Deps, seen: SeenOrder, obstacles: Obstacles, nowMs: number): TroubledOrderView {
  const { row } = seen;
  const view = orders.view(seen);
  const cancel = nextState(row.state, 'cancelStarted') ? [`causeway cancel ${row.id}`] : [];
  if (row.state === 'failed') {
    const code = row.failureCode === null ? '' : ` (${row.failureCode})`;
    const commands = [`causeway retry ${row.id}`, ...cancel];
    return { trouble: 'failed', reason: `${view.message}${code}`, since: iso(row.updatedAtMs), commands, order: view };
  }
  const obstacle = obstacleOf(obstacles, row);
  const minutes = Math.floor((nowMs - row.createdAtMs) / 60_000);
  return {
    trouble: 'stuck',
    reason: `under way for ${minutes} min, now ${row.state}: ${view.message}${obstacle === undefined ? '' : `; ${obstacle}`}`,
    since: iso(row.createdAtMs),
    commands: ['causeway status', ...cancel],
    order: view,
  };
}
