import { type BackoffOptions, backoffMs } from '@causeway/runtime';

/** Pauses between the attempts of a task. */
export const DEFAULT_BACKOFF: BackoffOptions = { baseMs: 1_000, maxMs: 300_000 };

/**
 * When the next attempt may begin, Unix milliseconds; null when `maxAttempts` attempts have failed. `random` is one
 * number for a whole job, because a job can run again.
 */
export const retryAt =
  (random: number, options: BackoffOptions = DEFAULT_BACKOFF) =>
  (failures: number, maxAttempts: number, nowMs: number): number | null =>
    failures < maxAttempts ? nowMs + backoffMs(failures, random, options) : null;
