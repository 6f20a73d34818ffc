import { unwrap } from '../../http/errors/errors.ts';
import type { Router } from '../../http/route.ts';
import { success, successPage, successPageSchema, successSchema } from '../../http/schema/envelope.ts';
import { refuse } from './errors.ts';
import { bridgeRoute, exchangeRate, network, rateQuery, routeQuery } from './schemas.ts';
import type { MarketService } from './service.ts';

/** GET /exchange-rate, /networks and /routes. */
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

  router.route('listRoutes', 'GET /routes', {
    summary: 'What can be bridged: each asset, from and to its home',
    description:
      'The tokens on both sides, the least and the most of one order, its fee and its expected time, and whether orders ' +
      'are taken now, or why not. The figures are up to ten seconds old; `GET /quote` has those of one amount.',
    maxAgeSeconds: 5,
    query: routeQuery,
    success: { description: 'Every registered route that the query names.', schema: successPageSchema(bridgeRoute) },
    errors: ['ASSET_UNKNOWN', 'CHAIN_UNKNOWN'],
    handle: async ({ query }) => successPage(unwrap(await market.routes.list(query)), null),
  });
}
