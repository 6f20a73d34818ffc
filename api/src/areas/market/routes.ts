import { success, successPage, successPageSchema, successSchema } from '../../http/envelope.ts';
import { unwrap } from '../../http/errors.ts';
import { problemResponses } from '../../http/problem.ts';
import type { App } from '../../http/types.ts';
import { MARKET_ROUTE_ERRORS, refuse } from './errors.ts';
import { exchangeRate, network, rateQuery } from './schemas.ts';
import type { MarketService } from './service.ts';

/** GET /exchange-rate and /networks. */
export function marketRoutes(app: App, market: MarketService): void {
  app.get(
    '/exchange-rate',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getExchangeRate',
        tags: ['Market'],
        summary: 'What one token is worth in another',
        description:
          'The median of at least two public price sources; 503 where there is none, never an invented rate.',
        security: [{}],
        querystring: rateQuery,
        response: { 200: successSchema(exchangeRate), ...problemResponses(MARKET_ROUTE_ERRORS, 400, 422, 429, 503) },
      },
    },
    async ({ query }) => {
      const from = query.fromToken ?? query.from;
      const to = query.toToken ?? query.to;
      if (from === undefined || to === undefined)
        return unwrap(refuse('MALFORMED_REQUEST', 'give fromToken and toToken'));
      return success(unwrap(await market.rates.rate(from, to)));
    },
  );

  app.get(
    '/networks',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listNetworks',
        tags: ['Market'],
        summary: 'The networks that are bridged, with their live state',
        security: [{}],
        response: { 200: successPageSchema(network), ...problemResponses(MARKET_ROUTE_ERRORS, 429) },
      },
    },
    async () => successPage(await market.networks.list(), null),
  );
}
