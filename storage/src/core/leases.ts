import { eq } from 'drizzle-orm';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { LeaseLost } from './errors.ts';
import { given, prepared } from './statements.ts';
import { databaseTime, first, run, type TxScript } from './steps.ts';

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

/** Compiled queries over leases. */
export const leaseStatements = ({ leases }: ReturnType<typeof leaseTables>) => ({
  leaseByName: prepared('leaseByName', (db) => db.select().from(leases).where(given(leases.name, 'name'))),
});
export type LeaseStatements = ReturnType<typeof leaseStatements>;

/** Throws LeaseLost when another holder has `lease`; within the caller's job. */
export function* requireLease({ leaseByName }: LeaseStatements, { name, token }: Lease): TxScript<void> {
  const row = yield* first(leaseByName, { name });
  if (row?.token !== token) throw new LeaseLost(name);
}

/** LeaseRepository over its table. */
export function createLeaseRepository(
  engine: Pick<Engine, 'claim' | 'shared' | 'write'>,
  { leases }: ReturnType<typeof leaseTables>,
  { leaseByName }: LeaseStatements,
): LeaseRepository {
  /** Ends the lease at `expiresAtMs` if its token is still the newest. */
  function* extend({ name, token }: Lease, expiresAtMs: number): TxScript<boolean> {
    const row = yield* first(leaseByName, { name });
    if (row?.token !== token || row.expiresAtMs === RELEASED) return false;
    yield* run((db) => db.update(leases).set({ expiresAtMs }).where(eq(leases.name, name)));
    return true;
  }

  return {
    shared: engine.shared,

    async acquire(name, holder, ttlMs) {
      const alone = engine.claim();
      return engine.write('full', function* () {
        if (alone) yield* run((db) => db.update(leases).set({ expiresAtMs: RELEASED }));
        const nowMs = yield* databaseTime();
        const row = yield* first(leaseByName, { name });
        if (row && row.holder !== holder && row.expiresAtMs > nowMs) return undefined;
        const own = row?.holder === holder && row.expiresAtMs > nowMs;
        const token = (row?.token ?? 0) + (own ? 0 : 1);
        const lease = { name, holder, token, expiresAtMs: nowMs + ttlMs };
        yield* run((db) => db.insert(leases).values(lease).onConflictDoUpdate({ target: leases.name, set: lease }));
        return { name, holder, token };
      });
    },

    renew: (lease, ttlMs) =>
      engine.write('normal', function* () {
        return yield* extend(lease, (yield* databaseTime()) + ttlMs);
      }),

    async release(lease) {
      await engine.write('normal', () => extend(lease, RELEASED));
    },
  };
}

/** Expiry of a released lease, which is in the past for every clock. */
const RELEASED = 0;
