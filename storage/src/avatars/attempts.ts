import { eq, inArray, lt } from 'drizzle-orm';
import { first, run } from '../core/steps.ts';
import type { AvatarContext } from './context.ts';

/** What an attempt is counted under; `delayOf` gives the wait after a number of failures, milliseconds. */
export interface AttemptLimit {
  readonly key: string;
  readonly delayOf: (failures: number) => number;
}

/** Counts of wrong passwords, each under a key of name and address, or of the name. */
export interface AttemptRepository {
  /**
   * Counts an attempt under each of `limits` before its password is checked, so that concurrent guesses count, too.
   * Returns 0, or the longest of the waits, milliseconds, in which case it counts under none.
   */
  begin(limits: readonly AttemptLimit[]): Promise<number>;
  /** The password was right: forgets the failures. */
  clear(keys: readonly string[]): Promise<void>;
  /** Forgets keys whose wait ended before `beforeMs`. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** AttemptRepository over its table. */
export function createAttemptRepository({ write, tables, clock }: AvatarContext): AttemptRepository {
  const { avatarAttempts } = tables;
  return {
    begin: (limits) =>
      write('normal', function* () {
        const nowMs = clock.now();
        const known = new Map<string, number>();
        let waitMs = 0;
        for (const { key } of limits) {
          const row = yield* first((db) => db.select().from(avatarAttempts).where(eq(avatarAttempts.key, key)));
          known.set(key, row?.failures ?? 0);
          waitMs = Math.max(waitMs, (row?.blockedUntilMs ?? 0) - nowMs);
        }
        if (waitMs > 0) return waitMs;
        for (const { key, delayOf } of limits) {
          const failures = (known.get(key) ?? 0) + 1;
          const set = { failures, blockedUntilMs: nowMs + delayOf(failures) };
          const counted = { key, ...set };
          yield* run((db) =>
            db.insert(avatarAttempts).values(counted).onConflictDoUpdate({ target: avatarAttempts.key, set }),
          );
        }
        return 0;
      }),

    clear: async (keys) => {
      await write('normal', () => run((db) => db.delete(avatarAttempts).where(inArray(avatarAttempts.key, [...keys]))));
    },

    prune: (beforeMs) =>
      write('normal', () => run((db) => db.delete(avatarAttempts).where(lt(avatarAttempts.blockedUntilMs, beforeMs)))),
  };
}
