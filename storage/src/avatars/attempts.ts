import { eq, inArray, lt } from 'drizzle-orm';
import { first, run, type TxScript } from '../core/steps.ts';
import { sweep } from '../core/sweep.ts';
import type { AvatarContext } from './context.ts';
import { countLock } from './locks.ts';

/** Wrong passwords of a key; attempts are refused before `blockedUntilMs`. */
export interface AttemptRow {
  readonly key: string;
  readonly failures: number;
  readonly blockedUntilMs: number;
}

/** The failures of a key and the end of its wait, within the caller's job. */
export const attemptsAt = (
  { tables: { avatarAttempts } }: AvatarContext,
  key: string,
): TxScript<AttemptRow | undefined> =>
  first((db) => db.select().from(avatarAttempts).where(eq(avatarAttempts.key, key)));

/** Stores the failures of a key and the end of its wait, within the caller's job. */
export function* setAttempts({ tables: { avatarAttempts } }: AvatarContext, row: AttemptRow): TxScript<void> {
  const { key: _, ...set } = row;
  yield* run((db) => db.insert(avatarAttempts).values(row).onConflictDoUpdate({ target: avatarAttempts.key, set }));
}

/** Counts of wrong passwords, each under a key of name and address, or of the name. */
export interface AttemptRepository {
  /** The password was right: forgets the failures. */
  clear(keys: readonly string[]): Promise<void>;
  /** Forgets keys whose wait ended before `beforeMs`. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** AttemptRepository over its table. */
export function createAttemptRepository(context: AvatarContext): AttemptRepository {
  const { write, tables } = context;
  const { avatarAttempts } = tables;
  return {
    clear: async (keys) => {
      await write(
        'normal',
        () => run((db) => db.delete(avatarAttempts).where(inArray(avatarAttempts.key, [...keys]))),
        { locks: keys.map(countLock) },
      );
    },

    prune: (beforeMs) =>
      sweep(context, avatarAttempts, lt(avatarAttempts.blockedUntilMs, beforeMs), [countLock('sweep')]),
  };
}
