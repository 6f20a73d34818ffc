import type { AddressInfo } from 'node:net';
import { testApi } from '../../test/support/api.ts';

/** One process of the API for a bench, over the database that its argument names, until its parent ends. */

const [databasePath] = process.argv.slice(2);
const UNLIMITED = 1_000_000_000;
const api = await testApi({
  api: {
    rateLimits: { perMinute: UNLIMITED },
    streams: { max: 2_000, maxPerCaller: 2_000 },
    avatars: { attemptsPerMinute: UNLIMITED, argon2: { memoryKiB: 64, passes: 1 } },
  },
  people: [],
  ...(databasePath !== undefined && { databasePath }),
});
// The clock of the machine, because tokens are verified by it, too.
Object.defineProperty(api.clock, 'nowMs', { get: Date.now });
await api.app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', async () => {
  await api.close();
  process.exit();
});
process.send?.({ port: (api.app.server.address() as AddressInfo).port });
