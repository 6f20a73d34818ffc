import type { AddressInfo } from 'node:net';
import { openPlatformStorage } from '@causeway/storage';
import { testApi } from './api.ts';

/** The API in a process of its own, over the database that its argument names, until its parent ends. */

const [databasePath = ''] = process.argv.slice(2);
const UNLIMITED = 1_000_000_000;
// A test's people come with a file of its own; here they register.
await (await openPlatformStorage(databasePath)).close();
const api = await testApi({
  api: {
    rateLimits: { perMinute: UNLIMITED },
    streams: { max: 2_000, maxPerCaller: 2_000 },
    avatars: { attemptsPerMinute: UNLIMITED, argon2: { memoryKiB: 64, passes: 1 } },
  },
  people: [],
  databasePath,
});
// The clock of the machine, because tokens are verified by it, too.
Object.defineProperty(api.clock, 'nowMs', { get: Date.now });
for (const { area, service } of api.areas.all) await area.start?.(service);
await api.app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', async () => {
  await api.close();
  process.exit();
});
process.send?.({ port: (api.app.server.address() as AddressInfo).port });
