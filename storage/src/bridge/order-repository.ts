import { SWAP_ORDER_STATES, type SwapOrderState } from '@causeway/protocol';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { firstIdOf } from '../core/ids.ts';
import { type Page, pageOf } from '../core/page.ts';
import { all, first, type TxScript } from '../core/steps.ts';
import { BACKLOG_STATES } from './backlog.ts';
import { toMessageRow } from './chain-rows.ts';
import type { BridgeContext } from './context.ts';
import { everyonesOrders } from './explorer-orders.ts';
import { bindingLock, orderLock, sharedViewLock } from './locks.ts';
import { matchLock } from './order-match.ts';
import { createOrder, transitionOrder, updateOrder } from './order-steps.ts';
import type { OrderFact, OrderRepository, OrderRow } from './orders.ts';
import { type Most, newestSwapsPaying, swapsWithTransaction } from './swap-traces.ts';

const newestFirst = (a: OrderRow, b: OrderRow): number => (a.id < b.id ? 1 : -1);

/** OrderRepository over the orders table. */
export function createOrderRepository(context: BridgeContext): OrderRepository {
  const { statements, read, write } = context;
  const { orders } = context.tables;
  const find = (id: string): TxScript<OrderRow | undefined> => first(statements.orderById, { id });

  /** Where an order with this fact is: each place has an index, which `or` between them would not use. */
  const placesOf = (fact: OrderFact, most: Most): readonly (SQL | undefined)[] => {
    if ('messageId' in fact) return [eq(orders.messageId, fact.messageId), eq(orders.cancelMessageId, fact.messageId)];
    if ('reference' in fact) {
      const ofReference = eq(orders.reference, fact.reference);
      // Literals, as the conditions of the indexes have them.
      return [sql`${orders.origin} = 'api'`, sql`${orders.origin} = 'chain'`].map((origin) => and(ofReference, origin));
    }
    const { transaction } = fact;
    return [
      ...[orders.lockTransaction, orders.mintTransaction, orders.refundTransaction].map((one) => eq(one, transaction)),
      ...swapsWithTransaction(context.tables, transaction, most).map((ids) => inArray(orders.id, ids)),
    ];
  };

  /** A page of the orders in any of the places, newest first and each once. */
  function* newestIn(
    placesFor: (most: Most) => readonly (SQL | undefined)[],
    after: string | null,
    limit: number,
    skip: number,
  ): TxScript<Page<OrderRow>> {
    const most = { after, limit: skip + limit + 1 };
    const found = new Map<string, OrderRow>();
    for (const place of placesFor(most)) {
      const rows = yield* all((db) =>
        db
          .select()
          .from(orders)
          .where(and(place, after === null ? undefined : lt(orders.id, after)))
          .orderBy(desc(orders.id))
          .limit(most.limit),
      );
      for (const row of rows) found.set(row.id, row);
    }
    return pageOf([...found.values()].sort(newestFirst).slice(skip, most.limit), limit);
  }

  return {
    // An order with a new id decides nothing.
    create: (order) => write('full', () => createOrder(context, order), { locks: [] }),

    get: (id) => read(() => find(id)),

    byMessage: (messageId) => read(() => first(statements.orderByMessage, { id: messageId })),

    withFact: (fact, after, limit, skip = 0) =>
      read(() => newestIn((most) => placesOf(fact, most), after, limit, skip)),

    async inStates(states, limit, after = '') {
      const statement = statements.inStates[states.length - 1];
      if (statement === undefined) return [];
      const named = Object.fromEntries(states.map((state, number) => [`state${number}`, state]));
      return read(() => all(statement, { ...named, limit, after }));
    },

    unlocked: (after, limit) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(orders)
            .where(
              and(
                eq(orders.state, 'created'),
                eq(orders.custody, 'service'),
                after === null ? undefined : gt(orders.id, after),
              ),
            )
            .orderBy(asc(orders.id))
            .limit(limit),
        ),
      ),

    overdue: (nowMs, limit, after = '') => read(() => all(statements.overdue, { nowMs, limit, after })),

    countByState: (avatarId) =>
      read(function* () {
        const given = avatarId === undefined ? {} : { avatarId };
        const counted = yield* all(avatarId === undefined ? statements.byState : statements.byStateOf, given);
        const swaps = yield* all(avatarId === undefined ? statements.bySwapState : statements.bySwapStateOf, given);
        const counts = Object.fromEntries(SWAP_ORDER_STATES.map((state) => [state, 0])) as Record<
          SwapOrderState,
          number
        >;
        for (const { state, orders } of counted) counts[state] += orders;
        for (const { state, swapState, orders } of swaps) {
          counts[state] -= orders;
          if (swapState !== null) counts[swapState] += orders;
        }
        return counts;
      }),

    backlog: () => read(() => all(statements.backlog, {})),

    list: ({ avatarId, state }, after, limit, skip = 0) =>
      read(function* () {
        const has = { avatarId: avatarId !== undefined, state: state !== undefined, after: after !== null };
        const values = { avatarId, state, after };
        if (state === undefined) {
          return pageOf(yield* all(statements.listed(has), { ...values, limit: limit + 1, skip }), limit);
        }
        // A status is the state of a bridge order or of a swap, and each has its index.
        const most = { ...values, limit: skip + limit + 1, skip: 0 };
        const rows = [
          ...(yield* all(statements.listed(has), most)),
          ...(yield* all(statements.listedSwaps(has), most)),
        ];
        return pageOf(rows.sort(newestFirst).slice(skip, skip + limit + 1), limit);
      }),

    everyones: (filter, after, limit) => read(() => everyonesOrders(context, filter, after, limit)),

    credited: (family, chain, limit) =>
      read(function* () {
        const paid = or(
          and(isNull(orders.refundTransaction), eq(orders.destination, chain)),
          and(isNotNull(orders.refundTransaction), eq(orders.source, chain)),
        );
        return yield* all((db) =>
          db
            .select()
            .from(orders)
            .where(and(eq(orders.credited, true), eq(orders.family, family), paid))
            .orderBy(desc(orders.id))
            .limit(limit),
        );
      }),

    everyCredited: (after, limit) =>
      read(function* () {
        // The condition has the words of the partial index.
        const where = and(sql`${orders.credited}`, after === null ? undefined : lt(orders.id, after));
        const rows = yield* all((db) =>
          db
            .select()
            .from(orders)
            .where(where)
            .orderBy(desc(orders.id))
            .limit(limit + 1),
        );
        return pageOf(rows, limit);
      }),

    troubled: ({ beforeMs, only }, after, limit) =>
      read(function* () {
        const before = firstIdOf(beforeMs);
        const found: OrderRow[] = [];
        // Each state has its index in the order of ids, which is that of creation.
        const states = { failed: ['failed'], stuck: BACKLOG_STATES } as const;
        for (const state of only ? states[only] : [...states.failed, ...states.stuck]) {
          const isOld = state === 'failed' ? undefined : lt(orders.id, before);
          const beyond = after === null ? undefined : gt(orders.id, after);
          found.push(
            ...(yield* all((db) =>
              db
                .select()
                .from(orders)
                .where(and(eq(orders.state, state), isOld, beyond))
                .orderBy(asc(orders.id))
                .limit(limit + 1),
            )),
          );
        }
        return pageOf(found.sort((a, b) => newestFirst(b, a)).slice(0, limit + 1), limit);
      }),

    atAddress: ({ domain, address }, after, limit, skip = 0) =>
      read(() =>
        newestIn(
          (most) => [
            and(eq(orders.recipient, address), eq(orders.destination, domain)),
            and(eq(orders.sender, address), eq(orders.source, domain)),
            inArray(orders.id, newestSwapsPaying(context.tables, domain, address, most)),
          ],
          after,
          limit,
          skip,
        ),
      ),

    transition: (id, trigger, patch, expected = {}) =>
      write('full', () => transitionOrder(context, id, trigger, patch, expected), {
        fence: expected.fence,
        locks: [orderLock(id)],
      }),

    update: (id, patch, { fence } = {}) =>
      write('full', () => updateOrder(context, id, patch), { fence, locks: [orderLock(id)] }),

    matchLock: (row, requiredConfirmations, requiredSignatures, fenced) =>
      write('full', () => matchLock(context, row, requiredConfirmations, requiredSignatures), {
        ...fenced,
        locks: [sharedViewLock({ family: row.family, domain: row.message.source }), bindingLock(row.messageId)],
      }),

    unmatched: (family, source, limit) =>
      read(function* () {
        const rows = yield* all(statements.unmatched, { family, source, limit });
        return rows.map(toMessageRow);
      }),
  };
}
