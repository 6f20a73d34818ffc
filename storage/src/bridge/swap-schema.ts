import type { Domain, HomewardFate, SwapEnd, SwapEvent } from '@causeway/protocol';
import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';

/** Tables of orders of mode swap, and of what the settlers show of them. */
export const swapTables = (dialect: Dialect) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, boolean, hex, wireAmount } = dialect;
  const place = { family: () => text().notNull(), domain: () => integer<Domain>().notNull() };
  return {
    /** What an order of mode swap has besides its bridge order. */
    swaps: table(
      'swaps',
      {
        orderId: text().primaryKey(),
        /** The settler's bridge: the order's destination. */
        family: place.family(),
        domain: place.domain(),
        /** keccak256 of the terms: the order's reference. */
        swapId: hex().notNull(),
        /** The 314 bytes. */
        terms: hex().notNull(),
        /** Who is paid, as in the terms: the order's own recipient is the vault. */
        recipient: hex().notNull(),
        /** The deadline of the terms, Unix milliseconds. */
        deadlineMs: integer().notNull(),
        /** Decimals of the wanted token on the settler's chain. */
        outDecimals: integer().notNull(),
        /** The newest block of the settler's chain that was known when the order was made: events are above it. */
        fromBlock: integer().notNull(),
        /** The avatar whose offer it took, its account for the record, and its address; null for a limit order. */
        solverId: text(),
        solverAccountId: text(),
        solverAddress: text(),
        /** Until when a lock counts in the solver's record, Unix milliseconds; null for a limit order. */
        quoteExpiresAtMs: integer(),
        end: text<SwapEnd>().notNull(),
        homeward: text<HomewardFate>().notNull(),
        /** Local address of who filled, and the payment, local units of the wanted token. */
        filler: text(),
        filledAmount: wireAmount(),
        fillTransaction: text(),
        filledAtMs: integer(),
        /** The filler has been paid. */
        settled: boolean().notNull(),
        /** Where the input left a swap that nobody filled. */
        returnTransaction: text(),
        /** The block of the end, and whether it is beyond finality. */
        endBlock: integer(),
        endFinal: boolean().notNull(),
        /** Until when the settler is read for it, Unix milliseconds; null when nothing is to be seen. */
        watchedUntilMs: integer(),
        /** The solver's record has not taken it yet. */
        outcomeDue: boolean().notNull(),
      },
      (row) => [
        uniqueIndex('swaps_id').on(row.swapId),
        index('swaps_watched').on(row.family, row.domain, row.fromBlock).where(sql`${row.watchedUntilMs} is not null`),
        index('swaps_recipient').on(row.recipient, row.domain, row.orderId),
        index('swaps_fill_transaction').on(row.fillTransaction).where(sql`${row.fillTransaction} is not null`),
        index('swaps_return_transaction').on(row.returnTransaction).where(sql`${row.returnTransaction} is not null`),
        index('swaps_due').on(row.orderId).where(sql`${row.outcomeDue}`),
        index('swaps_end').on(row.family, row.domain, row.endBlock).where(sql`not ${row.endFinal}`),
      ],
    ),

    /** What settlers emitted of the swaps of known orders. */
    swapEvents: table(
      'swap_events',
      {
        family: place.family(),
        domain: place.domain(),
        swapId: hex().notNull(),
        type: text<Exclude<SwapEvent['type'], 'delivered' | 'swept'>>().notNull(),
        /** Local address of who filled or was paid; null where the event names nobody. */
        account: text(),
        /** Local units: of the wanted token for a fill, otherwise of what left. */
        amount: wireAmount().notNull(),
        /** The chain towards which a return went; null for another event, and for a return on this chain. */
        home: integer<Domain>(),
        blockNumber: integer().notNull(),
        blockHash: text().notNull(),
        blockTimeMs: integer().notNull(),
        transaction: text().notNull(),
        positionIndex: integer().notNull(),
      },
      (row) => [
        primaryKey({ columns: [row.family, row.domain, row.blockNumber, row.positionIndex] }),
        index('swap_events_swap').on(row.swapId),
      ],
    ),

    /** Up to which block the settler of a bridge was read. */
    swapScans: table(
      'swap_scans',
      { family: place.family(), domain: place.domain(), number: integer().notNull() },
      (row) => [primaryKey({ columns: [row.family, row.domain] })],
    ),
  };
};
