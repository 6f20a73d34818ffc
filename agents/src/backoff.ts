/** Pauses between the attempts of a task. */
export interface BackoffOptions {
  /** The longest pause after the first failure, milliseconds; doubled with each further one. */
  readonly baseMs: number;
  /** No pause is longer, milliseconds. */
  readonly maxMs: number;
}

export const DEFAULT_BACKOFF: BackoffOptions = { baseMs: 1_000, maxMs: 300_000 };

/** Doublings beyond this many would leave the numbers that JavaScript holds exactly. */
const MAX_DOUBLINGS = 30;

/**
 * The pause after `failures` failed attempts, milliseconds: a random share, between a half and the whole, of a time that
 * doubles with each failure. Without the random share, tasks that failed together would be tried together. `random` is
 * in [0, 1).
 */
export function backoffMs(failures: number, random: number, { baseMs, maxMs }: BackoffOptions): number {
  const doubled = baseMs * 2 ** Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS);
  const longest = Math.min(doubled, maxMs);
  return Math.ceil(longest / 2 + (longest / 2) * random);
}

/**
 * When the next attempt may begin, Unix milliseconds; null when `maxAttempts` attempts have failed. `random` is one
 * number for a whole job, because a job can run again.
 */
export const retryAt =
  (random: number, options: BackoffOptions = DEFAULT_BACKOFF) =>
  (failures: number, maxAttempts: number, nowMs: number): number | null =>
    failures < maxAttempts ? nowMs + backoffMs(failures, random, options) : null;
