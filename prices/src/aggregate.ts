/** One source's price of an asset. */
export interface Quote {
  readonly source: string;
  /** US dollars, 18 fixed decimals. */
  readonly price: bigint;
  /** Time of the price, Unix milliseconds. */
  readonly observedAtMs: number;
}

/** A price on which several sources agree. */
export interface AgreedPrice {
  readonly price: bigint;
  /** The oldest observation used. */
  readonly observedAtMs: number;
  readonly sources: readonly string[];
}

/** Sources that must agree on a price. */
export const QUORUM = 2;

/** A quote further from the median than this is discarded, per mille. */
const MAX_DEVIATION = 20n;

/** The median of at least one price. For an even number, the mean of the two middle prices. */
export function median(prices: readonly bigint[]): bigint {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = sorted.length >> 1;
  const upper = sorted[half] as bigint;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as bigint) + upper) / 2n;
}

const deviates = (price: bigint, from: bigint): boolean =>
  (price > from ? price - from : from - price) * 1000n > from * MAX_DEVIATION;

/**
 * The median of the quotes observed since `oldestMs`, without quotes more than 2 % away from the median of all of them.
 * Undefined when fewer than two remain.
 */
export function agree(quotes: readonly Quote[], oldestMs: number): AgreedPrice | undefined {
  const fresh = quotes.filter(({ observedAtMs }) => observedAtMs >= oldestMs);
  if (fresh.length < QUORUM) return undefined;
  const middle = median(fresh.map(({ price }) => price));
  const used = fresh.filter(({ price }) => !deviates(price, middle));
  if (used.length < QUORUM) return undefined;
  return {
    price: median(used.map(({ price }) => price)),
    observedAtMs: Math.min(...used.map(({ observedAtMs }) => observedAtMs)),
    sources: used.map(({ source }) => source),
  };
}
