import type { App } from '../../../http/types.ts';
import type { OrderService } from '../service.ts';
import { cancelOrderRoute } from './cancel.ts';
import { createOrderRoute } from './create.ts';
import { orderEventsRoute } from './events.ts';
import { readOrderRoutes } from './read.ts';

/** Every route under /orders; `prefix` is where they are mounted. */
export function orderRoutes(app: App, orders: OrderService, prefix: string): void {
  createOrderRoute(app, orders, prefix);
  readOrderRoutes(app, orders);
  orderEventsRoute(app, orders);
  cancelOrderRoute(app, orders);
}
