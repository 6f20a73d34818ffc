import type { Clock } from '@causeway/runtime';
import type { BaseLogger } from 'pino';
import { KNOWN_ASSETS } from './assets.ts';
import { createRateService, type RateService } from './service.ts';
import type { RateSettings } from './settings.ts';
import { SOURCES } from './sources/index.ts';
import { SOURCE_NAMES } from './sources/source.ts';

/** The rates of the enabled sources, and of further assets as configured. Sends no request before the first rate. */
export function openRates(
  { sources, assets, local, ...limits }: RateSettings,
  { clock, log }: { readonly clock: Clock; readonly log: BaseLogger },
): RateService {
  const enabled = SOURCE_NAMES.filter((name) => sources[name].enabled);
  return createRateService({
    sources: enabled.map((name) => ({ source: SOURCES[name], url: sources[name].url })),
    assets: { ...KNOWN_ASSETS, ...assets },
    ...(local && { local }),
    ...limits,
    clock,
    log,
  });
}
