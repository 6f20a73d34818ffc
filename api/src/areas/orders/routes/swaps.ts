import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { successPageSchema } from '../../../http/schema/envelope.ts';
import { type OpenSwapView, openSwap } from '../open-swap.ts';
import type { OrderService } from '../service.ts';

const query = Type.Object({
  ...pageQuery,
  toChain: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only those that are filled there.' }),
  ),
  solverId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only those that took an offer of this avatar.' }),
  ),
});

/** GET /swaps: what solvers can fill, or return. */
export function swapRoutes(router: Router, orders: OrderService): void {
  router.route('listSwaps', 'GET /swaps', {
    summary: 'List open swaps',
    description:
      'Whose lock is seen and which nobody has filled or returned, the oldest first; also those whose deadline has passed. ' +
      'With a token that has the scope `offers:write` also those that took an offer of the caller’s account, from their ' +
      'order on. The caller’s event stream tells of these: topic `swaps`.',
    personal: true,
    query,
    success: { description: 'The open swaps.', schema: successPageSchema(openSwap) },
    errors: ['CHAIN_UNKNOWN'],
    handle: async (request) => {
      const { toChain, solverId } = request.query;
      const filter = unwrap(orders.swapFilter(request.caller, toChain, solverId));
      return answerPage(
        request,
        { toChain, solverId },
        (view: OpenSwapView) => view,
        (after, limit, skip) => orders.openSwaps(filter, after, limit, skip),
      );
    },
  });
}
