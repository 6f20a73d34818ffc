import type { Hex } from '@causeway/protocol';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import { firstIdOf } from '../core/ids.ts';
import { readLocked } from '../core/read-locked.ts';
import { all, allOfEach, first, run, send, type TxScript } from '../core/steps.ts';
import { fromPosition } from './chain-rows.ts';
import type { BridgeContext } from './context.ts';
import { orderLock, viewLock } from './locks.ts';
import { refreshSwap } from './order-transition.ts';
import type { SwapRow } from './swap-row.ts';
import { swapStatements } from './swap-steps.ts';
import type { OpenSwapFilter, ScannedSwapEvent, SwapOrder, SwapRepository, SwapScanRow } from './swaps.ts';

/** Statuses after which no solver can do anything for an order. */
const NOBODY_FILLS = ['completed', 'returning', 'returned', 'refunded', 'expired'] as const;

/** How long after its order, and after its deadline, a swap may be filled whose lock is not seen yet, milliseconds. */
const UNSEEN = { orderedMs: 2 * 86_400_000, deadlineMs: 3_600_000 } as const;

/** SwapRepository over the swaps, their settlers' events, and how far these were read. */
export function createSwapRepository(context: BridgeContext): SwapRepository {
  const { read, write, tables, clock } = context;
  const { swaps, swapScans } = tables;

  return {
    of: (orderIds) =>
      read(function* () {
        if (orderIds.length === 0) return new Map();
        const rows = yield* all((db) =>
          db
            .select()
            .from(swaps)
            .where(inArray(swaps.orderId, [...orderIds])),
        );
        return new Map(rows.map((row) => [row.orderId, row]));
      }),

    scanFrom: (family, domain) =>
      read(function* () {
        const nowMs = clock.now();
        const ofBridge = and(eq(swaps.family, family), eq(swaps.domain, domain));
        const watched = yield* oldestBlock(context, and(ofBridge, gt(swaps.watchedUntilMs, nowMs)));
        if (watched === undefined) return undefined;
        const scan = yield* first((db) =>
          db
            .select({ number: swapScans.number })
            .from(swapScans)
            .where(and(eq(swapScans.family, family), eq(swapScans.domain, domain))),
        );
        const scanned = scan?.number ?? 0;
        if (watched <= scanned) return scanned + 1;
        // The blocks in between were passed while nothing was watched, and a solver may see a lock before the relayer.
        const unseen = and(
          ...[gt(swaps.orderId, firstIdOf(nowMs - UNSEEN.orderedMs)), gt(swaps.deadlineMs, nowMs - UNSEEN.deadlineMs)],
          ...[ofBridge, isNull(swaps.watchedUntilMs), eq(swaps.end, 'none')],
        );
        const waiting = yield* oldestBlock(context, unseen);
        return Math.max(Math.min(watched, waiting ?? watched), scanned) + 1;
      }),

    record: (scan, fenced) => write('full', () => record(context, scan), { ...fenced, locks: [viewLock(scan)] }),

    open: (filter, after, limit) =>
      read(() =>
        pairs(context, and(isOpen(context, filter), after === null ? undefined : gt(swaps.orderId, after)), limit),
      ),

    outcomesDue: (limit) => read(() => outcomesDue(context, limit)),
  };
}

/** The oldest block above which the events of such swaps are; undefined without one. */
function* oldestBlock({ tables: { swaps } }: BridgeContext, where: SQL | undefined): TxScript<number | undefined> {
  const [row] = yield* all((db) =>
    db
      .select({ from: min(swaps.fromBlock) })
      .from(swaps)
      .where(where),
  );
  return row === undefined || row.from === null ? undefined : Number(row.from);
}

/** SwapRepository.outcomesDue, within the caller's job. */
export const outcomesDue = (context: BridgeContext, limit: number): TxScript<SwapOrder[]> => {
  const { swaps, orders } = context.tables;
  const isOver = inArray(orders.swapState, [...NOBODY_FILLS]);
  const isLate = and(isNotNull(orders.messageId), lte(swaps.deadlineMs, context.clock.now()));
  return pairs(context, and(sql`${swaps.outcomeDue}`, or(isOver, isLate)), limit);
};

