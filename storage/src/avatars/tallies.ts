import { eq, lt } from 'drizzle-orm';
import { first, run, type TxScript } from '../core/steps.ts';
import { sweep } from '../core/sweep.ts';
import type { AvatarContext } from './context.ts';
import { countLock } from './locks.ts';

/** A count that may reach `most` within a time that begins with its first. */
export interface Tally {
  readonly key: string;
  readonly most: number;
  readonly lengthMs: number;
}

/** Counts with an end that outlast restarts. */
export interface TallyRepository {
  /** Forgets counts that ended before `beforeMs`. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** More than any count. */
const FULL = 1_000_000_000;

/**
 * Counts one more of each of `tallies` within the caller's job, which has locked them, unless one of them is full: then
 * it counts none and returns the milliseconds until the full one ends. Returns 0 when it has counted.
 */
export function* countTallies({ tables, clock }: AvatarContext, tallies: readonly Tally[]): TxScript<number> {
  const { avatarTallies } = tables;
  const nowMs = clock.now();
  const counted: { readonly key: string; readonly count: number; readonly endsAtMs: number }[] = [];
  for (const { key, most, lengthMs } of tallies) {
    const row = yield* first((db) => db.select().from(avatarTallies).where(eq(avatarTallies.key, key)));
    const live = row !== undefined && row.endsAtMs > nowMs ? row : { count: 0, endsAtMs: nowMs + lengthMs };
    if (live.count >= most) return live.endsAtMs - nowMs;
    counted.push({ key, count: live.count + 1, endsAtMs: live.endsAtMs });
  }
  for (const { key, ...set } of counted) {
    yield* run((db) =>
      db
        .insert(avatarTallies)
        .values({ key, ...set })
        .onConflictDoUpdate({ target: avatarTallies.key, set }),
    );
  }
  return 0;
}

/** Makes a count full for `lengthMs` within the caller's job, so that nothing more is counted until then. */
export function* fillTally(
  { tables: { avatarTallies }, clock }: AvatarContext,
  { key, lengthMs }: Pick<Tally, 'key' | 'lengthMs'>,
): TxScript<void> {
  const set = { count: FULL, endsAtMs: clock.now() + lengthMs };
  yield* run((db) =>
    db
      .insert(avatarTallies)
      .values({ key, ...set })
      .onConflictDoUpdate({ target: avatarTallies.key, set }),
  );
}

/** TallyRepository over its table. */
export function createTallyRepository(context: AvatarContext): TallyRepository {
  const { avatarTallies } = context.tables;
  return {
    prune: (beforeMs) => sweep(context, avatarTallies, lt(avatarTallies.endsAtMs, beforeMs), [countLock('sweep')]),
  };
}
