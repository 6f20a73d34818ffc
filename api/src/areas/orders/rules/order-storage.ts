import { ok } from '@causeway/protocol';
import type { NewOrder, OrderRow } from '@causeway/storage';
import { sharedAvatarLock } from '@causeway/storage/avatars';
import {
  finishKey,
  idempotencyLock,
  type Lock,
  memoize,
  nothing,
  type TxScript,
  together,
} from '@causeway/storage/jobs';
import {
  countOpenOrders,
  createOrder,
  findOrder,
  isAs,
  orderLock,
  swapOf,
  transitionOrder,
  updateOrder,
} from '@causeway/storage/orders';
import { limitLock } from '@causeway/storage/wallets';
import {
  failureOf,
  frozenOf,
  type PayingStores,
  recordSpend,
  refusedSpend,
  reservedFunds,
  spendLocks,
  type WithWallets,
} from '../../wallets/index.ts';
import type { CreationLimits, Idempotent, LimitExceeded, OrderStorage } from './orders.ts';

type Stores = PayingStores & { readonly orders: Omit<OrderStorage, 'createWithin' | 'transitionPaid' | 'updatePaid'> };

/** The limit that `order` would exceed. */
function* exceeded(
  stores: Stores,
  { maxOpen, household, funds, spend }: CreationLimits,
  { avatarId, wireAmount }: NewOrder,
): TxScript<LimitExceeded | undefined> {
  const bridged = funds?.holding.bridged;
  if (bridged === null) throw new RangeError('an order takes an asset that is bridged');
  const [frozen, open, refused, sum] = yield* together(
    avatarId === null ? nothing() : frozenOf(stores, { avatarId, address: null }),
    avatarId === null ? nothing() : countOpenOrders(stores.bridge, household ?? [avatarId], maxOpen),
    spend ? refusedSpend(stores, spend) : nothing(),
    funds ? reservedFunds(stores, funds) : nothing(),
  );
  if (frozen) return { code: 'FROZEN', frozen };
  if (open !== undefined && open >= maxOpen) return { code: 'TOO_MANY_OPEN' };
  if (refused || funds === undefined || bridged === undefined || sum === undefined) return refused;
  return sum + wireAmount * bridged.unit > funds.free ? { code: 'FUNDS_RESERVED', reserved: sum } : undefined;
}

/** The order, unless its orderer or `payer` is frozen: then it has ended. */
function* unlessFrozen(stores: Stores, order: OrderRow, payer: string): TxScript<OrderRow | undefined> {
  if (order.avatarId === null) return order;
  const frozen = yield* frozenOf(stores, { avatarId: order.avatarId, address: payer });
  if (frozen === undefined) return order;
  yield* transitionOrder(stores.bridge, order.id, 'expired', failureOf(frozen));
  return undefined;
}

/**
 * What a creation decides by: that nobody is frozen, how many orders the account and the orderer have open, and what
 * the order takes from a wallet.
 */
function creationLocks(
  { household = [], funds, spend }: CreationLimits,
  { avatarId }: NewOrder,
  idempotent: Idempotent | undefined,
): readonly Lock[] {
  const [account] = household;
  return [
    ...[account, avatarId].flatMap((id) => (id ? [sharedAvatarLock(id), limitLock(id)] : [])),
    ...spendLocks(spend, funds),
    ...(idempotent ? [idempotencyLock(idempotent)] : []),
  ];
}

/** An open database with the jobs over orders and wallets in the place of their tables. */
export type WithOrders = Omit<WithWallets, 'orders'> & { readonly orders: OrderStorage };

/** The jobs over orders in an open database. */
export const orderStorage = memoize((stores: Stores): OrderStorage => {
  const { write } = stores.bridge;
  return {
    ...stores.orders,

    createWithin: (limits, order, idempotent) =>
      write(
        'full',
        function* () {
          const error = yield* exceeded(stores, limits, order);
          if (error) return { ok: false, error } as const;
          const created = yield* createOrder(stores.bridge, order);
          if (limits.spend) yield* recordSpend(stores, limits.spend, created.id);
          if (idempotent) {
            const answer = idempotent.answer(created, yield* swapOf(stores.bridge, created));
            yield* finishKey(stores.wallets.context, idempotent, answer);
          }
          return ok(created);
        },
        { locks: creationLocks(limits, order, idempotent) },
      ),

    transitionPaid: (id, trigger, patch, { payer, fence, ...expected }) =>
      write(
        'full',
        function* () {
          const order = yield* findOrder(stores.bridge, id);
          if (order === undefined || !isAs(order, expected)) return undefined;
          if ((yield* unlessFrozen(stores, order, payer)) === undefined) return undefined;
          return yield* transitionOrder(stores.bridge, id, trigger, patch, expected);
        },
        { fence, locks: [orderLock(id)] },
      ),

    updatePaid: (id, patch, { payer, fence }) =>
      write(
        'full',
        function* () {
          const order = yield* findOrder(stores.bridge, id);
          const isPaid = order && (yield* unlessFrozen(stores, order, payer)) !== undefined;
          return isPaid ? yield* updateOrder(stores.bridge, id, patch) : undefined;
        },
        { fence, locks: [orderLock(id)] },
      ),
  };
});
