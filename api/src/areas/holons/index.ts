import { defineArea } from '../../area.ts';
import { HOLON_ACCESS } from './access.ts';
import { BodyManager } from './bodies/body-manager.ts';
import { openProviders } from './bodies/open.ts';
import { holonSettings } from './bodies/settings.ts';
import { BodyStore } from './bodies/store.ts';
import { HOLON_ERRORS } from './errors.ts';
import type { Holons } from './parts.ts';
import { deleteRoutes } from './routes/delete.ts';
import { readRoutes } from './routes/read.ts';
import { saveRoute } from './routes/save.ts';
import { holonStorage } from './rules/holon-repository.ts';
import { HolonService } from './service.ts';
import { renderHolonEvent } from './view.ts';

export type { ProviderReport } from './bodies/store.ts';
export type { Holons } from './parts.ts';

/** Pause between two rounds of the keeper, milliseconds. */
const ROUND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Shared records of avatars and agents. */
export const holons = defineArea<Holons, typeof holonSettings>({
  name: 'holons',
  tag: { name: 'Holons', description: 'Records that avatars and agents share: versions, lists, memory.' },
  errors: HOLON_ERRORS,
  access: HOLON_ACCESS,
  topics: { holons: { scope: 'holons:read', render: renderHolonEvent } },
  prefixes: ['/api/data'],
  settings: holonSettings,
  open({ storage, settings: { holons: own }, baseDir, clock, log }) {
    const store = new BodyStore({
      providers: openProviders(own.providers, storage, baseDir),
      timeoutMs: own.timeoutMs,
      clock,
      log,
      onRecovered: (provider) => keeper.suspect(provider),
    });
    const { versions, versionDays, deletedDays } = own.retention;
    const retention = { versions, versionMs: versionDays * DAY_MS, deletedMs: deletedDays * DAY_MS };
    const { leases, events, usage } = storage;
    const kept = holonStorage(storage.holons);
    const keeper = new BodyManager({
      storage: { leases, holons: kept },
      store,
      clock,
      checkMs: own.checkHours * HOUR_MS,
      retention,
      log,
    });
    return {
      service: new HolonService({ storage: { holons: kept, events, usage }, store, keep: versions }),
      store,
      keeper,
      deletedMs: retention.deletedMs,
    };
  },
  register(router, area) {
    saveRoute(router, area);
    readRoutes(router, area);
    deleteRoutes(router, area);
  },
  async start({ keeper }) {
    keeper.rounds.repeat(ROUND_MS);
  },
  async close({ keeper, store }) {
    await keeper.rounds.stop();
    await store.close();
  },
});
