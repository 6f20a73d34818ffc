import { ORDER_STATES, type OrderState } from '@causeway/protocol';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { pageOf } from '../core/page.ts';
import { all, first, type TxScript } from '../core/steps.ts';
import { toMessageRow } from './chain-rows.ts';
import type { BridgeContext } from './context.ts';
import { matchLock } from './order-match.ts';
import { createOrder, transitionOrder, updateOrder } from './order-steps.ts';
import type { OrderFact, OrderRepository, OrderRow } from './orders.ts';

/** OrderRepository over the orders table. */
export function createOrderRepository(context: BridgeContext): OrderRepository {
  const { statements, read, write } = context;
  const { orders } = context.tables;
  const find = (id: string): TxScript<OrderRow | undefined> => first(statements.orderById, { id });

  const hasFact = (fact: OrderFact) => {
    if ('messageId' in fact) {
      return or(eq(orders.messageId, fact.messageId), eq(orders.cancelMessageId, fact.messageId));
    }
    if ('reference' in fact) return eq(orders.reference, fact.reference);
    const { transaction } = fact;
    return or(
      eq(orders.lockTransaction, transaction),
      eq(orders.mintTransaction, transaction),
      eq(orders.refundTransaction, transaction),
    );
  };

  return {
    create: (order) => write('full', () => createOrder(context, order)),

    get: (id) => read(() => find(id)),

    byMessage: (messageId) => read(() => first(statements.orderByMessage, { id: messageId })),

    withFact: (fact, after, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(orders)
            .where(and(hasFact(fact), after === null ? undefined : lt(orders.id, after)))
            .orderBy(desc(orders.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

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
        const counted =
          avatarId === undefined ? yield* all(statements.byState) : yield* all(statements.byStateOf, { avatarId });
        const none = ORDER_STATES.map((state) => [state, 0] as const);
        const some = counted.map(({ state, orders }) => [state, orders] as const);
        return Object.fromEntries([...none, ...some]) as Record<OrderState, number>;
      }),

    list: ({ avatarId, state }, after, limit, skip = 0) =>
      read(function* () {
        const has = { avatarId: avatarId !== undefined, state: state !== undefined, after: after !== null };
        const rows = yield* all(statements.listed(has), { avatarId, state, after, limit: limit + 1, skip });
        return pageOf(rows, limit);
      }),

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

    atAddress: ({ domain, address }, cursor, limit, skip = 0) =>
      read(function* () {
        const place = or(
          and(eq(orders.recipient, address), eq(orders.destination, domain)),
          and(eq(orders.sender, address), eq(orders.source, domain)),
        );
        const rows = yield* all((db) =>
          db
            .select()
            .from(orders)
            .where(and(place, cursor === null ? undefined : lt(orders.id, cursor)))
            .orderBy(desc(orders.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    transition: (id, trigger, patch, expected = {}) =>
      write('full', () => transitionOrder(context, id, trigger, patch, expected), expected),

    update: (id, patch, expected = {}) => write('full', () => updateOrder(context, id, patch), expected),

    matchLock: (row, requiredConfirmations, requiredSignatures, fenced) =>
      write('full', () => matchLock(context, row, requiredConfirmations, requiredSignatures), fenced),

    unmatched: (family, source, limit) =>
      read(function* () {
        const rows = yield* all(statements.unmatched, { family, source, limit });
        return rows.map(toMessageRow);
      }),
  };
}
