const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after the first failed attempt, the second, and so on, milliseconds, as Standard Webhooks suggests. */
export const RETRY_PAUSES: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** The largest share of a pause by which it is longer, at random, so that what failed together is not sent together. */
const JITTER = 0.2;

/**
 * When the next attempt is due after `attempts` failed ones, Unix milliseconds; null when none is left. `random` is in
 * [0, 1).
 */
export function deliverAtMs(attempts: number, nowMs: number, random: number): number | null {
  const pause = RETRY_PAUSES[attempts - 1];
  return pause === undefined ? null : nowMs + Math.round(pause * (1 + JITTER * random));
}
