import { sql } from 'drizzle-orm';
import type { Dialect, Row } from './dialect.ts';
import type { Engine } from './engine.ts';
import { LeaseLost } from './errors.ts';
import { type LocksOf, lockOf, sharedLockOf } from './locks.ts';
import { given, placeholders, prepared } from './statements.ts';
import { databaseTime, first, run, send, type TxScript } from './steps.ts';

/** The right of one holder to do the job `name`. It lasts until the holder releases it or does not renew it in time. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** Rises with every change of the holder. Writes with an earlier holder's token are refused. */
  readonly token: number;
}

/** A write that is refused once another holder has the lease. */
export interface Fenced {
  readonly fence?: Lease | undefined;
}

/**
 * Leases between processes on one database, by the database's own time. On SQLite one process holds all of them, by a
 * lock of the operating system that ends with the process.
 */
export interface LeaseRepository {
  /** True where several processes divide work by leases; false where one process has all of them. */
  readonly shared: boolean;
  /**
   * Acquires the lease `name` for `ttlMs` when it is free, has expired, or already belongs to `holder`; otherwise
   * undefined. On SQLite, throws StorageError DATABASE_IN_USE while another process holds leases.
   */
  acquire(name: string, holder: string, ttlMs: number): Promise<Lease | undefined>;
  /**
   * Extends the lease to `ttlMs` from now, even after it expired. False when another holder has it or it was released.
   */
  renew(lease: Lease, ttlMs: number): Promise<boolean>;
  /** Frees the lease at once. Does nothing when another holder has it. */
  release(lease: Lease): Promise<void>;
}

/** Tables of leases. */
export const leaseTables = ({ table, text, integer }: Dialect) => ({
  /** The holder of each lease and its expiry. Rows stay, so that tokens rise. */
  leases: table('leases', {
    name: text().primaryKey(),
    holder: text().notNull(),
    token: integer().notNull(),
    expiresAtMs: integer().notNull(),
  }),
});

type LeaseRow = Row<ReturnType<typeof leaseTables>['leases']>;

/** Compiled queries over leases. */
export const leaseStatements = ({ leases }: ReturnType<typeof leaseTables>) => ({
  leaseByName: prepared('leaseByName', (db) => db.select().from(leases).where(given(leases.name, 'name'))),
  setLease: prepared('setLease', (db) => {
    const set = { holder: sql`excluded.holder`, token: sql`excluded.token`, expiresAtMs: sql`excluded.expires_at_ms` };
    return db.insert(leases).values(placeholders(leases)).onConflictDoUpdate({ target: leases.name, set });
  }),
});
export type LeaseStatements = ReturnType<typeof leaseStatements>;

/**
 * The locks of a job that `lease` guards: nobody else gets the lease before the job's transaction has ended, so what
 * `requireLease` reads stays true until the commit.
 */
export const guardedBy = ({ name }: Lease, locks: LocksOf): LocksOf => {
  const held = sharedLockOf('lease', name);
  return typeof locks === 'function' ? () => [held, ...locks()] : [held, ...locks];
};

/** Throws LeaseLost when another holder has `lease`; within the caller's job. */
export function* requireLease({ leaseByName }: LeaseStatements, { name, token }: Lease): TxScript<void> {
  const row = yield* first(leaseByName, { name });
  if (row?.token !== token) throw new LeaseLost(name);
}

/** LeaseRepository over its table. */
export function createLeaseRepository(
  engine: Pick<Engine, 'claim' | 'now' | 'read' | 'shared' | 'write'>,
  { leases }: ReturnType<typeof leaseTables>,
  { leaseByName, setLease }: LeaseStatements,
): LeaseRepository {
  /** Nobody changes the lease meanwhile, and no write that it guards is under way. */
  const alone = (name: string) => ({ locks: [lockOf('lease', name)] });

  /** Ends the lease at `expiresAtMs` if its token is still the newest. */
  function* extend({ name, token }: Lease, expiresAtMs: number): TxScript<boolean> {
    const row = yield* first(leaseByName, { name });
    if (row?.token !== token || row.expiresAtMs === RELEASED) return false;
    yield* send(setLease, { ...row, expiresAtMs });
    return true;
  }

  return {
    shared: engine.shared,

    async acquire(name, holder, ttlMs) {
      const isFirst = engine.claim();
      // Who asks again and again for another's lease does not hold up its guarded writes.
      const known = engine.shared ? await engine.read(() => first(leaseByName, { name })) : undefined;
      if (known && isOthers(known, holder, engine.now())) return undefined;
      return engine.write(
        'full',
        function* () {
          if (isFirst) yield* run((db) => db.update(leases).set({ expiresAtMs: RELEASED }));
          const nowMs = yield* databaseTime();
          const row = yield* first(leaseByName, { name });
          if (row && isOthers(row, holder, nowMs)) return undefined;
          const own = row?.holder === holder && row.expiresAtMs > nowMs;
          const token = (row?.token ?? 0) + (own ? 0 : 1);
          yield* send(setLease, { name, holder, token, expiresAtMs: nowMs + ttlMs });
          return { name, holder, token };
        },
        alone(name),
      );
    },

    renew: (lease, ttlMs) =>
      engine.write(
        'normal',
        function* () {
          return yield* extend(lease, (yield* databaseTime()) + ttlMs);
        },
        alone(lease.name),
      ),

    async release(lease) {
      await engine.write('normal', () => extend(lease, RELEASED), alone(lease.name));
    },
  };
}

const isOthers = (row: Pick<LeaseRow, 'holder' | 'expiresAtMs'>, holder: string, nowMs: number): boolean =>
  row.holder !== holder && row.expiresAtMs > nowMs;

/** Expiry of a released lease, which is in the past for every clock. */
const RELEASED = 0;
