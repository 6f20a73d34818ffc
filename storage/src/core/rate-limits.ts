import { lt, sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { prepared } from './statements.ts';
import { first, run } from './steps.ts';

/** Hits of a key in its window, including this one, and the end of the window, Unix milliseconds. */
export interface RateWindow {
  readonly count: number;
  readonly resetMs: number;
}

/**
 * Counts hits by key in fixed windows. On PostgreSQL all processes share the counts, on SQLite they are in this
 * process's memory.
 */
export interface RateLimitRepository {
  /** Counts a hit. A window of `windowMs` begins with the first hit after the previous window. */
  hit(key: string, windowMs: number, nowMs?: number): Promise<RateWindow>;
}

/** Tables of rate limits. */
export const rateLimitTables = ({ table, index, text, integer }: Dialect) => ({
  /** Current windows. Ended ones are deleted from time to time. */
  rateLimits: table(
    'rate_limits',
    {
      key: text().primaryKey(),
      count: integer().notNull(),
      resetMs: integer().notNull(),
    },
    (row) => [index('rate_limits_reset').on(row.resetMs)],
  ),
});

/** Pause between two deletions of ended windows, milliseconds. */
const PRUNE_MS = 60_000;

/** RateLimitRepository over its table when processes share the database, otherwise in memory. */
export function createRateLimitRepository(
  { read, clock }: Pick<Context, 'read' | 'clock'>,
  { shared }: Pick<Engine, 'shared'>,
  { rateLimits }: ReturnType<typeof rateLimitTables>,
): RateLimitRepository {
  const windows = new Map<string, RateWindow>();
  let prunedMs = clock.now();

  const prunes = (nowMs: number): boolean => {
    if (nowMs - prunedMs < PRUNE_MS) return false;
    prunedMs = nowMs;
    return true;
  };

  function hitInMemory(key: string, windowMs: number, nowMs: number): RateWindow {
    if (prunes(nowMs)) for (const [ended, { resetMs }] of windows) if (resetMs <= nowMs) windows.delete(ended);
    const known = windows.get(key);
    const counting = known !== undefined && known.resetMs > nowMs;
    const window = counting ? { ...known, count: known.count + 1 } : { count: 1, resetMs: nowMs + windowMs };
    windows.set(key, window);
    return window;
  }

  const { count, resetMs } = rateLimits;
  const now = sql`cast(${sql.placeholder('nowMs')} as bigint)`;
  const ended = sql`${resetMs} <= ${now}`;
  /** A single statement: it does not wait for other processes' transactions, only for a hit of the same key. */
  const hitStatement = prepared('hitRateLimit', (db) =>
    db
      .insert(rateLimits)
      .values({ key: sql.placeholder('key'), count: 1, resetMs: sql.placeholder('endMs') })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${ended} then 1 else ${count} + 1 end`,
          resetMs: sql`case when ${ended} then excluded.reset_ms else ${resetMs} end`,
        },
      })
      .returning({ count, resetMs }),
  );

  const hitInTable = (key: string, windowMs: number, nowMs: number): Promise<RateWindow> =>
    read(function* () {
      if (prunes(nowMs)) yield* run((db) => db.delete(rateLimits).where(lt(rateLimits.resetMs, nowMs)));
      const window = yield* first(hitStatement, { key, nowMs, endMs: nowMs + windowMs });
      if (window === undefined) throw new Error('an insert gave no row back');
      return window;
    });

  return {
    hit: async (key, windowMs, nowMs = clock.now()) =>
      shared ? hitInTable(key, windowMs, nowMs) : hitInMemory(key, windowMs, nowMs),
  };
}
