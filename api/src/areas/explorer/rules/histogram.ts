/** How far a percentile can be from the exact one, as a share of it. */
export const RELATIVE_ERROR = 0.05;

/** The ratio of a bin's bounds: the estimate of a bin is within RELATIVE_ERROR of all of its values. */
const RATIO = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const LOG_RATIO = Math.log(RATIO);

/** Number of values by bin. Two histograms are merged by adding the numbers of each bin. */
export type Bins = ReadonlyMap<number, number>;

/** The bin of a duration, whole milliseconds: bin 0 is for zero, and bin n for RATIO^(n-2) < ms ≤ RATIO^(n-1). */
export const binOf = (ms: number): number => (ms <= 0 ? 0 : 1 + Math.ceil(Math.log(ms) / LOG_RATIO));

/** What a value in `bin` is taken for, milliseconds. */
const estimateOf = (bin: number): number => (bin === 0 ? 0 : (2 * RATIO ** (bin - 1)) / (RATIO + 1));

export const countOf = (bins: Bins): number => [...bins.values()].reduce((sum, count) => sum + count, 0);

/**
 * The percentile by nearest rank, `share` from 0 to 1, in whole milliseconds: within RELATIVE_ERROR of the exact one,
 * and the rounding. Null without values.
 */
export function percentile(bins: Bins, share: number): number | null {
  let left = Math.max(1, Math.ceil(countOf(bins) * share));
  for (const bin of [...bins.keys()].sort((a, b) => a - b)) {
    left -= bins.get(bin) ?? 0;
    if (left <= 0) return Math.round(estimateOf(bin));
  }
  return null;
}
