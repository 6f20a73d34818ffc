import { and, asc, eq, lt } from 'drizzle-orm';
import { appendAudit, avatarTables } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import type { Dialect } from '../core/dialect.ts';
import { all, run, type TxScript } from '../core/steps.ts';
import { sweep } from '../core/sweep.ts';
import type { LimitRepository, LimitRow, NewLimit } from './limits.ts';
import { limitLock } from './locks.ts';
import type { WalletTables } from './schema.ts';
import { spentReads } from './spent.ts';

/** LimitRepository over its tables. */
export function createLimitRepository(context: AreaContext<WalletTables>, dialect: Dialect): LimitRepository {
  const { read, write, clock, tables } = context;
  const { spendingLimits: limits, walletSpends: spends } = tables;
  const audited = { ...context, tables: avatarTables(dialect) };
  const reads = spentReads(tables, dialect);

  function* replace({ subject, subjectId, asset, amount, ownerId, setBy }: NewLimit): TxScript<void> {
    const same = and(eq(limits.subject, subject), eq(limits.subjectId, subjectId), eq(limits.asset, asset));
    yield* run((db) => db.delete(limits).where(same));
    if (amount === null) return;
    const { units, decimals } = amount;
    const row: LimitRow = { subject, subjectId, asset, amount: units, decimals, ownerId, setBy, setAtMs: clock.now() };
    yield* run((db) => db.insert(limits).values(row));
  }

  const found = (where: ReturnType<typeof and>): TxScript<readonly LimitRow[]> =>
    all((db) =>
      db.select().from(limits).where(where).orderBy(asc(limits.subject), asc(limits.subjectId), asc(limits.asset)),
    );

  return {
    set: (changed, audit) =>
      write(
        'full',
        function* () {
          for (const limit of changed) yield* replace(limit);
          yield* appendAudit(audited, audit);
        },
        { locks: changed.map(({ subjectId }) => limitLock(subjectId)) },
      ),

    ownedBy: (ownerId) => read(() => found(eq(limits.ownerId, ownerId))),

    of: (subject, subjectId) => read(() => found(and(eq(limits.subject, subject), eq(limits.subjectId, subjectId)))),

    spent: (avatarId) => read(() => reads.of(avatarId, clock.now())),

    forget: (beforeMs) => sweep(context, spends, lt(spends.atMs, beforeMs), [limitLock('sweep')]),
  };
}
