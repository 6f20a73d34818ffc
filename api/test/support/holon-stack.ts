import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { BodyManager } from '../../src/areas/holons/bodies/body-manager.ts';
import { databaseProvider } from '../../src/areas/holons/bodies/database.ts';
import { openFolder } from '../../src/areas/holons/bodies/folder.ts';
import type { BodyProvider } from '../../src/areas/holons/bodies/provider.ts';
import { openS3 } from '../../src/areas/holons/bodies/s3.ts';
import { BodyStore } from '../../src/areas/holons/bodies/store.ts';
import { holonStorage } from '../../src/areas/holons/rules/holon-repository.ts';
import { HolonService } from '../../src/areas/holons/service.ts';
import { TestClock } from './api.ts';
import { FickleProvider } from './fickle-provider.ts';
import { startS3 } from './s3-server.ts';

const HOUR_MS = 3_600_000;
/** Limit of one call, milliseconds. */
const TIMEOUT_MS = 300;

/** The newest versions that stay, and how long older ones and deleted holons are kept, milliseconds. */
export const KEPT_VERSIONS = 5;
export const KEPT_MS = 2_400 * HOUR_MS;

/** Holons over all three kinds of providers, each of which fails on request, without an API around them. */
export interface HolonStack {
  readonly storage: PlatformStorage;
  readonly service: HolonService;
  readonly store: BodyStore;
  readonly keeper: BodyManager;
  readonly clock: TestClock;
  readonly providers: Readonly<Record<'database' | 'folder' | 's3', FickleProvider>>;
  /** Lets time go by, so that open circuits may be tried again. */
  pass(milliseconds: number): void;
  /** PeriodicTask of the keeper, with time between them, until every body has two places again that were checked. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stack on `database`, a file of its own if absent. */
export async function holonStack(database?: string): Promise<HolonStack> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-holons-'));
  const s3 = await startS3();
  const clock = new TestClock();
  const storage = await openPlatformStorage(database ?? join(folder, 'index.sqlite'), { clock });
  /** Ends the time of the call that began last. No other call runs out of time, however busy the machine is. */
  let endTime = (): void => {};
  const after = (_ms: number, task: () => void) => {
    endTime = task;
    return () => {};
  };
  const fickle = (provider: BodyProvider) => new FickleProvider(provider, () => endTime());
  const providers = {
    database: fickle(databaseProvider('database', storage)),
    folder: fickle(await openFolder('folder', join(folder, 'bodies'))),
    s3: fickle(openS3('s3', s3.options)),
  };
  /** By provider: when it was last found well again. */
  const recovered = new Map<string, number>();
  const log = { warn() {}, error() {} };
  const store = new BodyStore({
    providers: Object.values(providers),
    timeoutMs: TIMEOUT_MS,
    clock: { monotonic: clock.now, after },
    log,
    onRecovered: (name) => {
      recovered.set(name, clock.nowMs);
      keeper.suspect(name);
    },
  });
  const jobs = { ...storage, holons: holonStorage(storage.holons) };
  const retention = { versions: KEPT_VERSIONS, versionMs: KEPT_MS, deletedMs: KEPT_MS };
  const keeper = new BodyManager({ storage: jobs, store, clock, checkMs: 24 * HOUR_MS, retention, log });
  const pass = (milliseconds: number): void => {
    clock.nowMs += milliseconds;
  };
  /** Places at a provider that came back are not checked yet. */
  const suspects = async (): Promise<boolean> => {
    for (const [name, sinceMs] of recovered) {
      if ((await storage.holons.places.unchecked(name, sinceMs, 1)).length > 0) return true;
      recovered.delete(name);
    }
    return false;
  };
  return {
    ...{ storage, store, keeper, clock, providers, pass },
    service: new HolonService({ storage: jobs, store, keep: KEPT_VERSIONS }),
    async settle() {
      for (let round = 0; round < 100; round += 1) {
        pass(60_000);
        await keeper.round();
        const [missing] = await storage.holons.places.lacking(null, 1);
        if (!missing && round > 1 && !(await suspects())) return;
      }
      throw new Error('a body has no second place');
    },
    async close() {
      await store.close();
      await storage.close();
      await s3.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
