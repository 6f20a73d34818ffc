/** A range of time, Unix milliseconds; it is empty when it does not end after its beginning. */
export interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The same times as disjoint intervals in their order. */
export function union(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = [];
  const sorted = intervals.filter(({ fromMs, toMs }) => toMs > fromMs).sort((a, b) => a.fromMs - b.fromMs);
  for (const { fromMs, toMs } of sorted) {
    const last = merged.at(-1);
    if (last === undefined || fromMs > last.toMs) merged.push({ fromMs, toMs });
    else merged[merged.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, toMs) };
  }
  return merged;
}

/** The times that both have, as disjoint intervals in their order. */
export function intersection(some: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  const [first, second] = [union(some), union(others)];
  const both: Interval[] = [];
  for (let a = 0, b = 0; a < first.length && b < second.length; ) {
    const [one, other] = [first[a] as Interval, second[b] as Interval];
    const common = { fromMs: Math.max(one.fromMs, other.fromMs), toMs: Math.min(one.toMs, other.toMs) };
    if (common.toMs > common.fromMs) both.push(common);
    if (one.toMs < other.toMs) a += 1;
    else b += 1;
  }
  return both;
}

/** The length of disjoint intervals together, milliseconds. */
export const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs), 0);
