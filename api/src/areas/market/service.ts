import { openRates } from '@causeway/prices';
import type { Clock } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { z } from 'zod';
import type { BridgeContext } from '../../bridge/context.ts';
import { type AssetService, createAssetService } from './assets.ts';
import { createRouteService, type RouteService } from './bridge-routes.ts';
import { createLaneService, type LaneService } from './lanes.ts';
import { createNetworkService, type NetworkService } from './networks.ts';
import { answeringRates, type RateService } from './rates.ts';
import type { marketSettings } from './settings.ts';

/** The services behind the market's routes. */
export interface MarketService {
  readonly rates: RateService;
  readonly networks: NetworkService;
  readonly routes: RouteService;
  readonly lanes: LaneService;
  readonly assets: AssetService;
}

interface MarketDeps {
  readonly storage: Pick<PlatformStorage, 'comparisons' | 'chainView' | 'orders'>;
  readonly bridge: BridgeContext;
  readonly settings: z.output<z.ZodObject<typeof marketSettings>>;
  readonly clock: Clock;
  readonly log: BaseLogger;
}

/** Creates the services, which ask no source and no chain before the first request. */
export function createMarketService({ storage, bridge, settings, clock, log }: MarketDeps): MarketService {
  const rates = answeringRates(openRates(settings.rates, { clock, log }));
  return {
    rates,
    networks: createNetworkService(bridge.catalogue, bridge.blockTimes, clock, settings.dappDefinitions),
    routes: createRouteService(bridge, clock),
    lanes: createLaneService(bridge, storage, clock),
    assets: createAssetService(bridge.catalogue, storage, clock),
  };
}
