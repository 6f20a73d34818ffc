import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { market } from '../market/index.ts';
import { wallets } from '../wallets/index.ts';
import { ORDER_ACCESS } from './access.ts';
import { ORDER_ERRORS } from './errors.ts';
import { renderOrderEvent } from './routes/events.ts';
import { orderRoutes } from './routes/index.ts';
import { OrderService } from './service.ts';

/** Interval of checks of open locks, milliseconds. */
const LOCK_ROUND_MS = 500;

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
  topics: { orders: { scope: 'orders:read', render: renderOrderEvent } },
  settings,
  open: ({ storage, bridge, settings: { orders: own }, clock, random, log, use }) =>
    new OrderService({
      storage,
      ...bridge,
      wallets: use(wallets).directory,
      transferWorker: use(wallets).worker,
      spending: use(wallets).spending,
      rates: use(market).rates,
      clock,
      random,
      ...own,
      log,
    }),
  register: orderRoutes,
  start: (service) => service.locks.start(LOCK_ROUND_MS),
  close: (service) => service.locks.stop(),
});
