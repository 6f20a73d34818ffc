import { and, asc, eq, gt, lt, max, ne, sum } from 'drizzle-orm';
import type { Area, AreaContext } from '../core/area.ts';
import type { Dialect, Row } from '../core/dialect.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';

/** An offer as its solver wrote it, with the names of its assets in one form: `ETH@ethereum`. */
export interface StoredOffer {
  readonly from: string;
  readonly to: string;
  /** Units of `to` for one `from`, decimal. */
  readonly rate: string;
  /** Whole units of `from`, decimal. */
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly validSeconds: number;
  readonly solverAddress: string;
}

/**
 * How one order of a solver ended: the whole seconds from its lock to its fill, or null when it was not filled in time.
 */
export type SolverOutcome = number | null;

/** Tables of what solvers offer, and of what became of it. */
export const offerTables = ({ table, index, uniqueIndex, text, integer, exactJson }: Dialect) => ({
  /** All offers of one solver, replaced as a whole. */
  solverOffers: table(
    'solver_offers',
    {
      /** The avatar that offers. */
      solverId: text().primaryKey(),
      /** The owner of an agent, otherwise the avatar itself. */
      accountId: text().notNull(),
      /** Number of offers. */
      count: integer().notNull(),
      /** Unix milliseconds. */
      replacedAtMs: integer().notNull(),
      /** Time of the replacement before, zero for none. */
      previousAtMs: integer().notNull(),
      /** When the last of the offers ends. */
      endsAtMs: integer().notNull(),
      /** Rises with the commits of all processes, by which each process reads the new rows alone. */
      change: integer().notNull(),
      /** The last column, because it is large. */
      offers: exactJson<readonly StoredOffer[]>().notNull(),
    },
    (row) => [
      uniqueIndex('solver_offers_change').on(row.change),
      index('solver_offers_end').on(row.endsAtMs, row.accountId, row.count),
    ],
  ),

  /** The record of all avatars of one account together. */
  solverRecords: table('solver_records', {
    accountId: text().primaryKey(),
    /** Outcomes of its latest orders that were locked before their quote expired, the oldest first. */
    outcomes: exactJson<readonly SolverOutcome[]>().notNull(),
  }),
});
type OfferTables = ReturnType<typeof offerTables>;

/** All offers of one solver. */
export type SolverOffersRow = Row<OfferTables['solverOffers']>;

/** The tables of offers. The API's area adds the jobs that decide. */
export interface OfferStore {
  readonly context: AreaContext<OfferTables>;
  /**
   * Up to `limit` rows that changed after `change`, in the order of their changes; withdrawn and ended offers are among
   * them.
   */
  changedSince(change: number, limit: number): Promise<readonly SolverOffersRow[]>;
  /** The outcomes of an account's latest orders, the oldest first; none for an account without a record. */
  outcomesOf(accountId: string): Promise<readonly SolverOutcome[]>;
}

type Context = OfferStore['context'];

/** The offers of a solver, within the caller's job. */
export const offersAt = (
  { tables: { solverOffers } }: Context,
  solverId: string,
): TxScript<SolverOffersRow | undefined> =>
  first((db) => db.select().from(solverOffers).where(eq(solverOffers.solverId, solverId)));

/** How many offers end after `atMs`, without the ones of `solverId`: of all accounts, and of `accountId` alone. */
export function* countedOffers(
  { tables: { solverOffers } }: Context,
  { solverId, accountId }: Pick<SolverOffersRow, 'solverId' | 'accountId'>,
  atMs: number,
): TxScript<{ readonly all: number; readonly account: number }> {
  const others = and(gt(solverOffers.endsAtMs, atMs), ne(solverOffers.solverId, solverId));
  const rows = yield* all((db) =>
    db
      .select({ accountId: solverOffers.accountId, count: sum(solverOffers.count) })
      .from(solverOffers)
      .where(others)
      .groupBy(solverOffers.accountId),
  );
  const counts = rows.map((row) => ({ own: row.accountId === accountId, count: Number(row.count) }));
  const total = (some: typeof counts) => some.reduce((counted, { count }) => counted + count, 0);
  return { all: total(counts), account: total(counts.filter(({ own }) => own)) };
}

/**
 * Stores all offers of a solver as the newest change, within the caller's job, and deletes other solvers' rows whose
 * offers ended before `goneMs`. The row with the newest change is never deleted, so no number of a change comes again.
 */
export function* storeOffers(
  { tables: { solverOffers } }: Context,
  row: Omit<SolverOffersRow, 'change'>,
  goneMs: number,
): TxScript<SolverOffersRow> {
  const newest = yield* first((db) => db.select({ change: max(solverOffers.change) }).from(solverOffers));
  const stored = { ...row, change: (newest?.change ?? 0) + 1 };
  yield* run((db) =>
    db.insert(solverOffers).values(stored).onConflictDoUpdate({ target: solverOffers.solverId, set: stored }),
  );
  const gone = and(lt(solverOffers.endsAtMs, goneMs), ne(solverOffers.solverId, row.solverId));
  yield* run((db) => db.delete(solverOffers).where(gone));
  return stored;
}

/** The outcomes of an account's latest orders, within the caller's job. */
export function* outcomesAt(
  { tables: { solverRecords } }: Context,
  accountId: string,
): TxScript<readonly SolverOutcome[]> {
  const row = yield* first((db) => db.select().from(solverRecords).where(eq(solverRecords.accountId, accountId)));
  return row?.outcomes ?? [];
}

/** Stores the outcomes of an account's latest orders, within the caller's job. */
export function* storeOutcomes(
  { tables: { solverRecords } }: Context,
  accountId: string,
  outcomes: readonly SolverOutcome[],
): TxScript<void> {
  yield* run((db) =>
    db
      .insert(solverRecords)
      .values({ accountId, outcomes })
      .onConflictDoUpdate({ target: solverRecords.accountId, set: { outcomes } }),
  );
}

/** Storage of what solvers offer. */
export const offers: Area<OfferTables, OfferStore> = {
  tables: offerTables,
  open(context) {
    const { read, tables } = context;
    const { solverOffers } = tables;
    return {
      context,
      changedSince: (change, limit) =>
        read(() =>
          all((db) =>
            db
              .select()
              .from(solverOffers)
              .where(gt(solverOffers.change, change))
              .orderBy(asc(solverOffers.change))
              .limit(limit),
          ),
        ),
      outcomesOf: (accountId) => read(() => outcomesAt(context, accountId)),
    };
  },
};
