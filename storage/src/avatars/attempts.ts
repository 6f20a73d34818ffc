import { eq, lt } from 'drizzle-orm';
import { first, run } from '../core/steps.ts';
import type { AvatarContext } from './context.ts';

/** Counts of wrong passwords, each under a key of name and address. */
export interface AttemptRepository {
  /**
   * Counts an attempt before its password is checked, so that concurrent guesses count, too. Returns 0, or the
   * milliseconds to wait, in which case it does not count. `delayOf` gives the wait after a number of failures.
   */
  begin(key: string, delayOf: (failures: number) => number): Promise<number>;
  /** The password was right: forgets the failures. */
  clear(key: string): Promise<void>;
  /** Forgets keys whose wait ended before `beforeMs`. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** AttemptRepository over its table. */
export function createAttemptRepository({ write, tables, clock }: AvatarContext): AttemptRepository {
  const { avatarAttempts } = tables;
  return {
    begin: (key, delayOf) =>
      write('normal', function* () {
        const nowMs = clock();
        const row = yield* first((db) => db.select().from(avatarAttempts).where(eq(avatarAttempts.key, key)));
        if (row !== undefined && row.blockedUntilMs > nowMs) return row.blockedUntilMs - nowMs;
        const failures = (row?.failures ?? 0) + 1;
        const set = { failures, blockedUntilMs: nowMs + delayOf(failures) };
        const counted = { key, ...set };
        yield* run((db) =>
          db.insert(avatarAttempts).values(counted).onConflictDoUpdate({ target: avatarAttempts.key, set }),
        );
        return 0;
      }),

    clear: async (key) => {
      await write('normal', () => run((db) => db.delete(avatarAttempts).where(eq(avatarAttempts.key, key))));
    },

    prune: (beforeMs) =>
      write('normal', () => run((db) => db.delete(avatarAttempts).where(lt(avatarAttempts.blockedUntilMs, beforeMs)))),
  };
}
