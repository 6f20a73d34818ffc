import { decodeTerms, formatDecimal, type SwapEnd, type SwapOrderState, swapOrderState } from '@causeway/protocol';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { given, givenAs, memoize, placeholders, prepared, updatesOf } from '../core/statements.ts';
import { all, first, send, type TxScript } from '../core/steps.ts';
import { nothing } from '../core/together.ts';
import type { BridgeContext } from './context.ts';
import type { OrderRow } from './orders.ts';
import type { BridgeTables } from './schema.ts';
import type { NewSwap, SwapRow } from './swap-row.ts';

/** How long after its deadline a filled swap is read that its filler has not settled, milliseconds. */
const UNSETTLED_MS = 25 * 3_600_000;
/** How long after its deadline a refunded swap is read, which somebody may have filled before, milliseconds. */
const REFUNDED_MS = 600_000;
/** Read until it has ended. */
const WHILE_OPEN = Number.MAX_SAFE_INTEGER;

/** Compiled queries over swaps and what their settlers emitted. */
export const swapStatements = memoize(({ swaps, swapEvents, swapScans, orders }: BridgeTables) => ({
  insert: prepared('insertSwap', (db) => db.insert(swaps).values(placeholders(swaps))),
  byOrder: prepared('swapByOrder', (db) => db.select().from(swaps).where(given(swaps.orderId, 'id'))),
  byId: prepared('swapById', (db) => db.select().from(swaps).where(given(swaps.swapId, 'swapId'))),
  update: updatesOf('updateSwap', swaps, given(swaps.orderId, 'orderId')),
  /** Swaps of a settler that ended up to the block `finalTo`, which is not noted as final yet. */
  endedUpTo: prepared('swapsEndedUpTo', (db) =>
    db
      .select()
      .from(swaps)
      .where(
        and(
          given(swaps.family, 'family'),
          given(swaps.domain, 'domain'),
          lte(swaps.endBlock, givenAs(swaps.endBlock, 'finalTo')),
          sql`not ${swaps.endFinal}`,
        ),
      ),
  ),
  insertEvent: prepared('insertSwapEvent', (db) =>
    db.insert(swapEvents).values(placeholders(swapEvents)).onConflictDoNothing(),
  ),
  scanned: prepared('swapScanned', (db) =>
    db
      .insert(swapScans)
      .values(placeholders(swapScans))
      .onConflictDoUpdate({ target: [swapScans.family, swapScans.domain], set: { number: sql`excluded.number` } }),
  ),
  events: prepared('swapEvents', (db) =>
    db
      .select()
      .from(swapEvents)
      .where(
        and(given(swapEvents.swapId, 'swapId'), given(swapEvents.family, 'family'), given(swapEvents.domain, 'domain')),
      )
      .orderBy(asc(swapEvents.blockNumber), asc(swapEvents.positionIndex)),
  ),
  /** The orders of messages that can be what a return home sent. */
  homeward: prepared('homewardOrder', (db) =>
    db
      .select()
      .from(orders)
      .where(
        and(
          given(orders.lockTransaction, 'transaction'),
          given(orders.reference, 'swapId'),
          given(orders.source, 'domain'),
          given(orders.recipient, 'homeAddress'),
          eq(orders.origin, 'chain'),
        ),
      ),
  ),
}));

/** The swap of an order, within the caller's job; undefined for a bridge order. */
export const swapOf = ({ tables }: BridgeContext, { id, swapState }: OrderRow): TxScript<SwapRow | undefined> =>
  swapState === null ? nothing() : first(swapStatements(tables).byOrder, { id });

/** The swap with this id, within the caller's job. */
export const swapById = ({ tables }: BridgeContext, swapId: SwapRow['swapId']): TxScript<SwapRow | undefined> =>
  first(swapStatements(tables).byId, { swapId });

/** Initial values of a swap. */
const BLANK = {
  end: 'none',
  homeward: 'underway',
  filler: null,
  filledAmount: null,
  fillTransaction: null,
  filledAtMs: null,
  settled: false,
  returnTransaction: null,
  endBlock: null,
  endFinal: false,
  watchedUntilMs: null,
} as const satisfies Partial<SwapRow>;

/** Inserts the swap of a new order, within the caller's job. */
export function* insertSwap({ tables }: BridgeContext, order: OrderRow, swap: NewSwap): TxScript<void> {
  const { id: orderId, family, destination: domain } = order;
  const row: SwapRow = {
    ...{ swapId: swap.swapId, terms: swap.terms, recipient: swap.recipient, deadlineMs: swap.deadlineMs },
    ...{ outDecimals: swap.outDecimals, fromBlock: swap.fromBlock, solverId: swap.solverId },
    ...{ solverAccountId: swap.solverAccountId, solverAddress: swap.solverAddress },
    ...{ quoteExpiresAtMs: swap.quoteExpiresAtMs, outcomeDue: swap.solverAccountId !== null },
    ...{ ...BLANK, orderId, family, domain },
  };
  yield* send(swapStatements(tables).insert, { ...row });
}

