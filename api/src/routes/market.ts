import { refuse, unwrap } from '../errors.ts';
import { success, successPage, successPageSchema, successSchema } from '../http/envelope.ts';
import { problemResponses } from '../http/problem.ts';
import type { App } from '../http/types.ts';
import { exchangeRate, network, rateQuery } from '../schemas/market.ts';
import type { NetworkService } from '../services/bridge/networks.ts';
import type { RateService } from '../services/exchange-rate/index.ts';

/** GET /exchange-rate and /networks. */
export function marketRoutes(app: App, rates: RateService, networks: NetworkService): void {
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
        response: { 200: successSchema(exchangeRate), ...problemResponses(400, 422, 429, 503) },
      },
    },
    async ({ query }) => {
      const from = query.fromToken ?? query.from;
      const to = query.toToken ?? query.to;
      if (from === undefined || to === undefined)
        return unwrap(refuse('MALFORMED_REQUEST', 'give fromToken and toToken'));
      return success(unwrap(await rates.rate(from, to)));
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
        response: { 200: successPageSchema(network), ...problemResponses(429) },
      },
    },
    async () => successPage(await networks.list(), null),
  );
}
