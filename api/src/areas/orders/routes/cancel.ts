import Type from 'typebox';
import { success, successSchema } from '../../../http/envelope.ts';
import { unwrap } from '../../../http/errors.ts';
import { ifMatchHeaders, requireIfMatch } from '../../../http/etag.ts';
import { problemResponses } from '../../../http/problem.ts';
import type { App } from '../../../http/types.ts';
import { idempotencyHeaders } from '../../../plugins/app/idempotency.ts';
import { ORDER_ROUTE_ERRORS } from '../errors.ts';
import { order } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import { orderEtag, orderParams } from './shared.ts';

/** POST /orders/{id}/cancel: ends an order before its lock. */
export function cancelOrderRoute(app: App, orders: OrderService): void {
  app.post(
    '/orders/:id/cancel',
    {
      config: { access: 'orders:write' },
      schema: {
        operationId: 'cancelOrder',
        tags: ['Orders'],
        summary: 'Cancel an order before its lock',
        description: 'Only while it is `created`. A lock that is seen all the same revives the order.',
        security: [{ bearer: [] }],
        headers: Type.Object({ ...idempotencyHeaders, ...ifMatchHeaders }),
        params: orderParams,
        response: {
          200: successSchema(order),
          ...problemResponses(ORDER_ROUTE_ERRORS, 400, 401, 403, 404, 409, 412, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const seen = unwrap(await orders.get(request.params.id, request.caller));
      const evidence = await orders.evidence(seen);
      requireIfMatch(request, orderEtag(seen, evidence));
      const row = unwrap(await orders.cancel(seen));
      const after = { ...seen, row };
      reply.header('etag', orderEtag(after, evidence));
      return success(orders.view(after), 'cancelled');
    },
  );
}
