import type { Hex } from '@causeway/protocol';
import type { OrderFact } from '@causeway/storage';
import Type from 'typebox';
import type { Caller } from '../../../http/callers/callers.ts';
import { answerPage, type ListRequest, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { successPageSchema } from '../../../http/schema/envelope.ts';
import { order } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import type { SeenOrder } from '../view.ts';

const query = Type.Object(pageQuery);

/** 32 bytes in hexadecimal digits of any case. */
const bytes32 = (description: string) =>
  Type.String({ pattern: '^0[xX][0-9a-fA-F]{64}$', description, examples: [`0x${'5a'.repeat(32)}`] });

/** A hash in hexadecimal digits as it is stored, in lower case; the case of other ids tells them apart. */
const storedTransaction = (id: string): string => (/^0x[\da-f]{64}$/i.test(id) ? id.toLowerCase() : id);

/**
 * GET /orders/by-transaction, /by-message and /by-reference: for whoever has an order's trace on a chain, not its id.
 */
export function findOrderRoutes(router: Router, orders: OrderService): void {
  const success = {
    description: 'The orders, newest first; none when nothing has it.',
    schema: successPageSchema(order),
  };
  const answer = (request: ListRequest & { readonly caller: Caller | null }, fact: OrderFact) =>
    answerPage(
      request,
      { ...fact },
      (seen: SeenOrder) => orders.view(seen),
      (after, limit, skip) => orders.withFact(fact, request.caller, after, limit, skip),
    );

  router.route('findOrdersByTransaction', 'GET /orders/by-transaction/:transaction', {
    summary: 'Find the orders of a transaction',
    description:
      'Of a lock or burn, a mint or release, or a refund. One transaction of the oracle delivers many orders.',
    personal: true,
    params: Type.Object({
      transaction: Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[A-Za-z0-9_]+$',
        description: 'Its hash, signature or intent hash, in the form of its chain.',
        examples: [`0x${'5a'.repeat(32)}`],
      }),
    }),
    query,
    success,
    handle: async (request) => answer(request, { transaction: storedTransaction(request.params.transaction) }),
  });

  router.route('findOrdersByMessage', 'GET /orders/by-message/:messageId', {
    summary: 'Find the order of a message',
    description:
      'Of its lock or burn, or of the Cancel that refunds it: the `orderId` of the contracts’ functions and events.',
    personal: true,
    params: Type.Object({ messageId: bytes32('The message’s id.') }),
    query,
    success,
    handle: async (request) => answer(request, { messageId: request.params.messageId.toLowerCase() as Hex }),
  });

  router.route('findOrdersByReference', 'GET /orders/by-reference/:reference', {
    summary: 'Find the orders with a reference',
    description: 'A reference that the service gave has one order; locks made on chain may repeat one.',
    personal: true,
    params: Type.Object({ reference: bytes32('The reference of the lock or burn.') }),
    query,
    success,
    handle: async (request) => answer(request, { reference: request.params.reference.toLowerCase() as Hex }),
  });
}
