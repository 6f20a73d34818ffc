import { ok, type Result } from '@causeway/protocol';
import { and, type SQL, sql } from 'drizzle-orm';
import { avatars } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import type { Dialect } from '../core/dialect.ts';
import { type Lock, lockOf } from '../core/locks.ts';
import type { Quota, QuotaKind, Quotas } from '../core/quotas.ts';
import { given, memoize, placeholders, prepared } from '../core/statements.ts';
import { allOfEach, first, lock, send, type TxScript } from '../core/steps.ts';
import { usageTables } from './schema.ts';

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

/** Keeps what an owner stores of a kind for the job that decides by it. */
export const usageLock = (ownerId: string, kind: QuotaKind): Lock => lockOf('usage', `${kind} ${ownerId}`);

/** Compiled queries over usage. */
export const usageStatements = memoize((dialect: Dialect) => {
  const { ownerUsage: usage, ownerUsageChanges: changes } = usageTables(dialect);
  const { avatars: table } = avatars.tables(dialect);
  const avatarId = sql.placeholder('avatarId');
  /** The owner of an agent, or the avatar itself. */
  const owner: SQL<string> = sql`coalesce((select ${table.ownerId} from ${table} where ${table.id} = ${avatarId}), ${avatarId})`;
  const ofOwner = and(given(usage.ownerId, 'ownerId'), given(usage.kind, 'kind'));
  const added = placeholders(usage);
  const stored = sql`(
    select ${usage.items}, ${usage.bytes} from ${usage} where ${usage.ownerId} = ${owner} and ${given(usage.kind, 'kind')}
    union all
    select ${changes.items}, ${changes.bytes} from ${changes}
      where ${changes.ownerId} = ${owner} and ${given(changes.kind, 'kind')}
  ) as stored`;
  const total = (column: keyof Quota) => sql<number>`coalesce(sum(${sql.raw(column)}), 0)`.mapWith(Number);
  return {
    ownerOf: prepared('usageOwnerOf', (db) =>
      db.select({ ownerId: table.ownerId }).from(table).where(given(table.id, 'avatarId')),
    ),
    rowOf: prepared('usageRowOf', (db) =>
      db.select({ items: usage.items, bytes: usage.bytes }).from(usage).where(ofOwner),
    ),
    /** Takes the changes that the row does not have yet. */
    takeChanges: prepared('takeUsageChanges', (db) =>
      db
        .delete(changes)
        .where(and(given(changes.ownerId, 'ownerId'), given(changes.kind, 'kind')))
        .returning({ items: changes.items, bytes: changes.bytes }),
    ),
    usageOf: prepared('usageOf', (db) => db.select({ items: total('items'), bytes: total('bytes') }).from(stored)),
    addUsage: prepared('addUsage', (db) =>
      db
        .insert(usage)
        .values(added)
        .onConflictDoUpdate({
          target: [usage.ownerId, usage.kind],
          set: { items: sql`${usage.items} + ${added.items}`, bytes: sql`${usage.bytes} + ${added.bytes}` },
        }),
    ),
    insertChange: prepared('insertUsageChange', (db) =>
      db.insert(changes).values({ ...added, ownerId: owner as never }),
    ),
  };
});
export type UsageStatements = ReturnType<typeof usageStatements>;

/** What an owner stores, which the job that has its lock may add to. */
export interface Used extends Quota {
  readonly ownerId: string;
  readonly kind: QuotaKind;
}

const sumOf = (amounts: readonly Quota[]): Quota => ({
  items: amounts.reduce((sum, { items }) => sum + items, 0),
  bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Counts what owners store, within the jobs that store it. */
export function usageSteps({ engine, quotas }: Pick<AreaContext<unknown>, 'engine' | 'quotas'>) {
  const statements = usageStatements(engine.dialect);

  /** What owners store, in the order of `owners`, from the answers to `asking`; it is in their rows afterwards. */
  function* usedBy(
    owners: readonly Pick<Used, 'ownerId' | 'kind'>[],
    rows: readonly (readonly Quota[])[],
    changes: readonly (readonly Quota[])[],
  ): TxScript<readonly Used[]> {
    const used: Used[] = [];
    for (const [index, { ownerId, kind }] of owners.entries()) {
      const more = sumOf(changes[index] ?? []);
      if (more.items !== 0 || more.bytes !== 0) yield* send(statements.addUsage, { ownerId, kind, ...more });
      used.push({ ownerId, kind, ...sumOf([...(rows[index] ?? []), more]) });
    }
    return used;
  }

  /**
   * The queries whose answers `usedBy` takes, for a job that asks for more in the same round trip. It must have locked
   * what each of the owners stores (usageLock).
   */
  const asking = (owners: readonly Pick<Used, 'ownerId' | 'kind'>[]) => {
    const values = owners.map(({ ownerId, kind }) => ({ ownerId, kind }));
    return [[statements.rowOf, values] as const, [statements.takeChanges, values] as const] as const;
  };

  function* roomFor(avatarId: string, kind: QuotaKind, more: Quota): TxScript<Result<Used, QuotaExceeded>> {
    const ownerId = (yield* first(statements.ownerOf, { avatarId }))?.ownerId ?? avatarId;
    yield* lock(usageLock(ownerId, kind));
    const owners = [{ ownerId, kind }];
    const [used] = yield* usedBy(owners, ...(yield* allOfEach(...asking(owners))));
    return excessOf(quotas, kind, used as Used, more) ?? ok(used as Used);
  }

  return {
    statements,
    asking,
    usedBy,

    /** Counts `more` for the owner of `avatarId`, unless that is more than its quota. */
    *take(avatarId: string, kind: QuotaKind, more: Quota): TxScript<Result<void, QuotaExceeded>> {
      const room = yield* roomFor(avatarId, kind, more);
      if (!room.ok) return room;
      yield* send(statements.addUsage, { ownerId: room.value.ownerId, kind, ...more });
      return ok(undefined);
    },

    /** The same for an owner whose usage the job has locked and read. */
    *takeFrom(used: Used, more: Quota): TxScript<Result<void, QuotaExceeded>> {
      const { ownerId, kind } = used;
      const excess = excessOf(quotas, kind, used, more);
      if (excess) return excess;
      yield* send(statements.addUsage, { ownerId, kind, ...more });
      return ok(undefined);
    },

    /** Whether the owner of `avatarId` may store `more`, which the caller then counts in the same job. */
    room: roomFor,

    /** Counts `more` for the owner of `avatarId`, whatever its quota is. */
    *count(avatarId: string, kind: QuotaKind, { items, bytes }: Quota): TxScript<void> {
      if (items !== 0 || bytes !== 0) yield* send(statements.insertChange, { avatarId, kind, items, bytes });
    },

    /** Counts further bytes of something that is counted already, whatever the quota is. */
    *grow(avatarId: string, kind: QuotaKind, bytes: number): TxScript<void> {
      if (bytes !== 0) yield* send(statements.insertChange, { avatarId, kind, items: 0, bytes });
    },

    /** Counts so much less. */
    *give(avatarId: string, kind: QuotaKind, { items, bytes }: Quota): TxScript<void> {
      if (items === 0 && bytes === 0) return;
      yield* send(statements.insertChange, { avatarId, kind, items: -items, bytes: -bytes });
    },
  };
}
export type UsageSteps = ReturnType<typeof usageSteps>;
