import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { avatars } from '../avatars/index.ts';
import { market } from '../market/index.ts';
import { offers } from '../offers/index.ts';
import { walletStorage, wallets } from '../wallets/index.ts';
import { ORDER_ACCESS } from './access.ts';
import { ORDER_ERRORS } from './errors.ts';
import { renderOrderEvent, renderSwapEvent } from './routes/events.ts';
import { orderRoutes } from './routes/index.ts';
import { orderStorage } from './rules/order-storage.ts';
import { OrderService } from './service.ts';

export { EXAMPLE as ORDER_EXAMPLE } from './examples.ts';
export { order } from './schemas.ts';
export type { OrderService } from './service.ts';
export type { SeenOrder } from './view.ts';

/** Interval of checks of open locks, milliseconds. */
const LOCK_ROUND_MS = 500;
/** Interval of searches for open work of frozen accounts and wallets, milliseconds. */
const FROZEN_ROUND_MS = 30_000;

const settings = {
  orders: z
    .strictObject({
      expiresInMinutes: z.int().min(1).max(1_440).default(60),
      /** Limit of open orders per caller. */
      maxOpen: z.int().min(1).default(1_000),
    })
    .prefault({}),
};

/** Bridge orders. */
export const orders = defineArea({
  name: 'orders',
  tag: { name: 'Orders', description: 'Bridge orders: create, follow, cancel.' },
  errors: ORDER_ERRORS,
  access: ORDER_ACCESS,
  topics: {
    orders: { scope: 'orders:read', render: renderOrderEvent },
    swaps: { scope: 'offers:write', render: renderSwapEvent },
  },
  settings,
  open({ storage, bridge, settings: { orders: own }, clock, random, log, use }) {
    const { directory, worker: transferWorker, service: walletService, spending, onFrozen } = use(wallets);
    const orderService = new OrderService({
      storage: { ...storage, wallets: walletStorage(storage), orders: orderStorage(storage) },
      ...bridge,
      wallets: directory,
      transferWorker,
      spending,
      sendersOf: (wallet) => walletService.endingsOf(wallet).map(({ address32 }) => address32),
      rates: use(market).rates,
      swaps: use(offers),
      clock,
      random,
      ...own,
      log,
    });
    use(avatars).freezes.onFrozen((avatarId) => orderService.frozen.ofAccount(avatarId));
    onFrozen.push((wallet) => orderService.frozen.ofWallet(wallet));
    return orderService;
  },
  register: orderRoutes,
  metrics: (registry, service) => service.measure(registry),
  async start(service) {
    await service.locks.start(LOCK_ROUND_MS);
    await service.frozen.rounds.start(FROZEN_ROUND_MS);
  },
  async close(service) {
    await service.frozen.rounds.stop();
    await service.locks.stop();
  },
});
