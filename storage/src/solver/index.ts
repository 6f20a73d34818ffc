import type { Domain, Hex } from '@causeway/protocol';
import { asc, count, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { submissionLock } from '../bridge/index.ts';
import type { Area, AreaContext } from '../core/area.ts';
import { type Lock, lockOf } from '../core/locks.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import {
  type FillStage,
  type HomewardRow,
  type HomewardState,
  type SolverEntryRow,
  type SolverSwapRow,
  type SolverTables,
  solverTables,
} from './schema.ts';

export * from './schema.ts';

/** What changes of a swap with its stage. */
export type SwapChange = Partial<Pick<SolverSwapRow, 'stage' | 'early' | 'reason' | 'paid' | 'received' | 'profit'>>;

/** Income less cost of one asset, local units. */
export interface BookedSum {
  readonly domain: Domain;
  readonly asset: string | null;
  readonly sum: bigint;
}

/** What a lane did: swaps filled and missed, and the profit of the filled ones, millionths of a dollar. */
export interface LaneSum {
  readonly lane: string;
  readonly filled: number;
  readonly missed: number;
  readonly profit: bigint;
}

/** A change of a swap with its entries, in one transaction. */
export interface Conclusion {
  readonly swapId: Hex;
  readonly change: SwapChange;
  readonly entries: readonly SolverEntryRow[];
}

/** A solver's own tables. */
export interface SolverStore {
  /** Records a swap unless it is known. Returns the row. */
  see(swap: SolverSwapRow): Promise<SolverSwapRow>;
  swap(swapId: Hex): Promise<SolverSwapRow | undefined>;
  /** Swaps in these stages, those that changed first before the others. */
  inStages(stages: readonly FillStage[]): Promise<readonly SolverSwapRow[]>;
  /** The swaps that changed last. */
  latest(limit: number): Promise<readonly SolverSwapRow[]>;
  change(swapId: Hex, change: SwapChange): Promise<void>;
  /** Books what a submission did, and changes its swap. Booking it again changes nothing. */
  conclude(conclusion: Conclusion): Promise<void>;
  /** Entries without a swap. Booking them again changes nothing. */
  book(entries: readonly SolverEntryRow[]): Promise<void>;
  /** Takes back what was booked of a submission that a reorganisation took back, and changes its swap. */
  takeBack(submissionId: string, swapId: Hex | null, change: SwapChange): Promise<void>;
  /** Income less cost of each asset that has an entry. */
  sums(): Promise<readonly BookedSum[]>;
  lanes(): Promise<readonly LaneSum[]>;
  countByStage(): Promise<ReadonlyMap<FillStage, number>>;
  /** Records a batch on its way home together with its entries, unless it is known. */
  sendHome(row: HomewardRow, entries: readonly SolverEntryRow[]): Promise<void>;
  homeward(state: HomewardState): Promise<readonly HomewardRow[]>;
  /** Ends a batch on its way home, with the entries of its end. */
  endHomeward(submissionId: string, state: HomewardState, entries: readonly SolverEntryRow[]): Promise<void>;
}

/** A swap as this solver sees it. */
const swapLock = (swapId: Hex): Lock => lockOf('swap', swapId);

/** Stages of swaps that this solver has filled. */
const WITH_A_FILL: readonly FillStage[] = ['filled', 'settling', 'settled'];

/** Storage of a solver. */
export const solver: Area<SolverTables, SolverStore> = {
  tables: solverTables,
  open: (context) => solverStore(context),
};

