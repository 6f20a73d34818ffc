import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The API of the project in the folder that the first argument names, over the database of the second, in a process of
 * its own until its parent disconnects. No limit of its callers is reached. A message has addresses: each gets coins on
 * this process's chain in memory.
 */

const UNLIMITED = 1_000_000_000;
const MUCH = { items: UNLIMITED, bytes: Number.MAX_SAFE_INTEGER };
const COINS = 1_000_000;

const [root = '', database = ''] = process.argv.slice(2);
const from = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);
const { openPlatformStorage } = (await from('storage/src/index.ts')) as typeof import('@causeway/storage');
const { hold, testApi, units } = (await from(
  'api/test/support/api.ts',
)) as typeof import('../../../api/test/support/api.ts');

const api = await testApi({
  api: {
    rateLimits: { perMinute: UNLIMITED },
    streams: { max: 2_000, maxPerCaller: 2_000 },
    avatars: { attemptsPerMinute: UNLIMITED, maxAgents: UNLIMITED, argon2: { memoryKiB: 64, passes: 1 } },
    messages: { perMinute: UNLIMITED },
    orders: { maxOpen: UNLIMITED },
    wallets: {
      sendLimits: { perDay: UNLIMITED, amounts: { ETH: String(UNLIMITED) }, otherAmount: null, withoutPassword: 1 },
    },
    rates: { local: { ETH: '3000', POL: '0.4', ARB: '0.75' } },
    quotas: { messages: MUCH, tasks: MUCH, history: MUCH },
  },
  people: [],
  databasePath: database,
  open: (path, { clock: _tests, ...options } = {}) => openPlatformStorage(path, options),
});
// As in a process that users start: the database's time is that of everything.
Object.defineProperty(api.clock, 'nowMs', { get: () => api.storage.clock.now() });
for (const { area, service } of api.areas.all) await area.start?.(service);
await api.app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', (addresses: readonly string[]) => {
  for (const address of addresses) hold(api.ethereum, address, units(COINS));
  process.send?.('funded');
});
process.on('disconnect', async () => {
  await api.close();
  process.exit();
});
process.send?.({ port: (api.app.server.address() as AddressInfo).port });