/** The status of an order whose bridge order is in `state`. */
export const statusOf = (state: OrderRow['state'], { end, homeward }: SwapRow): SwapOrderState =>
  swapOrderState(state, end, homeward);

/** Until when the settler must be read for a swap, Unix milliseconds; null when nothing is to be seen any more. */
function watchedUntil(order: OrderRow, swap: SwapRow): number | null {
  if (order.messageId === null) return null;
  const status = statusOf(order.state, swap);
  if (swap.end === 'filled') return swap.settled && swap.endFinal ? null : swap.deadlineMs + UNSETTLED_MS;
  if (status === 'refunded' && swap.end === 'none') return order.final ? swap.deadlineMs + REFUNDED_MS : WHILE_OPEN;
  if (status === 'refunded' || status === 'returned') return swap.endFinal ? null : WHILE_OPEN;
  return WHILE_OPEN;
}

/** Writes what changed of a swap, and until when it is read, within the caller's job. */
export function* writeSwap(
  { tables }: BridgeContext,
  order: OrderRow,
  before: SwapRow,
  changed: Partial<SwapRow> = {},
): TxScript<SwapRow> {
  const after = { ...before, ...changed };
  const whole = { ...changed, watchedUntilMs: watchedUntil(order, after) };
  const entries = Object.entries(whole).filter(([name, value]) => value !== before[name as keyof SwapRow]);
  if (entries.length === 0) return before;
  const names = entries.map(([name]) => name as keyof SwapRow & string).sort();
  yield* send(swapStatements(tables).update(names), { ...Object.fromEntries(entries), orderId: before.orderId });
  return { ...after, watchedUntilMs: whole.watchedUntilMs };
}

/** What the settler's events say of a swap. */
type Told = Pick<
  SwapRow,
  'end' | 'filler' | 'filledAmount' | 'fillTransaction' | 'filledAtMs' | 'settled' | 'returnTransaction' | 'endBlock'
>;

/** What the recorded events of a swap's settler say of it, within the caller's job. */
export function* toldOf({ tables }: BridgeContext, { swapId, family, domain }: SwapRow): TxScript<Told> {
  const told: { -readonly [Name in keyof Told]: Told[Name] } = {
    ...{ end: 'none', filler: null, filledAmount: null, fillTransaction: null, filledAtMs: null },
    ...{ settled: false, returnTransaction: null, endBlock: null },
  };
  for (const event of yield* all(swapStatements(tables).events, { swapId, family, domain })) {
    if (event.type === 'settled') told.settled = true;
    // A settler lets a swap end once.
    if (told.end !== 'none') continue;
    if (event.type === 'filled') {
      told.end = 'filled';
      told.filler = event.account;
      told.filledAmount = event.amount;
      told.fillTransaction = event.transaction;
      told.filledAtMs = event.blockTimeMs;
      told.endBlock = event.blockNumber;
    } else if (event.type === 'returned') {
      told.end = event.home === null ? ('returned' satisfies SwapEnd) : 'sentHome';
      told.returnTransaction = event.transaction;
      told.endBlock = event.blockNumber;
    }
  }
  return told;
}

/** What became of the message that a return home sent, by the states of its own order. */
const FATES: Readonly<Partial<Record<OrderRow['state'], SwapRow['homeward']>>> = {
  completed: 'delivered',
  refunded: 'paidBack',
};

/** When a swap that nobody filled ended, Unix milliseconds; undefined for another, within the caller's job. */
export function* returnedAt({ tables }: BridgeContext, swap: SwapRow): TxScript<number | undefined> {
  const { swapId, family, domain, returnTransaction } = swap;
  if (returnTransaction === null) return undefined;
  const events = yield* all(swapStatements(tables).events, { swapId, family, domain });
  return events.find(({ type }) => type === 'returned')?.blockTimeMs;
}

/** The fate of what a return sent home, within the caller's job. */
export function* homewardOf({ tables }: BridgeContext, swap: SwapRow): TxScript<SwapRow['homeward']> {
  if (swap.end !== 'sentHome' || swap.returnTransaction === null) return 'underway';
  const { swapId, domain, returnTransaction: transaction } = swap;
  const terms = decodeTerms(swap.terms);
  if (!terms.ok) throw new Error(terms.error.message);
  const { homeAddress } = terms.value;
  // Who finishes a swap can send as much as it likes under the swap's id beside the return, to anybody. Only more than
  // the return, to the same address, would be taken for it.
  let sent: OrderRow | undefined;
  for (const order of yield* all(swapStatements(tables).homeward, { swapId, domain, transaction, homeAddress })) {
    if (sent === undefined || order.wireAmount > sent.wireAmount) sent = order;
  }
  return (sent && FATES[sent.state]) ?? 'underway';
}

/** The facts of a swap that its order's events show. */
export const shownFacts = (swap: SwapRow) => ({
  filledAmount: swap.filledAmount === null ? null : formatDecimal(swap.filledAmount, swap.outDecimals),
  fillTransaction: swap.fillTransaction,
  settled: swap.settled,
  solver: swap.filler,
  returnTransaction: swap.returnTransaction,
});
