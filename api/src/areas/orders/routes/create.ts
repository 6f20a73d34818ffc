import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRIDGE_ERRORS } from '../../../bridge/errors.ts';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { takeIdempotencyKey } from '../../../plugins/app/idempotency.ts';
import { SWAP_QUOTE_ERRORS } from '../../offers/index.ts';
import type { Idempotent } from '../rules/orders.ts';
import { createdOrder, type OrderRequest, orderRequest } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import { newlySeen, type SeenOrder } from '../view.ts';
import { orderEtag } from './shared.ts';

/** What can follow the creation. */
const FOLLOWING = ['getOrder', 'checkOrderBalance', 'streamOrderEvents', 'cancelOrder'].map((operationId) => ({
  operationId,
  parameters: { id: '/orderId' },
}));

/** POST /orders: creates an order. */
export function createOrderRoute(router: Router, orders: OrderService): void {
  const answerOf = (created: SeenOrder, body: OrderRequest) => {
    const order = orders.createdView(created, body);
    return { ...order, result: order, isError: false as const };
  };
  /** The new order's URL has the prefix of the request. */
  const headersOf = (created: SeenOrder, { routeOptions }: FastifyRequest) => ({
    etag: orderEtag(created),
    location: `${routeOptions.url}/${created.row.id}`,
  });

  /** The answer is stored in the transaction that creates the order: a crash leaves both or neither. */
  const idempotentOf = (request: FastifyRequest, reply: FastifyReply, body: OrderRequest): Idempotent | undefined => {
    const key = request.idempotency;
    if (key === null) return undefined;
    return {
      ...key,
      answer: (row, swap) => {
        const created = newlySeen(row, swap);
        const headers = { 'content-type': 'application/json; charset=utf-8', ...headersOf(created, request) };
        return { status: 201, body: String(reply.serializeInput(answerOf(created, body), '201')), headers };
      },
    };
  };

  router.route('createOrder', 'POST /orders', {
    summary: 'Create an order',
    description:
      'The asset is locked (or, on the way home, burned) on the source chain, and the same amount arrives on the ' +
      'destination chain. The service sends the lock from the caller’s custodial wallet, if there is one; otherwise ' +
      '`transactions` holds the transactions for the caller to sign and send. With `mode: "swap"` it is delivered to a vault ' +
      'that only the terms in the answer open, and a solver pays the recipient another asset, at least `minToAmount`; if nobody ' +
      'does, it goes back.',
    body: orderRequest,
    success: { status: 201, description: 'The order.', schema: createdOrder, location: true, links: FOLLOWING },
    errors: [
      ...Object.keys({ ...BRIDGE_ERRORS, ...SWAP_QUOTE_ERRORS }),
      'FALLBACK_UNKNOWN',
      'RECIPIENT_CANNOT_RECEIVE',
      'DEADLINE_OUT_OF_RANGE',
      'RECIPIENT_REQUIRED',
      'OPEN_ORDERS_EXCEEDED',
      'SEND_LIMIT_EXCEEDED',
      'APPROVAL_NEEDED',
      'REAUTHENTICATION_REQUIRED',
      'WALLET_NOT_FOUND',
      'WALLET_FROZEN',
    ],
    handle: async (request, reply) => {
      const { body } = request;
      const placed = orders.place(callerOf(request), body, idempotentOf(request, reply, body));
      const created = unwrap(await placed);
      takeIdempotencyKey(request);
      return reply.code(201).headers(headersOf(created, request)).send(answerOf(created, body));
    },
  });
}