/** Notes that the solver's record has a locked order, or that it does not count, within the caller's job. */
export function* takeOutcome({ tables: { swaps } }: BridgeContext, { orderId }: SwapRow): TxScript<void> {
  yield* run((db) => db.update(swaps).set({ outcomeDue: false }).where(eq(swaps.orderId, orderId)));
}

/** Swaps with their orders, oldest first. */
const pairs = (
  { tables: { swaps, orders } }: BridgeContext,
  where: SQL | undefined,
  limit: number,
): TxScript<SwapOrder[]> =>
  all((db) =>
    db
      .select({ order: orders, swap: swaps })
      .from(swaps)
      .innerJoin(orders, eq(orders.id, swaps.orderId))
      .where(where)
      .orderBy(asc(swaps.orderId))
      .limit(limit),
  );

/** The conditions of open swaps. */
function isOpen({ tables: { swaps, orders } }: BridgeContext, { domain, solverId, accountId }: OpenSwapFilter) {
  const seen = isNotNull(orders.messageId);
  return and(
    inArray(orders.swapState, OPEN_STATUSES),
    accountId === undefined ? seen : or(seen, eq(swaps.solverAccountId, accountId)),
    domain === undefined ? undefined : eq(swaps.domain, domain),
    solverId === undefined ? undefined : eq(swaps.solverId, solverId),
  );
}

/** Statuses of an order that a solver can still fill, or whose input somebody can still return. */
const OPEN_STATUSES = [
  'created',
  'locking',
  'locked',
  'confirming',
  'proving',
  'signing',
  'minting',
  'swapping',
] as const;

/** SwapRepository.record, within the caller's job, which has locked the view. */
function* record(context: BridgeContext, { family, domain, to, finalTo, events }: SwapScanRow): TxScript<SwapOrder[]> {
  const { statements, tables } = context;
  const recorded = yield* first(statements.blockAt, { family, domain, number: to.number });
  if (recorded?.hash !== to.hash) return [];
  const { known, ended } = yield* lockedSwaps(context, { family, domain, finalTo, events });
  const touched = new Map<Hex, SwapRow>();
  for (const event of events) {
    const swap = known.get(event.swapId);
    if (swap === undefined || isOver(swap, context.clock.now())) continue;
    touched.set(event.swapId, swap);
    yield* writeEvent(context, swap, event);
  }
  yield* send(swapStatements(tables).scanned, { family, domain, number: to.number });
  for (const swap of ended) touched.set(swap.swapId, swap);
  const moved: SwapOrder[] = [];
  for (const swap of touched.values()) {
    const refreshed = yield* refreshSwap(context, swap, finalTo);
    if (refreshed) moved.push(refreshed);
  }
  return moved;
}

/** The swaps of the events, and those that ended up to a final block, with their orders locked. */
function* lockedSwaps(
  { tables }: BridgeContext,
  { family, domain, finalTo, events }: Pick<SwapScanRow, 'family' | 'domain' | 'finalTo' | 'events'>,
): TxScript<{ readonly known: ReadonlyMap<Hex, SwapRow>; readonly ended: readonly SwapRow[] }> {
  const { byId, endedUpTo } = swapStatements(tables);
  const ids = [...new Set(events.map(({ swapId }) => swapId))];
  const read = function* () {
    const [named, [ended = []]] = yield* allOfEach(
      [byId, ids.map((swapId) => ({ swapId }))],
      [endedUpTo, [{ family, domain, finalTo }]],
    );
    return { named: named.flat().filter((swap) => swap.family === family && swap.domain === domain), ended };
  };
  const { named, ended } = yield* readLocked(read, (found) =>
    [...found.named, ...found.ended].map(({ orderId }) => orderLock(orderId)),
  );
  return { known: new Map(named.map((swap) => [swap.swapId, swap])), ended };
}

/** True once no event may change a swap: `prune` may have deleted the earlier ones, without which it would be open. */
const isOver = ({ endFinal, watchedUntilMs }: SwapRow, nowMs: number): boolean =>
  endFinal && (watchedUntilMs === null || watchedUntilMs <= nowMs);

/** Writes an event unless it is recorded. */
function* writeEvent(
  { tables }: BridgeContext,
  { family, domain, swapId }: SwapRow,
  { type, account, amount, home, at }: ScannedSwapEvent,
): TxScript<void> {
  const row = { family, domain, swapId, type, account, amount, home, ...fromPosition(at) };
  yield* send(swapStatements(tables).insertEvent, row);
}
