import { ORDER_STATES } from '@causeway/protocol';
import Type from 'typebox';
import { success, successPage, successPageSchema, successSchema } from '../../../http/envelope.ts';
import { unwrap } from '../../../http/errors.ts';
import { notModified } from '../../../http/etag.ts';
import { pageQuery, readPage } from '../../../http/pagination.ts';
import { problemResponses } from '../../../http/problem.ts';
import type { App } from '../../../http/types.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { ORDER_ROUTE_ERRORS } from '../errors.ts';
import { order, orderBalance, orderDetail } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import { orderEtag, orderParams } from './shared.ts';

const listQuery = Type.Object({ ...pageQuery.properties, status: Type.Optional(Type.Enum([...ORDER_STATES])) });

/** GET /orders, /orders/{id} and /orders/{id}/check-balance. */
export function readOrderRoutes(app: App, orders: OrderService): void {
  app.get(
    '/orders',
    {
      config: { access: 'orders:read' },
      schema: {
        operationId: 'listOrders',
        tags: ['Orders'],
        summary: 'List your orders, newest first',
        security: [{ bearer: [] }],
        querystring: listQuery,
        response: { 200: successPageSchema(order), ...problemResponses(ORDER_ROUTE_ERRORS, 400, 401, 403, 429) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { status } = request.query;
      const page = await readPage(request.query, async (cursor, limit) =>
        unwrap(await orders.list(caller, status, cursor, limit)),
      );
      return successPage(
        page.items.map((seen) => orders.view(seen)),
        page.nextCursor,
      );
    },
  );

  app.get(
    '/orders/:id',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getOrder',
        tags: ['Orders'],
        summary: 'Read an order',
        description: 'Its on-chain facts are public; with the token of the one who ordered, all of it.',
        security: [{}, { bearer: [] }],
        params: orderParams,
        response: {
          200: successSchema(orderDetail),
          304: Type.Null(),
          ...problemResponses(ORDER_ROUTE_ERRORS, 400, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const seen = unwrap(await orders.get(request.params.id, request.caller));
      const evidence = await orders.evidence(seen);
      reply.header('vary', 'authorization');
      if (notModified(request, reply, orderEtag(seen, evidence))) return reply.code(304).send(null);
      return success({ ...orders.view(seen), ...evidence });
    },
  );

  app.get(
    '/orders/:id/check-balance',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'checkOrderBalance',
        tags: ['Orders'],
        summary: 'Follow an order: status, progress, live balances, time left',
        security: [{}, { bearer: [] }],
        params: orderParams,
        response: { 200: successSchema(orderBalance), ...problemResponses(ORDER_ROUTE_ERRORS, 400, 404, 429) },
      },
    },
    async (request, reply) => {
      const seen = unwrap(await orders.get(request.params.id, request.caller));
      reply.header('vary', 'authorization');
      return success(await orders.balance(seen));
    },
  );
}
