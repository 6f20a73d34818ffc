import { success, successPage, successPageSchema, successSchema } from '../../http/envelope.ts';
import { unwrap } from '../../http/errors.ts';
import type { Router } from '../../http/route.ts';
import { refuse } from './errors.ts';
import { exchangeRate, network, rateQuery } from './schemas.ts';
import type { MarketService } from './service.ts';

/** GET /exchange-rate and /networks. */
export function marketRoutes(router: Router, market: MarketService): void {
  router.route('getExchangeRate', 'GET /exchange-rate', {
    summary: 'The price of one token in another',
    description: 'The median of at least two public price sources; 503 without one, never an invented rate.',
    maxAgeSeconds: 5,
    query: rateQuery,
    success: { description: 'The rate.', schema: successSchema(exchangeRate) },
    errors: ['PAIR_UNKNOWN', 'PRICE_UNAVAILABLE'],
    handle: async ({ query }) => {
      const from = query.fromToken ?? query.from;
      const to = query.toToken ?? query.to;
      if (from === undefined || to === undefined)
        return unwrap(refuse('MALFORMED_REQUEST', 'give fromToken and toToken'));
      return success(unwrap(await market.rates.rate(from, to)));
    },
  });

  router.route('listNetworks', 'GET /networks', {
    summary: 'The bridged networks, with their live state',
    maxAgeSeconds: 2,
    success: { description: 'Every configured network.', schema: successPageSchema(network) },
    handle: async () => successPage(await market.networks.list(), null),
  });
}
