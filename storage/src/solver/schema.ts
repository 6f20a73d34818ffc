import type { Domain, Hex } from '@causeway/protocol';
import type { Dialect, Row } from '../core/dialect.ts';

/** What a solver did with a swap. The table of transitions is the solver's. */
export const FILL_STAGES = [
  'seen',
  'filling',
  'filled',
  'settling',
  'settled',
  'finishing',
  'finished',
  'missed',
  'gone',
] as const;
export type FillStage = (typeof FILL_STAGES)[number];

/** Why an entry is in the books. */
export const ENTRY_KINDS = ['opening', 'input', 'output', 'gas', 'finishFee', 'sentHome', 'cameHome', 'fee'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What a transfer home became. paidBack: it was cancelled at home and paid back where it began. */
export const HOMEWARD_STATES = ['sent', 'arrived', 'paidBack'] as const;
export type HomewardState = (typeof HOMEWARD_STATES)[number];

/** Tables of a solver's own file. */
export const solverTables = ({ table, index, text, integer, hex, wireAmount, boolean, u64 }: Dialect) => ({
  /** The swaps that it knows of. */
  solverSwaps: table(
    'solver_swaps',
    {
      swapId: hex().primaryKey(),
      /** Id of the order at the API. */
      orderId: text().notNull(),
      family: text().notNull(),
      /** The chain of the settler, and the chain that the input comes from. */
      domain: integer<Domain>().notNull(),
      source: integer<Domain>().notNull(),
      /** 314 bytes. */
      terms: text<Hex>().notNull(),
      /** The lane as the configuration names it; null for a swap of no lane, which it may finish. */
      lane: text(),
      stage: text<FillStage>().notNull(),
      /** It was filled before its delivery was seen. */
      early: boolean().notNull().default(false),
      /** Why it was missed, or is left alone at present. */
      reason: text(),
      /** What the fill paid, local units of assetOut; null before. */
      paid: wireAmount(),
      /** What the settlement brought, local units of assetIn; null before. */
      received: wireAmount(),
      /** Income less cost and gas at the prices of the fill, millionths of a dollar, with a sign; null when unknown. */
      profit: text(),
      deadlineMs: integer().notNull(),
      seenAtMs: integer().notNull(),
      changedAtMs: integer().notNull(),
    },
    (row) => [index('solver_swaps_stage').on(row.stage, row.changedAtMs)],
  ),

  /** The books: what each asset of its accounts gained and lost, and why. */
  solverEntries: table(
    'solver_entries',
    {
      /** Of its cause, kind and asset: what is booked again changes nothing. */
      id: text().primaryKey(),
      domain: integer<Domain>().notNull(),
      /** The asset's local address; null is the native coin. */
      asset: text(),
      kind: text<EntryKind>().notNull(),
      isIncome: boolean().notNull(),
      /** Local units. */
      amount: wireAmount().notNull(),
      lane: text(),
      swapId: hex(),
      submissionId: text(),
      atMs: integer().notNull(),
    },
    (row) => [
      index('solver_entries_asset').on(row.domain, row.asset),
      index('solver_entries_cause').on(row.submissionId),
    ],
  ),

  /** Batches of bridged tokens on their way home. */
  solverHomeward: table(
    'solver_homeward',
    {
      submissionId: text().primaryKey(),
      family: text().notNull(),
      source: integer<Domain>().notNull(),
      home: integer<Domain>().notNull(),
      messageId: hex().notNull(),
      nonce: u64().notNull(),
      wireAmount: wireAmount().notNull(),
      state: text<HomewardState>().notNull(),
      sentAtMs: integer().notNull(),
      changedAtMs: integer().notNull(),
    },
    (row) => [index('solver_homeward_state').on(row.state)],
  ),
});
export type SolverTables = ReturnType<typeof solverTables>;

export type SolverSwapRow = Row<SolverTables['solverSwaps']>;
export type SolverEntryRow = Row<SolverTables['solverEntries']>;
export type HomewardRow = Row<SolverTables['solverHomeward']>;
