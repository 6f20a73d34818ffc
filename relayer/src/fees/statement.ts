import type { Share } from '@causeway/outbox';
import type { Domain } from '@causeway/protocol';
import type { LaneIncome, LaneKey } from '@causeway/storage';
import { WORKS, type Work } from '@causeway/storage';

/** What one work of a lane cost, smallest units of the native coin of the chain where it is done. */
export interface WorkCost {
  /** Actions; attempts that failed or were repeated count too. */
  readonly count: number;
  readonly cost: bigint;
  /** The part of the cost that lies in accounts. That of roots comes back by `causeway close-roots`. */
  readonly rent: bigint;
  /** The 95th percentile of one action: of a commitment, for each of its messages and without rent. */
  readonly dearest: bigint;
  /** Deliveries whose payer left rent in an account that did not exist. */
  readonly newAccounts: number;
}

/** Income and cost of one lane. Work at `destination` is paid in its coin; refunds and income are in the source's. */
export interface LaneStatement extends LaneKey {
  readonly income: LaneIncome;
  readonly works: Readonly<Record<Work, WorkCost>>;
  readonly suggestion: Suggestion;
}

/** A fee for a lane, smallest units of the source's native coin. `fee` is null when `lacks` is not empty. */
export interface Suggestion {
  readonly fee: bigint | null;
  /** The dearer of the two. */
  readonly covers: 'delivery' | 'cancellation' | null;
  /** True when no cancellation was seen, so that its cost is that of other work on the two chains. */
  readonly estimated: boolean;
  /** What is missing for a suggestion: `costs`, or the prices of these chains. */
  readonly lacks: readonly ('costs' | { readonly price: Domain })[];
}

/** A coin: decimals of its smallest unit, and what one is worth in any unit that all prices share. */
export interface Coin {
  readonly decimals: number;
  /** Price with PRICE_DECIMALS decimals; undefined when it is unknown. */
  readonly price: bigint | undefined;
}

/** Decimals of prices. */
export const PRICE_DECIMALS = 12;

/** A fee has this many significant digits, so that every bridge can hold it: some keep m·10^e with m < 2^18. */
const DIGITS = 2;

const NONE: WorkCost = { count: 0, cost: 0n, rent: 0n, dearest: 0n, newAccounts: 0 };

/**
 * The statements of the lanes with income or cost, by family, source and destination. `coins` are the native coins by
 * chain; `margin` is what a suggested fee adds to the cost, percent.
 */
export function statementsOf(
  incomes: readonly LaneIncome[],
  shares: readonly Share[],
  { coins, margin }: { readonly coins: (chain: Domain) => Coin; readonly margin: number },
): readonly LaneStatement[] {
  const lanes = new Map(incomes.map((income) => [keyOf(income), income]));
  for (const share of shares) {
    const { family, source, destination } = share;
    const none = { family, source, destination, messages: 0, fees: 0n, unknown: 0, fee: null };
    if (!lanes.has(keyOf(share))) lanes.set(keyOf(share), none);
  }
  return [...lanes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, income]) => {
      const own = shares.filter((share) => keyOf(share) === key);
      const works = Object.fromEntries(
        WORKS.map((work) => [work, costOf(own.filter((share) => share.work === work))]),
      ) as LaneStatement['works'];
      const { family, source, destination } = income;
      const suggestion = suggest(income, works, shares, coins, margin);
      return { family, source, destination, income, works, suggestion };
    });
}

const keyOf = ({ family, source, destination }: LaneKey): string => [family, source, destination].join('/');

function costOf(shares: readonly Share[]): WorkCost {
  if (shares.length === 0) return NONE;
  const lost = ({ work, messages, cost, rent }: Share) =>
    work === 'commitment' ? up(cost - rent, BigInt(messages)) : cost;
  return {
    count: shares.length,
    cost: shares.reduce((sum, { cost }) => sum + cost, 0n),
    rent: shares.reduce((sum, { rent }) => sum + rent, 0n),
    dearest: dearestOf(shares.map(lost)),
    newAccounts: shares.filter(({ work, rent }) => work === 'delivery' && rent > 0n).length,
  };
}

/** The 95th percentile by nearest rank: of fewer than 20 costs the highest. */
const dearestOf = (costs: readonly bigint[]): bigint =>
  [...costs].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.ceil(0.95 * costs.length) - 1] ?? 0n;

/** `amount / by`, rounded up. */
const up = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/** What a fee must cover: in the destination's coin, and in the source's. */
interface Burden {
  readonly there: bigint;
  readonly here: bigint;
}

function suggest(
  { family, source, destination }: LaneKey,
  works: LaneStatement['works'],
  shares: readonly Share[],
  coins: (chain: Domain) => Coin,
  margin: number,
): Suggestion {
  const [here, there] = [coins(source), coins(destination)];
  /** What a message may cost at `chain` by all that is known of it, without rent, which cancellations never pay. */
  const usual = (chain: Domain) =>
    dearestOf(
      shares
        .filter((share) => share.family === family && share.chain === chain && share.work !== 'commitment')
        .map(({ cost, rent }) => cost - rent),
    );
  const { commitment, delivery, cancellation, refund } = works;
  const estimated = cancellation.count === 0 || refund.count === 0;
  const cancelled: Burden = {
    there: commitment.dearest + (cancellation.count > 0 ? cancellation.dearest : usual(destination)),
    here: refund.count > 0 ? refund.dearest : usual(source),
  };
  const delivered: Burden = { there: commitment.dearest + delivery.dearest, here: 0n };
  const lacks: Suggestion['lacks'] = [
    ...(delivery.count === 0 || cancelled.here === 0n ? (['costs'] as const) : []),
    ...[source, destination].filter((chain) => coins(chain).price === undefined).map((price) => ({ price })),
  ];
  if (lacks.length > 0 || !here.price || !there.price) return { fee: null, covers: null, estimated, lacks };
  const [worthHere, worthThere] = [
    here.price * 10n ** BigInt(there.decimals),
    there.price * 10n ** BigInt(here.decimals),
  ];
  const inSource = (burden: Burden) => burden.here + up(burden.there * worthThere, worthHere);
  const [delivers, cancels] = [inSource(delivered), inSource(cancelled)];
  const covers = delivers >= cancels ? 'delivery' : 'cancellation';
  const dearer = delivers >= cancels ? delivers : cancels;
  return { fee: short(up(dearer * BigInt(100 + margin), 100n)), covers, estimated, lacks };
}

/** `amount`, rounded up to a few significant digits. */
function short(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, amount.toString().length - DIGITS));
  return up(amount, unit) * unit;
}
