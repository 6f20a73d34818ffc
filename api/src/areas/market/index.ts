import { defineArea } from '../../area.ts';
import { MARKET_ACCESS } from './access.ts';
import { MARKET_ERRORS } from './errors.ts';
import { marketRoutes } from './routes.ts';
import { createMarketService } from './service.ts';
import { marketSettings } from './settings.ts';

export type { RateService } from './rates.ts';
export type { MarketService } from './service.ts';

/** Exchange rates, networks, routes, lanes, and the backing of assets. */
export const market = defineArea({
  name: 'market',
  tag: { name: 'Market', description: 'Exchange rates, networks, routes, lanes, and the backing of assets.' },
  errors: MARKET_ERRORS,
  access: MARKET_ACCESS,
  settings: marketSettings,
  open: createMarketService,
  provides: ({ networks }) => ({ networks: () => networks.list() }),
  register: marketRoutes,
  stop: ({ rates }) => rates.close(),
});
