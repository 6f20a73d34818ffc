import type { Network } from '@causeway/chains';
import { type Share, sharesOf } from '@causeway/outbox';
import { ok } from '@causeway/protocol';
import { type LaneIncome, type LaneKey, type SubmissionRepository, WORKS } from '@causeway/storage';
import { SharedReadings } from '../../bridge/shared-readings.ts';
import { iso } from '../../http/requests/times.ts';
import type { OperatorDeps } from './deps.ts';
import { coinsOf } from './names.ts';
import type { LaneAccountView } from './schemas.ts';

/** How long the accounts of a span are reused, milliseconds. */
const LIFETIME_MS = 60_000;
/** Transactions of the oracle in one read, and in all of them. */
const PAGE = 500;
const MOST_PAGES = 200;
const DAY_MS = 86_400_000;

/** What lanes bring in and cost. */
export interface LaneAccountService {
  /** The accounts of the last `days` days; of the newest 100,000 transactions when the oracle sent more. */
  list(days: number): Promise<readonly LaneAccountView[]>;
}

/** Counts at most once a minute for each span, for any number of callers. */
export function createLaneAccountService(deps: Pick<OperatorDeps, 'storage' | 'bridge' | 'clock'>): LaneAccountService {
  const readings = new SharedReadings<readonly LaneAccountView[], never>(deps.clock, LIFETIME_MS);
  return {
    async list(days) {
      const read = await readings.get(String(days), async () => ok(await accountsOf(deps, days)));
      return read.ok ? read.value : [];
    },
  };
}

const keyOf = ({ family, source, destination }: LaneKey): string => [family, source, destination].join(' ');

type CostedPage = Awaited<ReturnType<SubmissionRepository['costedPage']>>;

/** What work for a lane cost, summed. */
interface Sum {
  count: number;
  cost: bigint;
  rent: bigint;
}

async function accountsOf(
  { storage, bridge: { catalogue }, clock }: Pick<OperatorDeps, 'storage' | 'bridge' | 'clock'>,
  days: number,
): Promise<readonly LaneAccountView[]> {
  const lanes = new Map<string, LaneKey>();
  const sums = new Map<string, Sum>();
  const add = (share: Share) => {
    const { work, chain, cost, rent } = share;
    lanes.set(keyOf(share), share);
    const key = `${keyOf(share)} ${work} ${chain}`;
    const sum = sums.get(key) ?? { count: 0, cost: 0n, rent: 0n };
    sums.set(key, { count: sum.count + 1, cost: sum.cost + cost, rent: sum.rent + rent });
  };
  let sinceMs = clock.now() - days * DAY_MS;
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read: CostedPage = await storage.submissions.costedPage(sinceMs, after, PAGE);
    for (const submission of read.items) for (const share of sharesOf(submission)) add(share);
    after = read.nextCursor;
    if (after === null) break;
    if (page === MOST_PAGES - 1) sinceMs = read.items.at(-1)?.createdAtMs ?? sinceMs;
  }
  const incomes = new Map((await storage.deliveryFees.income(sinceMs)).map((income) => [keyOf(income), income]));
  for (const [key, income] of incomes) lanes.set(key, income);
  const ordered = [...lanes].sort(([a], [b]) => (a < b ? -1 : 1));
  return ordered.flatMap(([key, lane]) => {
    const [source, destination] = [catalogue.networkOf(lane.source), catalogue.networkOf(lane.destination)];
    if (!source || !destination) return [];
    const costs = WORKS.flatMap((work) =>
      [source, destination].flatMap((network) => {
        const sum = sums.get(`${key} ${work} ${network.deployment.domain}`);
        return sum ? [{ work, ...costView(network, sum, catalogue.feeToken(network)) }] : [];
      }),
    );
    const ends = { family: lane.family, fromChain: source.name, toChain: destination.name };
    const feeToken = catalogue.feeToken(source);
    return [{ ...ends, since: iso(sinceMs), feeToken, ...incomeView(source, incomes.get(key)), costs }];
  });
}

const costView = (network: Network, { count, cost, rent }: Sum, token: string | null) => ({
  ...{ chain: network.name, count, token },
  ...{ cost: coinsOf(network, cost), rent: coinsOf(network, rent) },
});

const incomeView = (source: Network, income: LaneIncome | undefined) => ({
  fee: income?.fee == null ? null : coinsOf(source, income.fee),
  messages: income?.messages ?? 0,
  unknownFees: income?.unknown ?? 0,
  income: coinsOf(source, income?.fees ?? 0n),
});
