import { ORDER_STATES, type OrderState, ok } from '@causeway/protocol';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { owed } from '../core/debts.ts';
import { failureOf, frozenOf } from '../core/freezes.ts';
import { finishKey } from '../core/idempotency.ts';
import type { Kit } from '../core/kit.ts';
import { pageOf } from '../core/page.ts';
import { ledgerOf } from '../core/spending.ts';
import { all, first, type Steps } from '../core/steps.ts';
import { toMessageRow } from './chain-rows.ts';
import type { BridgeContext } from './context.ts';
import { insertOrder, matchLock, requireReference } from './order-match.ts';
import { applyTransition, changes, writeOrder } from './order-transition.ts';
import type {
  CreationLimits,
  Expected,
  Idempotent,
  LimitExceeded,
  NewOrder,
  OrderFact,
  OrderRepository,
  OrderRow,
} from './orders.ts';

function isAs(order: OrderRow, expected: Expected): boolean {
  const { versions = [order.version], states = [order.state] } = expected;
  return versions.includes(order.version) && states.includes(order.state);
}

/** OrderRepository over the orders table. Creations with an idempotency key need the tables of idempotency keys. */
export function createOrderRepository(context: BridgeContext, kit: Kit): OrderRepository {
  const { statements, read, write } = context;
  const { orders } = context.tables;
  const find = (id: string): Steps<OrderRow | undefined> => first(statements.orderById, { id });

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

  function* create(order: NewOrder, idempotent: Idempotent | undefined): Steps<OrderRow> {
    requireReference(order);
    const created = yield* insertOrder(context, order);
    if (idempotent !== undefined) yield* finishKey({ engine: { kit } }, idempotent, idempotent.answer(created));
    return created;
  }

  context.debts.push(function* ({ domain: source, sender, bridged }, asOf) {
    if (bridged === null) return 0n;
    const { family, assetHome, unit } = bridged;
    const wallet = { family, source, assetHome, sender };
    const waiting = (yield* first(statements.owed, wallet))?.wireAmount ?? 0n;
    const justLocked = (yield* first(statements.lockedSince, { ...wallet, seq: asOf }))?.wireAmount ?? 0n;
    return (waiting + justLocked) * unit;
  });
  // Fees are paid in the coin, whatever asset an order moves.
  context.debts.push(function* ({ domain: source, sender, token }, asOf) {
    if (token !== null) return 0n;
    const waiting = (yield* first(statements.feesOwed, { source, sender }))?.fees ?? 0n;
    const justPaid = (yield* first(statements.feesPaidSince, { source, sender, seq: asOf }))?.fees ?? 0n;
    return waiting + justPaid;
  });

  /** The limit that `order` would exceed. */
  function* exceeded(
    { maxOpen, household, funds, spend }: CreationLimits,
    order: NewOrder,
  ): Steps<LimitExceeded | undefined> {
    const { avatarId, wireAmount } = order;
    if (avatarId !== null) {
      const frozen = yield* frozenOf(context.freezes, { avatarId, address: null });
      if (frozen) return { code: 'FROZEN', frozen };
      const avatarIds = JSON.stringify(household ?? [avatarId]);
      const open = (yield* first(statements.openOf, { avatarIds, most: maxOpen }))?.open ?? 0;
      if (open >= maxOpen) return { code: 'TOO_MANY_OPEN' };
    }
    const refused = spend && (yield* ledgerOf(context.ledgers).refused(spend));
    if (refused !== undefined || funds === undefined) return refused;
    const { bridged } = funds.holding;
    if (bridged === null) throw new RangeError('an order takes an asset that is bridged');
    const sum = yield* owed(context.debts, funds);
    return sum + wireAmount * bridged.unit > funds.free ? { code: 'OWES_TOO_MUCH', owed: sum } : undefined;
  }

  /** True when `payer` or the orderer is frozen; the order has ended then. */
  function* isStopped(order: OrderRow, payer: string | undefined): Steps<boolean> {
    const { avatarId } = order;
    if (payer === undefined || avatarId === null) return false;
    const frozen = yield* frozenOf(context.freezes, { avatarId, address: payer });
    if (frozen) yield* applyTransition(context, order, 'expired', failureOf(frozen));
    return frozen !== undefined;
  }

  return {
    create: (order, idempotent) => write('full', () => create(order, idempotent)),

    createWithin: (limits, order, idempotent) =>
      write('full', function* () {
        const error = yield* exceeded(limits, order);
        if (error) return { ok: false, error } as const;
        const created = yield* create(order, idempotent);
        if (limits.spend) yield* ledgerOf(context.ledgers).record(limits.spend, created.id);
        return ok(created);
      }),

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
      write(
        'full',
        function* () {
          const order = yield* find(id);
          if (order === undefined || !isAs(order, expected)) return undefined;
          if (yield* isStopped(order, expected.payer)) return undefined;
          return yield* applyTransition(context, order, trigger, patch);
        },
        expected,
      ),

    update: (id, patch, expected = {}) =>
      write(
        'full',
        function* () {
          const order = yield* find(id);
          if (order === undefined || (yield* isStopped(order, expected.payer))) return undefined;
          const changed = changes(order, patch);
          if (Object.keys(changed).length === 0) return order;
          return yield* writeOrder(context, order, changed);
        },
        expected,
      ),

    matchLock: (row, requiredConfirmations, requiredSignatures, fenced) =>
      write('full', () => matchLock(context, row, requiredConfirmations, requiredSignatures), fenced),

    unmatched: (family, source, limit) =>
      read(function* () {
        const rows = yield* all(statements.unmatched, { family, source, limit });
        return rows.map(toMessageRow);
      }),
  };
}
