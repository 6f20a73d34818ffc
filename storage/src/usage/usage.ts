import { ok, type Result } from '@causeway/protocol';
import { type SQL, sql } from 'drizzle-orm';
import { avatars } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import type { Dialect, Row } from '../core/dialect.ts';
import type { Quota, QuotaKind, Quotas } from '../core/quotas.ts';
import { given, memoize, prepared } from '../core/statements.ts';
import { first, send, type TxScript } from '../core/steps.ts';
import { type UsageTables, usageTables } from './schema.ts';

/** What an owner and its agents store of one kind. */
export type UsageRow = Row<UsageTables['ownerUsage']>;

/** An owner would store more than its quota. Nothing was stored. */
export interface QuotaExceeded {
  readonly code: 'QUOTA_EXCEEDED';
  readonly kind: QuotaKind;
  readonly unit: keyof Quota;
  readonly limit: number;
  /** What the owner stores now. */
  readonly used: number;
}

/** The reason why an owner with `used` may not store `more`; undefined when it may. */
export function excessOf(
  quotas: Quotas,
  kind: QuotaKind,
  used: Quota,
  more: Quota,
): { readonly ok: false; readonly error: QuotaExceeded } | undefined {
  const unit = (['items', 'bytes'] as const).find((one) => more[one] > 0 && used[one] + more[one] > quotas[kind][one]);
  if (unit === undefined) return undefined;
  const [limit, stored] = [quotas[kind][unit], used[unit]];
  return { ok: false, error: { code: 'QUOTA_EXCEEDED', kind, unit, limit, used: stored } };
}

/** Compiled queries over usage. */
export const usageStatements = memoize((dialect: Dialect) => {
  const { ownerUsage: usage } = usageTables(dialect);
  const { avatars: table } = avatars.tables(dialect);
  const avatarId = sql.placeholder('avatarId');
  /** The owner of an agent, or the avatar itself. */
  const owner: SQL<string> = sql`coalesce((select ${table.ownerId} from ${table} where ${table.id} = ${avatarId}), ${avatarId})`;
  const plus = {
    items: sql`${usage.items} + ${sql.placeholder('items')}`,
    bytes: sql`${usage.bytes} + ${sql.placeholder('bytes')}`,
  };
  return {
    /** The row of an avatar's owner, locked until the end of the transaction: the update changes nothing. */
    lockUsage: prepared('lockUsage', (db) =>
      db
        .insert(usage)
        .values({ ownerId: owner, kind: sql.placeholder('kind') as never, items: 0, bytes: 0 })
        .onConflictDoUpdate({ target: [usage.ownerId, usage.kind], set: { items: sql`${usage.items}` } })
        .returning(),
    ),
    usageOf: prepared('usageOf', (db) =>
      db
        .select()
        .from(usage)
        .where(sql`${usage.ownerId} = ${owner} and ${given(usage.kind, 'kind')}`),
    ),
    addUsage: prepared('addUsage', (db) =>
      db
        .update(usage)
        .set(plus)
        .where(sql`${given(usage.ownerId, 'ownerId')} and ${given(usage.kind, 'kind')}`),
    ),
    giveUsage: prepared('giveUsage', (db) =>
      db
        .update(usage)
        .set(plus)
        .where(sql`${usage.ownerId} = ${owner} and ${given(usage.kind, 'kind')}`),
    ),
  };
});
export type UsageStatements = ReturnType<typeof usageStatements>;

/** Counts what owners store, within the jobs that store it. */
export function usageSteps({ engine, quotas }: Pick<AreaContext<unknown>, 'engine' | 'quotas'>) {
  const statements = usageStatements(engine.dialect);

  function* roomFor(avatarId: string, kind: QuotaKind, more: Quota): TxScript<Result<UsageRow, QuotaExceeded>> {
    const used = yield* first(statements.lockUsage, { avatarId, kind });
    if (used === undefined) throw new Error('an insert gave no row back');
    return excessOf(quotas, kind, used, more) ?? ok(used);
  }

  return {
    statements,

    /** Counts `more` for the owner of `avatarId`, unless that is more than its quota. */
    *take(avatarId: string, kind: QuotaKind, more: Quota): TxScript<Result<void, QuotaExceeded>> {
      const room = yield* roomFor(avatarId, kind, more);
      if (!room.ok) return room;
      yield* send(statements.addUsage, { ownerId: room.value.ownerId, kind, ...more });
      return ok(undefined);
    },

    /** Whether the owner of `avatarId` may store `more`, which the caller then counts in the same job. */
    room: roomFor,

    /** Counts `more` for the owner of `avatarId`, whatever its quota is. */
    *count(avatarId: string, kind: QuotaKind, more: Quota): TxScript<void> {
      yield* first(statements.lockUsage, { avatarId, kind });
      yield* send(statements.giveUsage, { avatarId, kind, ...more });
    },

    /** Counts further bytes of something that is counted already, whatever the quota is. */
    *grow(avatarId: string, kind: QuotaKind, bytes: number): TxScript<void> {
      if (bytes !== 0) yield* send(statements.giveUsage, { avatarId, kind, items: 0, bytes });
    },

    /** Counts so much less. */
    *give(avatarId: string, kind: QuotaKind, less: Quota): TxScript<void> {
      if (less.items === 0 && less.bytes === 0) return;
      yield* send(statements.giveUsage, { avatarId, kind, items: -less.items, bytes: -less.bytes });
    },
  };
}
export type UsageSteps = ReturnType<typeof usageSteps>;
