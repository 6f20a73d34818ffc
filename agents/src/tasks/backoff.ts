import { type BackoffOptions, backoffMs } from '@causeway/runtime';

/** Pauses between the attempts of a task. */
export const DEFAULT_BACKOFF: BackoffOptions = { baseMs: 1_000, maxMs: 300_000 };

/** What the time of a task's next attempt depends on. */
export interface Attempts {
  readonly failures: number;
  readonly maxAttempts: number;
}

/**
 * When the next attempt may begin, Unix milliseconds; null when `maxAttempts` attempts have failed. `random` in [0, 1)
 * is given to a whole job, because a job can run again.
 */
export const retryAtMs = (
  { failures, maxAttempts }: Attempts,
  nowMs: number,
  random: number,
  options: BackoffOptions = DEFAULT_BACKOFF,
): number | null => (failures < maxAttempts ? nowMs + backoffMs(failures, random, options) : null);
