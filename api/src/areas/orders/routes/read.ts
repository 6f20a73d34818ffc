import { SWAP_ORDER_STATES } from '@causeway/protocol';
import Type from 'typebox';
import { type Caller, hasScope } from '../../../http/callers/callers.ts';
import { refuse, unwrap } from '../../../http/errors/errors.ts';
import { notModified } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { orderProof } from '../proof-schemas.ts';
import { order, orderBalance, orderDetail } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import type { SeenOrder } from '../view.ts';
import { orderEtag, orderParams } from './shared.ts';

const listQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Type.Enum([...SWAP_ORDER_STATES])),
  avatarId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Whose orders; only admins may name another avatar.' }),
  ),
});

/** The avatar whose orders `caller` lists; undefined: everybody's, for admins who name none. */
function listedAvatar(caller: Caller, asked: string | undefined): string | undefined {
  if (hasScope(caller, 'admin')) return asked;
  if (asked === undefined || asked === caller.avatarId) return caller.avatarId;
  return unwrap(refuse('FORBIDDEN', 'only admins list the orders of others'));
}

/** GET /orders, /orders/{id}, /orders/{id}/proof and /orders/{id}/check-balance. */
export function readOrderRoutes(router: Router, orders: OrderService): void {
  router.route('listOrders', 'GET /orders', {
    summary: 'List your orders, newest first',
    description: 'Admins list the orders of all avatars, or of the one in `avatarId`.',
    query: listQuery,
    success: { description: 'A page of orders.', schema: successPageSchema(order) },
    handle: async (request) => {
      const { status } = request.query;
      const avatarId = listedAvatar(callerOf(request), request.query.avatarId);
      const filter = { ...(avatarId && { avatarId }), ...(status && { state: status }) };
      return answerPage(
        request,
        { avatarId, status },
        (seen: SeenOrder) => orders.view(seen),
        (after, limit, skip) => orders.list(filter, after, limit, skip),
      );
    },
  });

  router.route('getOrder', 'GET /orders/:id', {
    summary: 'Read an order',
    description: 'Its on-chain facts are public. The orderer’s token shows all of it.',
    personal: true,
    etag: true,
    params: orderParams,
    success: { description: 'The order and the proof of its delivery.', schema: successSchema(orderDetail) },
    errors: ['ORDER_NOT_FOUND'],
    handle: async (request, reply) => {
      const seen = unwrap(await orders.get(request.params.id, request.caller));
      const evidence = await orders.evidence(seen);
      if (notModified(request, reply, orderEtag(seen, evidence))) return reply.code(304).send(null);
      return success({ ...orders.view(seen), ...evidence });
    },
  });

  router.route('getOrderProof', 'GET /orders/:id/proof', {
    summary: 'Read what proves an order’s delivery',
    description:
      'The message, and the way from it to the root that the destination’s bridge holds. The client’s `verifyOrder` computes ' +
      'both again; the rest is on the destination’s chain for everyone.',
    params: orderParams,
    success: { description: 'The message and its interval.', schema: successSchema(orderProof) },
    errors: ['ORDER_NOT_FOUND'],
    handle: async (request) => success(await orders.proof(unwrap(await orders.get(request.params.id, null)))),
  });

  router.route('checkOrderBalance', 'GET /orders/:id/check-balance', {
    summary: 'Follow an order: status, progress, live balances, time left',
    personal: true,
    params: orderParams,
    success: { description: 'The progress of the order.', schema: successSchema(orderBalance) },
    errors: ['ORDER_NOT_FOUND'],
    handle: async (request) => {
      const seen = unwrap(await orders.get(request.params.id, request.caller));
      return success(await orders.balance(seen));
    },
  });
}
