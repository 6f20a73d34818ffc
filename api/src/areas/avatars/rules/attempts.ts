import { type AvatarContext, attemptsAt, countLock, setAttempts } from '@causeway/storage/avatars';

/** What an attempt is counted under; `delayOf` gives the wait after a number of failures, milliseconds. */
export interface AttemptLimit {
  readonly key: string;
  readonly delayOf: (failures: number) => number;
}

/**
 * Counts an attempt under each of `limits` before its password is checked, so that concurrent guesses count, too.
 * Returns 0, or the longest of the waits, milliseconds, in which case it counts under none.
 */
export const beginAttempt = (context: AvatarContext, limits: readonly AttemptLimit[]): Promise<number> =>
  context.write(
    'normal',
    function* () {
      const nowMs = context.clock.now();
      const known = new Map<string, number>();
      let waitMs = 0;
      for (const { key } of limits) {
        const row = yield* attemptsAt(context, key);
        known.set(key, row?.failures ?? 0);
        waitMs = Math.max(waitMs, (row?.blockedUntilMs ?? 0) - nowMs);
      }
      if (waitMs > 0) return waitMs;
      for (const { key, delayOf } of limits) {
        const failures = (known.get(key) ?? 0) + 1;
        yield* setAttempts(context, { key, failures, blockedUntilMs: nowMs + delayOf(failures) });
      }
      return 0;
    },
    { locks: limits.map(({ key }) => countLock(key)) },
  );
