import { and, asc, eq, gt, lt, max, ne, sql, sum } from 'drizzle-orm';
import type { Area, AreaContext } from '../core/area.ts';
import type { Dialect, Row } from '../core/dialect.ts';
import { given, givenAs, memoize, placeholders, prepared } from '../core/statements.ts';
import { all, allOfEach, first, run, send, type TxScript } from '../core/steps.ts';

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

/** Compiled queries over offers. */
const offerStatements = memoize(({ solverOffers, solverRecords }: OfferTables) => {
  const others = ne(solverOffers.solverId, givenAs(solverOffers.solverId, 'solverId'));
  const set = {
    ...{ accountId: sql`excluded.account_id`, count: sql`excluded.count`, replacedAtMs: sql`excluded.replaced_at_ms` },
    ...{ previousAtMs: sql`excluded.previous_at_ms`, endsAtMs: sql`excluded.ends_at_ms` },
    ...{ change: sql`excluded.change`, offers: sql`excluded.offers` },
  };
  return {
    ofSolver: prepared('offersOfSolver', (db) =>
      db.select().from(solverOffers).where(given(solverOffers.solverId, 'solverId')),
    ),
    counted: prepared('countedOffers', (db) =>
      db
        .select({ accountId: solverOffers.accountId, count: sum(solverOffers.count) })
        .from(solverOffers)
        .where(and(gt(solverOffers.endsAtMs, givenAs(solverOffers.endsAtMs, 'atMs')), others))
        .groupBy(solverOffers.accountId),
    ),
    outcomes: prepared('solverOutcomes', (db) =>
      db.select().from(solverRecords).where(given(solverRecords.accountId, 'accountId')),
    ),
    newest: prepared('newestOffers', (db) => db.select({ change: max(solverOffers.change) }).from(solverOffers)),
    store: prepared('storeOffers', (db) =>
      db
        .insert(solverOffers)
        .values(placeholders(solverOffers))
        .onConflictDoUpdate({ target: solverOffers.solverId, set }),
    ),
    forget: prepared('forgetOffers', (db) =>
      db.delete(solverOffers).where(and(lt(solverOffers.endsAtMs, givenAs(solverOffers.endsAtMs, 'goneMs')), others)),
    ),
  };
});

/** What a replacement of a solver's offers is decided by. */
export interface OfferStanding {
  /** Its offers until now. */
  readonly before: SolverOffersRow | undefined;
  /** How many offers of others have not ended: of all accounts, and of its own account. */
  readonly others: { readonly all: number; readonly account: number };
  /** The outcomes of its account's latest orders, the oldest first. */
  readonly outcomes: readonly SolverOutcome[];
  /** The newest change of anybody's offers. */
  readonly newest: number;
}

/** What a replacement at `atMs` is decided by, within the caller's job, which lets nobody else replace offers. */
export function* offerStanding(
  { tables }: Context,
  { solverId, accountId }: Pick<SolverOffersRow, 'solverId' | 'accountId'>,
  atMs: number,
): TxScript<OfferStanding> {
  const { ofSolver, counted, outcomes, newest } = offerStatements(tables);
  const [[[before] = []], [rows = []], [[record] = []], [[last] = []]] = yield* allOfEach(
    [ofSolver, [{ solverId }]],
    [counted, [{ solverId, atMs }]],
    [outcomes, [{ accountId }]],
    [newest, [{}]],
  );
  const counts = rows.map((row) => ({ own: row.accountId === accountId, count: Number(row.count) }));
  const total = (some: typeof counts) => some.reduce((sum, { count }) => sum + count, 0);
  return {
    before,
    others: { all: total(counts), account: total(counts.filter(({ own }) => own)) },
    outcomes: record?.outcomes ?? [],
    newest: last?.change ?? 0,
  };
}

/**
 * Stores all offers of a solver, within the caller's job, and deletes other solvers' rows whose offers ended before
 * `goneMs`. `row` has the newest change, which is never deleted, so no number of a change comes again.
 */
export function* storeOffers({ tables }: Context, row: SolverOffersRow, goneMs: number): TxScript<SolverOffersRow> {
  const { store, forget } = offerStatements(tables);
  yield* send(store, { ...row });
  yield* send(forget, { solverId: row.solverId, goneMs });
  return row;
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
