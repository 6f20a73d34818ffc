import type { Clock } from '@causeway/runtime';
import type { BaseLogger } from 'pino';
import type { z } from 'zod';
import type { BridgeContext } from '../../bridge/context.ts';
import { createRouteService, type RouteService } from './bridge-routes.ts';
import { createNetworkService, type NetworkService } from './networks.ts';
import { createRateService, KNOWN_ASSETS, type RateService, SOURCE_NAMES, SOURCES } from './rates/index.ts';
import type { marketSettings } from './settings.ts';

/** The services behind the market's routes. */
export interface MarketService {
  readonly rates: RateService;
  readonly networks: NetworkService;
  readonly routes: RouteService;
}

interface MarketDeps {
  readonly bridge: BridgeContext;
  readonly settings: z.output<z.ZodObject<typeof marketSettings>>;
  readonly clock: Clock;
  readonly log: BaseLogger;
}

/** Creates the services, which ask no source and no chain before the first request. */
export function createMarketService({ bridge, settings, clock, log }: MarketDeps): MarketService {
  const { sources, assets, local, ...limits } = settings.rates;
  const enabled = SOURCE_NAMES.filter((name) => sources[name].enabled);
  const rates = createRateService({
    sources: enabled.map((name) => ({ source: SOURCES[name], url: sources[name].url })),
    assets: { ...KNOWN_ASSETS, ...assets },
    ...(local && { local }),
    ...limits,
    clock,
    log,
  });
  return {
    rates,
    networks: createNetworkService(bridge.catalogue, bridge.blockTimes, clock),
    routes: createRouteService(bridge, clock),
  };
}
