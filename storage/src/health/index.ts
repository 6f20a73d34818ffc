import { and, desc, lt, sql } from 'drizzle-orm';
import type { Area, AreaContext } from '../core/area.ts';
import type { Dialect, Row } from '../core/dialect.ts';
import { type Lock, lockOf } from '../core/locks.ts';
import { only } from '../core/only.ts';
import { given, prepared } from '../core/statements.ts';
import { all, first, run } from '../core/steps.ts';

/** A kept check. */
export type HealthRow = Row<HealthTables['healthChecks']>;

/** The state of one resource at one time. */
export type HealthCheck = Omit<HealthRow, 'seq'>;

/** The kept checks of resources. */
export interface HealthRepository {
  /**
   * Keeps the checks whose status is another one than the last kept of its resource, or that is older than `everyMs`.
   */
  record(checks: readonly HealthCheck[], everyMs: number): Promise<void>;
  /** Newest first, those with seq < `before`, without the first `skip`. */
  history(name: string, before: number | null, limit: number, skip?: number): Promise<readonly HealthRow[]>;
  /** Forgets checks from before `beforeMs`. */
  prune(beforeMs: number): Promise<void>;
}

/** Tables of checks. */
export const healthTables = ({ table, index, serial, text, integer }: Dialect) => ({
  healthChecks: table(
    'health_checks',
    {
      seq: serial(),
      name: text().notNull(),
      kind: text<'storage' | 'chain' | 'price' | 'relayer' | 'signer'>().notNull(),
      status: text<'healthy' | 'degraded' | 'down'>().notNull(),
      /** Time of the probe's answer; null when there was none. */
      latencyMs: integer(),
      message: text().notNull(),
      /** Unix milliseconds. */
      checkedAtMs: integer().notNull(),
    },
    (row) => [index('health_checks_name').on(row.name, row.seq), index('health_checks_age').on(row.checkedAtMs)],
  ),
});
export type HealthTables = ReturnType<typeof healthTables>;

/** Compiled queries over checks. */
export const healthStatements = ({ healthChecks: checks }: HealthTables) => ({
  healthHistory: prepared('healthHistory', (db) =>
    db
      .select()
      .from(checks)
      .where(and(given(checks.name, 'name'), lt(checks.seq, sql.placeholder('before'))))
      .orderBy(desc(checks.seq))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('skip')),
  ),
});

const checkOf = only<HealthCheck>({
  ...{ name: true, kind: true, status: true, latencyMs: true, message: true, checkedAtMs: true },
});

/** One process at a time records what is new. */
const HEALTH: readonly Lock[] = [lockOf('area', 'health')];

function createHealthRepository({ read, write, tables }: AreaContext<HealthTables>): HealthRepository {
  const { healthChecks: checks } = tables;
  const { healthHistory } = healthStatements(tables);
  const before = Number.MAX_SAFE_INTEGER;
  return {
    record: (found, everyMs) =>
      write(
        'normal',
        function* () {
          for (const check of found) {
            const last = yield* first(healthHistory, { name: check.name, before, limit: 1, skip: 0 });
            const known = last?.status === check.status && check.checkedAtMs - last.checkedAtMs < everyMs;
            if (!known) yield* run((db) => db.insert(checks).values(checkOf(check)));
          }
        },
        { locks: HEALTH },
      ),
    history: (name, beforeSeq, limit, skip = 0) =>
      read(() => all(healthHistory, { name, before: beforeSeq ?? before, limit, skip })),
    prune: (beforeMs) =>
      write(
        'normal',
        function* () {
          yield* run((db) => db.delete(checks).where(lt(checks.checkedAtMs, beforeMs)));
        },
        { locks: HEALTH },
      ),
  };
}

/** The history of the health of resources. */
export const health: Area<HealthTables, HealthRepository> = { tables: healthTables, open: createHealthRepository };
