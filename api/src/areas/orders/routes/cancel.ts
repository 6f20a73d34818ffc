import { unwrap } from '../../../http/errors/errors.ts';
import { expectedVersions } from '../../../http/requests/etag.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { order } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import { orderEtag, orderParams } from './shared.ts';

/** POST /orders/{id}/cancel: ends an order before its lock. */
export function cancelOrderRoute(router: Router, orders: OrderService): void {
  router.route('cancelOrder', 'POST /orders/:id/cancel', {
    summary: 'Cancel an order before its lock',
    description: 'Only while it is `created`. A lock that is seen later revives the order.',
    etag: true,
    params: orderParams,
    success: { description: 'The order, which has ended.', schema: successSchema(order) },
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_CANCELLABLE'],
    handle: async (request, reply) => {
      const seen = unwrap(await orders.cancel(request.params.id, callerOf(request), expectedVersions(request)));
      reply.header('etag', orderEtag(seen, await orders.evidence(seen)));
      return success(orders.view(seen), 'cancelled');
    },
  });
}
