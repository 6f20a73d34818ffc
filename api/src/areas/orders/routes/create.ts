import type { Idempotent, OrderRow } from '@causeway/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { unwrap } from '../../../http/errors.ts';
import { problemResponses } from '../../../http/problem.ts';
import type { App } from '../../../http/types.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { idempotencyHeaders, takeIdempotencyKey } from '../../../plugins/app/idempotency.ts';
import { ORDER_ROUTE_ERRORS } from '../errors.ts';
import { createdOrder, orderRequest } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import { orderEtag } from './shared.ts';

/** POST /orders: creates a bridge order. */
export function createOrderRoute(app: App, orders: OrderService, prefix: string): void {
  const location = (id: string) => `${prefix}/orders/${id}`;
  const answerOf = (row: OrderRow) => {
    const order = orders.createdView(row);
    return { ...order, result: order, isError: false as const };
  };
  const headersOf = (row: OrderRow) => ({
    etag: orderEtag({ row, own: true, confirmations: 0 }),
    location: location(row.id),
  });

  /** The answer is stored in the transaction that creates the order: a crash leaves both or neither. */
  const idempotentOf = (request: FastifyRequest, reply: FastifyReply): Idempotent | undefined => {
    const key = request.idempotency;
    if (key === null) return undefined;
    return {
      ...key,
      answer: (row) => {
        const headers = { 'content-type': 'application/json; charset=utf-8', ...headersOf(row) };
        return { status: 201, body: String(reply.serializeInput(answerOf(row), '201')), headers };
      },
    };
  };

  app.post(
    '/orders',
    {
      config: { access: 'orders:write' },
      schema: {
        operationId: 'createOrder',
        tags: ['Orders'],
        summary: 'Create a bridge order',
        description:
          'The asset is locked (or, on the way home, burned) on the source chain, and the same amount arrives on the ' +
          'destination chain. With a wallet of the caller held here the service sends the lock; otherwise ' +
          '`transactions` holds what the caller signs and sends.',
        security: [{ bearer: [] }],
        headers: Type.Object(idempotencyHeaders),
        body: orderRequest,
        response: {
          201: createdOrder,
          ...problemResponses(ORDER_ROUTE_ERRORS, 400, 401, 403, 409, 415, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const placed = orders.place(callerOf(request), request.body, request.rawBody, idempotentOf(request, reply));
      const row = unwrap(await placed);
      takeIdempotencyKey(request);
      return reply.code(201).headers(headersOf(row)).send(answerOf(row));
    },
  );
}
