import { randomBytes } from 'node:crypto';
import { openPlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { pino } from 'pino';
import { AREAS } from './app.ts';
import { type Area, type OperatedArea, openAreas } from './area.ts';
import type { ApiConfig } from './config.ts';
import { openSealer } from './keys.ts';
import { assembleApi } from './start.ts';

/** `area` for commands of the operator, over the database of `config`. */
export function operatedArea<Service>(
  area: Area<Service>,
  config: ApiConfig & { readonly baseDir: string },
): OperatedArea<Service> {
  const log = pino({ level: 'silent' });
  return {
    location: config,
    async withService(work) {
      const storage = await openPlatformStorage(locateDatabase(config));
      try {
        const sealer = await openSealer(config, storage, AREAS);
        const random = (length: number): Uint8Array => randomBytes(length);
        const { baseDir, api } = config;
        const { clock } = storage;
        // The area alone uses no chain.
        const bridge = {} as never;
        const deps = { storage, sealer, baseDir, clock, random, log, tracer: undefined, bridge };
        const service = openAreas([area as Area], deps, api).use(area);
        const result = await work(service);
        await area.close?.(service);
        return result;
      } finally {
        await storage.close();
      }
    },
    async withApi(work) {
      const api = await assembleApi(config, { logger: log });
      try {
        return await work(api.areas.use(area));
      } finally {
        await api.close();
      }
    },
  };
}
