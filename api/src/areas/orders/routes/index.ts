import type { Router } from '../../../http/route.ts';
import type { OrderService } from '../service.ts';
import { cancelOrderRoute } from './cancel.ts';
import { claimOrderRoute } from './claim.ts';
import { createOrderRoute } from './create.ts';
import { orderEventsRoute } from './events.ts';
import { explorerRoutes } from './explorer.ts';
import { findOrderRoutes } from './find.ts';
import { quoteRoute } from './quote.ts';
import { readOrderRoutes } from './read.ts';
import { swapRoutes } from './swaps.ts';

/** Every route under /orders, /explorer, /quote and /swaps. */
export function orderRoutes(router: Router, orders: OrderService): void {
  createOrderRoute(router, orders);
  readOrderRoutes(router, orders);
  findOrderRoutes(router, orders);
  orderEventsRoute(router, orders);
  explorerRoutes(router, orders);
  cancelOrderRoute(router, orders);
  claimOrderRoute(router, orders);
  quoteRoute(router, orders);
  swapRoutes(router, orders);
}