function solverStore({ read, write, clock, tables }: AreaContext<SolverTables>): SolverStore {
  const { solverSwaps: swaps, solverEntries: entries, solverHomeward: homeward } = tables;

  function* bookAll(rows: readonly SolverEntryRow[]): TxScript<void> {
    for (const row of rows) yield* run((db) => db.insert(entries).values(row).onConflictDoNothing());
  }

  function* changeSwap(swapId: Hex, change: SwapChange): TxScript<void> {
    const set = { ...change, changedAtMs: clock.now() };
    const changed = yield* run((db) => db.update(swaps).set(set).where(eq(swaps.swapId, swapId)));
    if (changed !== 1) throw new Error(`no swap ${swapId}`);
  }

  const find = (swapId: Hex): TxScript<SolverSwapRow | undefined> =>
    first((db) => db.select().from(swaps).where(eq(swaps.swapId, swapId)));

  return {
    see: (swap) =>
      write(
        'full',
        function* () {
          yield* run((db) => db.insert(swaps).values(swap).onConflictDoNothing());
          return (yield* find(swap.swapId)) as SolverSwapRow;
        },
        { locks: [swapLock(swap.swapId)] },
      ),

    swap: (swapId) => read(() => find(swapId)),

    inStages: (stages) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(swaps)
            .where(inArray(swaps.stage, [...stages]))
            .orderBy(asc(swaps.changedAtMs), asc(swaps.swapId)),
        ),
      ),

    latest: (limit) =>
      read(() =>
        all((db) => db.select().from(swaps).orderBy(desc(swaps.changedAtMs), desc(swaps.swapId)).limit(limit)),
      ),

    change: (swapId, change) => write('full', () => changeSwap(swapId, change), { locks: [swapLock(swapId)] }),

    conclude: ({ swapId, change, entries: rows }) =>
      write(
        'full',
        function* () {
          yield* bookAll(rows);
          yield* changeSwap(swapId, change);
        },
        { locks: [swapLock(swapId)] },
      ),

    book: (rows) => write('full', () => bookAll(rows), { locks: [] }),

    takeBack: (submissionId, swapId, change) =>
      write(
        'full',
        function* () {
          yield* run((db) => db.delete(entries).where(eq(entries.submissionId, submissionId)));
          yield* run((db) => db.delete(homeward).where(eq(homeward.submissionId, submissionId)));
          if (swapId !== null) yield* changeSwap(swapId, change);
        },
        { locks: [submissionLock(submissionId), ...(swapId === null ? [] : [swapLock(swapId)])] },
      ),

    sums: () =>
      read(function* () {
        const { domain, asset, isIncome, amount } = entries;
        const rows = yield* all((db) => db.select({ domain, asset, isIncome, amount }).from(entries));
        const sums = new Map<string, BookedSum>();
        for (const row of rows) {
          const key = `${row.domain} ${row.asset ?? ''}`;
          const before = sums.get(key)?.sum ?? 0n;
          const sum = row.isIncome ? before + row.amount : before - row.amount;
          sums.set(key, { domain: row.domain, asset: row.asset, sum });
        }
        return [...sums.values()];
      }),

    lanes: () =>
      read(function* () {
        const { lane, stage, profit } = swaps;
        const rows = yield* all((db) => db.select({ lane, stage, profit }).from(swaps).where(isNotNull(lane)));
        const byLane = Map.groupBy(rows, (row) => row.lane as string);
        return [...byLane].map(([name, of]) => ({
          lane: name,
          filled: of.filter((row) => WITH_A_FILL.includes(row.stage)).length,
          missed: of.filter((row) => row.stage === 'missed').length,
          profit: of.reduce((sum, row) => sum + BigInt(row.profit ?? '0'), 0n),
        }));
      }),

    countByStage: () =>
      read(function* () {
        const rows = yield* all((db) =>
          db.select({ stage: swaps.stage, count: count() }).from(swaps).groupBy(swaps.stage),
        );
        return new Map(rows.map((row) => [row.stage, row.count]));
      }),

    sendHome: (row, rows) =>
      write(
        'full',
        function* () {
          yield* bookAll(rows);
          yield* run((db) => db.insert(homeward).values(row).onConflictDoNothing());
        },
        { locks: [submissionLock(row.submissionId)] },
      ),

    homeward: (state) =>
      read(() =>
        all((db) => db.select().from(homeward).where(eq(homeward.state, state)).orderBy(asc(homeward.sentAtMs))),
      ),

    endHomeward: (submissionId, state, rows) =>
      write(
        'full',
        function* () {
          yield* bookAll(rows);
          const set = { state, changedAtMs: clock.now() };
          yield* run((db) => db.update(homeward).set(set).where(eq(homeward.submissionId, submissionId)));
        },
        { locks: [submissionLock(submissionId)] },
      ),
  };
}
