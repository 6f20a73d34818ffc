import type { OrderRow } from '@causeway/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRIDGE_ERRORS } from '../../../bridge/errors.ts';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { takeIdempotencyKey } from '../../../plugins/app/idempotency.ts';
import type { Idempotent } from '../rules/orders.ts';
import { createdOrder, orderRequest } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import { orderEtag } from './shared.ts';

/** What can follow the creation. */
const FOLLOWING = ['getOrder', 'checkOrderBalance', 'streamOrderEvents', 'cancelOrder'].map((operationId) => ({
  operationId,
  parameters: { id: '/orderId' },
}));

/** POST /orders: creates a bridge order. */
export function createOrderRoute(router: Router, orders: OrderService): void {
  const answerOf = (row: OrderRow) => {
    const order = orders.createdView(row);
    return { ...order, result: order, isError: false as const };
  };
  /** The new order's URL has the prefix of the request. */
  const headersOf = (row: OrderRow, { routeOptions }: FastifyRequest) => ({
    etag: orderEtag({ row, own: true, confirmations: 0 }),
    location: `${routeOptions.url}/${row.id}`,
  });

  /** The answer is stored in the transaction that creates the order: a crash leaves both or neither. */
  const idempotentOf = (request: FastifyRequest, reply: FastifyReply): Idempotent | undefined => {
    const key = request.idempotency;
    if (key === null) return undefined;
    return {
      ...key,
      answer: (row) => {
        const headers = { 'content-type': 'application/json; charset=utf-8', ...headersOf(row, request) };
        return { status: 201, body: String(reply.serializeInput(answerOf(row), '201')), headers };
      },
    };
  };

  router.route('createOrder', 'POST /orders', {
    summary: 'Create a bridge order',
    description:
      'The asset is locked (or, on the way home, burned) on the source chain, and the same amount arrives on the ' +
      'destination chain. The service sends the lock from the caller’s custodial wallet, if there is one; otherwise ' +
      '`transactions` holds the transactions for the caller to sign and send.',
    body: orderRequest,
    success: { status: 201, description: 'The order.', schema: createdOrder, location: true, links: FOLLOWING },
    errors: [
      ...Object.keys(BRIDGE_ERRORS),
      'RECIPIENT_REQUIRED',
      'OPEN_ORDERS_EXCEEDED',
      'SEND_LIMIT_EXCEEDED',
      'APPROVAL_NEEDED',
      'REAUTHENTICATION_REQUIRED',
      'WALLET_NOT_FOUND',
      'WALLET_FROZEN',
    ],
    handle: async (request, reply) => {
      const placed = orders.place(callerOf(request), request.body, idempotentOf(request, reply));
      const row = unwrap(await placed);
      takeIdempotencyKey(request);
      return reply.code(201).headers(headersOf(row, request)).send(answerOf(row));
    },
  });
}
