import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { creditClaim } from '../claim-schemas.ts';
import type { OrderService } from '../service.ts';
import { orderParams } from './shared.ts';

const query = Type.Object({
  to: Type.Optional(
    Type.String({ maxLength: 200, description: 'Another account on that chain that is paid; the holder if absent.' }),
  ),
});

/** GET /orders/{id}/claim: what to sign for a payment that the recipient's account refused. */
export function claimOrderRoute(router: Router, orders: OrderService): void {
  router.route('getOrderClaim', 'GET /orders/:id/claim', {
    summary: 'Read the unsigned claim of a credited payment',
    description:
      'For an order whose `claimable` is true: the bridge could not pay the account, and keeps the amount for it. Only the ' +
      'holder can sign the claim; everyone may read it. `to` is for a holder that still cannot be paid itself.',
    params: orderParams,
    query,
    success: { description: 'The credit and its claim.', schema: successSchema(creditClaim) },
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_NOT_CLAIMABLE',
      'CLAIM_REFUSED',
      'INVALID_ADDRESS',
      'INSUFFICIENT_BALANCE',
      'CHAIN_UNAVAILABLE',
    ],
    handle: async ({ params, query: { to } }) => {
      const seen = unwrap(await orders.get(params.id, null));
      return success(unwrap(await orders.claim(seen, to)));
    },
  });
}
