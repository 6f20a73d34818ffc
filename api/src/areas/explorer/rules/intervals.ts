import type { Interval } from '@causeway/storage/series';

const DAY_MS = 86_400_000;

/** How long the buckets are, how long they are kept, and how many a series has when its query has no beginning. */
export const INTERVAL_RULES: Readonly<
  Record<Interval, { readonly ms: number; readonly keepMs: number; readonly usual: number }>
> = {
  minute: { ms: 60_000, keepMs: 2 * DAY_MS, usual: 60 },
  hour: { ms: 3_600_000, keepMs: 90 * DAY_MS, usual: 48 },
  day: { ms: DAY_MS, keepMs: Number.POSITIVE_INFINITY, usual: 30 },
};

/** The start of the bucket with the time `atMs`, Unix milliseconds. Buckets begin at whole units of UTC. */
export const startOf = (interval: Interval, atMs: number): number =>
  Math.floor(atMs / INTERVAL_RULES[interval].ms) * INTERVAL_RULES[interval].ms;

/** The start of the oldest bucket of an interval that is kept. */
export const oldestOf = (interval: Interval, nowMs: number): number => {
  const { ms, keepMs } = INTERVAL_RULES[interval];
  return Math.ceil((nowMs - keepMs) / ms) * ms;
};
