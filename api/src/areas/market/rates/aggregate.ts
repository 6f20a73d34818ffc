/** What one source says an asset costs. */
export interface Quote {
  readonly source: string;
  /** US dollars, 18 fixed decimals. */
  readonly price: bigint;
  /** When the price was true, Unix milliseconds. */
  readonly observedAtMs: number;
}

/** What several sources agree on. */
export interface AgreedPrice {
  readonly price: bigint;
  /** The oldest observation used. */
  readonly observedAtMs: number;
  readonly sources: readonly string[];
}

/** Sources that must agree on a price. */
export const QUORUM = 2;

/** A quote further from the median than this is dropped, per mille. */
const MAX_DEVIATION = 20n;

/** The median of one or more prices; of an even number, the middle of the two in the middle. */
export function median(prices: readonly bigint[]): bigint {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = sorted.length >> 1;
  const upper = sorted[half] as bigint;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as bigint) + upper) / 2n;
}

const deviates = (price: bigint, from: bigint): boolean =>
  (price > from ? price - from : from - price) * 1000n > from * MAX_DEVIATION;

/**
 * The median of the quotes observed since `oldestMs`, without those more than 2 % away from the median of all of them;
 * undefined when fewer than two are left.
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
