import { KIND, ORDER_STATES, type OrderState } from '@causeway/protocol';
import { and, asc, desc, eq, inArray, lt, lte } from 'drizzle-orm';
import { finishKey, idempotencyTables } from '../core/idempotency.ts';
import type { Kit } from '../core/kit.ts';
import { all, first, type Steps } from '../core/steps.ts';
import { toMessageRow } from './chain-rows.ts';
import type { BridgeContext } from './context.ts';
import { insertOrder, matchLock, requireReference } from './order-match.ts';
import { applyTransition, changes, writeOrder } from './order-transition.ts';
import type { Expected, Idempotent, NewOrder, OrderRepository, OrderRow } from './orders.ts';

function isAs(order: OrderRow, expected: Expected): boolean {
  if (expected.version !== undefined && expected.version !== order.version) return false;
  return expected.states === undefined || expected.states.includes(order.state);
}

/** OrderRepository over the orders table. Creations with an idempotency key need the tables of idempotency keys. */
export function createOrderRepository(context: BridgeContext, kit: Kit): OrderRepository {
  const { statements, read, write } = context;
  const { orders, messages } = context.tables;
  const keyTables = idempotencyTables(kit);
  const find = (id: string): Steps<OrderRow | undefined> => first(statements.orderById, { id });

  function* create(order: NewOrder, idempotent: Idempotent | undefined): Steps<OrderRow> {
    requireReference(order);
    const created = yield* insertOrder(context, order);
    if (idempotent !== undefined) yield* finishKey(keyTables, idempotent, idempotent.answer(created));
    return created;
  }

  function* countOpen(avatarId: string): Steps<number> {
    return (yield* first(statements.openOf, { avatarId }))?.open ?? 0;
  }

  return {
    create: (order, idempotent) => write('full', () => create(order, idempotent)),

    createWithin: (maxOpen, order, idempotent) =>
      write('full', function* () {
        const open = order.avatarId === null ? 0 : yield* countOpen(order.avatarId);
        return open < maxOpen ? yield* create(order, idempotent) : undefined;
      }),

    get: (id) => read(() => find(id)),

    byMessage: (messageId) => read(() => first(statements.orderByMessage, { id: messageId })),

    async inStates(states, limit) {
      const statement = statements.inStates[states.length - 1];
      if (statement === undefined) return [];
      const named = Object.fromEntries(states.map((state, number) => [`state${number}`, state]));
      return read(() => all(statement, { ...named, limit }));
    },

    overdue: (nowMs, limit) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(orders)
            .where(and(inArray(orders.state, ['created', 'locking']), lte(orders.expiresAtMs, nowMs)))
            .orderBy(asc(orders.id))
            .limit(limit),
        ),
      ),

    countOpen: (avatarId) => read(() => countOpen(avatarId)),

    countByState: () =>
      read(function* () {
        const counted = yield* all(statements.byState);
        const none = ORDER_STATES.map((state) => [state, 0] as const);
        const some = counted.map(({ state, orders }) => [state, orders] as const);
        return Object.fromEntries([...none, ...some]) as Record<OrderState, number>;
      }),

    owed: (wallet) =>
      read(function* () {
        return (yield* first(statements.owed, { ...wallet }))?.wireAmount ?? 0n;
      }),

    list: ({ avatarId, state }, cursor, limit) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(orders)
            .where(
              and(
                avatarId === undefined ? undefined : eq(orders.avatarId, avatarId),
                state === undefined ? undefined : eq(orders.state, state),
                cursor === null ? undefined : lt(orders.id, cursor),
              ),
            )
            .orderBy(desc(orders.id))
            .limit(limit + 1),
        );
        const items = rows.slice(0, limit);
        return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
      }),

    transition: (id, trigger, patch, expected = {}) =>
      write(
        'full',
        function* () {
          const order = yield* find(id);
          if (order === undefined || !isAs(order, expected)) return undefined;
          return yield* applyTransition(context, order, trigger, patch);
        },
        expected,
      ),

    update: (id, patch, fenced) =>
      write(
        'full',
        function* () {
          const order = yield* find(id);
          if (order === undefined) return undefined;
          const changed = changes(order, patch);
          if (Object.keys(changed).length === 0) return order;
          return yield* writeOrder(context, order, changed);
        },
        fenced,
      ),

    matchLock: (row, requiredConfirmations, requiredSignatures, fenced) =>
      write('full', () => matchLock(context, row, requiredConfirmations, requiredSignatures), fenced),

    unmatched: (family, source, limit) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(messages)
            .where(
              and(
                eq(messages.matched, false),
                eq(messages.family, family),
                eq(messages.source, source),
                inArray(messages.kind, [KIND.lock, KIND.burn]),
              ),
            )
            .orderBy(asc(messages.blockTimeMs), asc(messages.nonce))
            .limit(limit),
        );
        return rows.map(toMessageRow);
      }),
  };
}
