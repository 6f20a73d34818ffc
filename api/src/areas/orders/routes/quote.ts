import Type from 'typebox';
import { BRIDGE_ERRORS } from '../../../bridge/errors.ts';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { SWAP_QUOTE_ERRORS, swapQuote } from '../../offers/index.ts';
import { quote, quoteQuery } from '../schemas.ts';
import type { OrderService } from '../service.ts';

/** Codes of wallets and locks, which a quote has not. */
const OF_ORDERS_ALONE: readonly string[] = ['INVALID_ADDRESS', 'INSUFFICIENT_BALANCE', 'LOCK_REFUSED'];

const examplesOf = (schema: object): unknown[] => [...((schema as { examples?: unknown[] }).examples ?? [])];

/** A quote of an order or of a swap, which its `mode` tells apart. */
const eitherQuote = Type.Union([quote, swapQuote], { examples: [...examplesOf(quote), ...examplesOf(swapQuote)] });

/** GET /quote: what an order would cost and bring. */
export function quoteRoute(router: Router, orders: OrderService): void {
  router.route('getQuote', 'GET /quote', {
    summary: 'What an order would bring, cost and refund',
    description:
      'The fee, what arrives and when, and what a refund would return if the order could not be delivered. Nothing is ' +
      'reserved; an order of the same route and amount has the same figures. With `mode=swap` a solver pays another asset: the ' +
      'best offer that covers the amount and is near the market’s rate.',
    maxAgeSeconds: 5,
    query: quoteQuery,
    success: { description: 'The quote.', schema: successSchema(eitherQuote) },
    errors: Object.keys({ ...BRIDGE_ERRORS, ...SWAP_QUOTE_ERRORS }).filter((code) => !OF_ORDERS_ALONE.includes(code)),
    handle: async ({ query }) => success(unwrap(await orders.quote(query))),
  });
}
