import { ok } from '@causeway/protocol';
import type { NewOrder, OrderRow } from '@causeway/storage';
import { finishKey, memoize, type TxScript } from '@causeway/storage/jobs';
import {
  countOpenOrders,
  createOrder,
  findOrder,
  isAs,
  swapOf,
  transitionOrder,
  updateOrder,
} from '@causeway/storage/orders';
import {
  failureOf,
  frozenOf,
  type PayingStores,
  recordSpend,
  refusedSpend,
  reservedFunds,
  type WithWallets,
} from '../../wallets/index.ts';
import type { CreationLimits, LimitExceeded, OrderStorage } from './orders.ts';

type Stores = PayingStores & { readonly orders: Omit<OrderStorage, 'createWithin' | 'transitionPaid' | 'updatePaid'> };

/** The limit that `order` would exceed. */
function* exceeded(
  stores: Stores,
  { maxOpen, household, funds, spend }: CreationLimits,
  { avatarId, wireAmount }: NewOrder,
): TxScript<LimitExceeded | undefined> {
  if (avatarId !== null) {
    const frozen = yield* frozenOf(stores, { avatarId, address: null });
    if (frozen) return { code: 'FROZEN', frozen };
    const open = yield* countOpenOrders(stores.bridge, household ?? [avatarId], maxOpen);
    if (open >= maxOpen) return { code: 'TOO_MANY_OPEN' };
  }
  const refused = spend && (yield* refusedSpend(stores, spend));
  if (refused !== undefined || funds === undefined) return refused;
  const { bridged } = funds.holding;
  if (bridged === null) throw new RangeError('an order takes an asset that is bridged');
  const sum = yield* reservedFunds(stores, funds);
  return sum + wireAmount * bridged.unit > funds.free ? { code: 'FUNDS_RESERVED', reserved: sum } : undefined;
}

/** The order, unless its orderer or `payer` is frozen: then it has ended. */
function* unlessFrozen(stores: Stores, id: string, payer: string): TxScript<OrderRow | undefined> {
  const order = yield* findOrder(stores.bridge, id);
  if (order === undefined || order.avatarId === null) return order;
  const frozen = yield* frozenOf(stores, { avatarId: order.avatarId, address: payer });
  if (frozen === undefined) return order;
  yield* transitionOrder(stores.bridge, id, 'expired', failureOf(frozen));
  return undefined;
}

/** An open database with the jobs over orders and wallets in the place of their tables. */
export type WithOrders = Omit<WithWallets, 'orders'> & { readonly orders: OrderStorage };

/** The jobs over orders in an open database. */
export const orderStorage = memoize((stores: Stores): OrderStorage => {
  const { write } = stores.bridge;
  return {
    ...stores.orders,

    createWithin: (limits, order, idempotent) =>
      write('full', function* () {
        const error = yield* exceeded(stores, limits, order);
        if (error) return { ok: false, error } as const;
        const created = yield* createOrder(stores.bridge, order);
        if (idempotent) {
          const answer = idempotent.answer(created, yield* swapOf(stores.bridge, created));
          yield* finishKey(stores.wallets.context, idempotent, answer);
        }
        if (limits.spend) yield* recordSpend(stores, limits.spend, created.id);
        return ok(created);
      }),

    transitionPaid: (id, trigger, patch, { payer, ...expected }) =>
      write(
        'full',
        function* () {
          const order = yield* findOrder(stores.bridge, id);
          if (order === undefined || !isAs(order, expected)) return undefined;
          if ((yield* unlessFrozen(stores, id, payer)) === undefined) return undefined;
          return yield* transitionOrder(stores.bridge, id, trigger, patch, expected);
        },
        expected,
      ),

    updatePaid: (id, patch, { payer, ...fenced }) =>
      write(
        'full',
        function* () {
          const isPaid = (yield* unlessFrozen(stores, id, payer)) !== undefined;
          return isPaid ? yield* updateOrder(stores.bridge, id, patch) : undefined;
        },
        fenced,
      ),
  };
});
