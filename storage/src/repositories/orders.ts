import { FINAL_STATES, KIND, ZERO_32 } from '@causeway/protocol';
import { and, asc, count, desc, eq, inArray, lt, lte, notInArray } from 'drizzle-orm';
import type { Context } from '../database.ts';
import type { Expected, OrderRepository, OrderRow } from '../repositories.ts';
import { messages, orders } from '../schema.ts';
import { toMessageRow } from './chain-rows.ts';
import { finishKey } from './idempotency.ts';
import { insertOrder, matchLock, requireReference } from './order-match.ts';
import { applyTransition, changes, writeOrder } from './order-transition.ts';

function isAs(order: OrderRow, expected: Expected): boolean {
  if (expected.version !== undefined && expected.version !== order.version) return false;
  return expected.states === undefined || expected.states.includes(order.state);
}

/** OrderRepository over the orders table: the only writer of an order's state. */
export function createOrderRepository(context: Context): OrderRepository {
  const { db, statements, write } = context;
  const find = (id: string): OrderRow | undefined => statements.orderById.get({ id });

  return {
    create: (order, idempotent) =>
      write('full', () => {
        requireReference(order);
        const created = insertOrder(context, order);
        if (idempotent !== undefined) finishKey(db, idempotent, idempotent.answer(created));
        return created;
      }),

    get: async (id) => find(id),

    byMessage: async (messageId) => statements.orderByMessage.get({ id: messageId }),

    async byReference(reference) {
      if (reference === ZERO_32) return undefined;
      return db
        .select()
        .from(orders)
        .where(eq(orders.reference, reference))
        .orderBy(asc(orders.origin), asc(orders.id))
        .limit(1)
        .get();
    },

    inStates: async (states, limit) =>
      db
        .select()
        .from(orders)
        .where(inArray(orders.state, [...states]))
        .orderBy(asc(orders.id))
        .limit(limit)
        .all(),

    overdue: async (nowMs, limit) =>
      db
        .select()
        .from(orders)
        .where(and(inArray(orders.state, ['created', 'locking']), lte(orders.expiresAtMs, nowMs)))
        .orderBy(asc(orders.id))
        .limit(limit)
        .all(),

    async countOpen(avatarId) {
      const open = and(eq(orders.avatarId, avatarId), notInArray(orders.state, [...FINAL_STATES]));
      return db.select({ open: count() }).from(orders).where(open).get()?.open ?? 0;
    },

    async list({ avatarId, state }, cursor, limit) {
      const rows = db
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
        .limit(limit + 1)
        .all();
      const items = rows.slice(0, limit);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    transition: (id, trigger, patch, expected = {}) =>
      write('full', () => {
        const order = find(id);
        if (order === undefined || !isAs(order, expected)) return undefined;
        return applyTransition(context, order, trigger, patch);
      }),

    update: (id, patch) =>
      write('full', () => {
        const order = find(id);
        if (order === undefined) return undefined;
        const changed = changes(order, patch);
        if (Object.keys(changed).length === 0) return order;
        return writeOrder(context, order, changed);
      }),

    matchLock: (row, requiredConfirmations, requiredSignatures) =>
      write('full', () => matchLock(context, row, requiredConfirmations, requiredSignatures)),

    unmatched: async (limit) =>
      db
        .select()
        .from(messages)
        .where(and(eq(messages.matched, false), inArray(messages.kind, [KIND.lock, KIND.burn])))
        .orderBy(asc(messages.blockTimeMs), asc(messages.source), asc(messages.nonce))
        .limit(limit)
        .all()
        .map(toMessageRow),
  };
}
