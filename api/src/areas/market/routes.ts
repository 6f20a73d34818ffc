import { unwrap } from '../../http/errors/errors.ts';
import type { Router } from '../../http/route.ts';
import { success, successPage, successPageSchema, successSchema } from '../../http/schema/envelope.ts';
import { backedAsset } from './asset-schemas.ts';
import { refuse } from './errors.ts';
import { lane } from './lane-schemas.ts';
import { bridgeRoute, exchangeRate, network, rateQuery, routeQuery } from './schemas.ts';
import type { MarketService } from './service.ts';

/** GET /exchange-rate, /networks, /routes, /lanes and /assets. */
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

  router.route('listLanes', 'GET /lanes', {
    summary: 'The lanes with their limits now, pauses and backlog',
    description:
      'A lane is an asset’s way from one network to another. Its buckets refill by the second, and an order above the level of `inbound` waits.',
    maxAgeSeconds: 2,
    query: routeQuery,
    success: { description: 'Every registered lane that the query names.', schema: successPageSchema(lane) },
    errors: ['ASSET_UNKNOWN', 'CHAIN_UNKNOWN'],
    handle: async ({ query }) => successPage(unwrap(await market.lanes.list(query)), null),
  });

  router.route('listAssets', 'GET /assets', {
    summary: 'Whether every asset is backed, with the figures',
    description:
      'escrow = outstanding + credits + surplus at the home, and outstanding = supply + what is in flight for every remote, read from the chains ' +
      'by the quorum at most every five seconds. What cannot be read within four seconds is unknown, with the figures of the last reading.',
    maxAgeSeconds: 2,
    success: { description: 'Every asset that a remote carries.', schema: successPageSchema(backedAsset) },
    handle: async () => successPage(await market.assets.list(), null),
  });
}
