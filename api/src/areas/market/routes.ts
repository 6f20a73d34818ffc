import { success, successPage, successPageSchema, successSchema } from '../../http/envelope.ts';
import { unwrap } from '../../http/errors.ts';
import type { Router } from '../../http/route.ts';
import { refuse } from './errors.ts';
import { exchangeRate, network, rateQuery } from './schemas.ts';
import type { MarketService } from './service.ts';

/** GET /exchange-rate and /networks. */
export function marketRoutes(router: Router, market: MarketService): void {
  router.route(
    {
      method: 'GET',
      path: '/exchange-rate',
      operationId: 'getExchangeRate',
      summary: 'The price of one token in another',
      description: 'The median of at least two public price sources; 503 without one, never an invented rate.',
      maxAgeSeconds: 5,
      query: rateQuery,
      success: { description: 'The rate.', schema: successSchema(exchangeRate) },
      errors: ['PAIR_UNKNOWN', 'PRICE_UNAVAILABLE'],
    },
    async ({ query }) => {
      const from = query.fromToken ?? query.from;
      const to = query.toToken ?? query.to;
      if (from === undefined || to === undefined)
        return unwrap(refuse('MALFORMED_REQUEST', 'give fromToken and toToken'));
      return success(unwrap(await market.rates.rate(from, to)));
    },
  );

  router.route(
    {
      method: 'GET',
      path: '/networks',
      operationId: 'listNetworks',
      summary: 'The bridged networks, with their live state',
      maxAgeSeconds: 2,
      success: { description: 'Every configured network.', schema: successPageSchema(network) },
    },
    async () => successPage(await market.networks.list(), null),
  );
}
