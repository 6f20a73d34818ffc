import type { AddressInfo } from 'node:net';
import { openPlatformStorage } from '@causeway/storage';
import { testApi } from './api.ts';

const UNLIMITED = 1_000_000_000;

type Options = NonNullable<Parameters<typeof testApi>[0]>;

interface ChildOptions extends Pick<Options, 'api' | 'open' | 'logger' | 'webFolder'> {
  /** The port that it listens on; a free one when absent. */
  readonly port?: number;
}

/**
 * Serves the API over a database in this process, a child, until its parent disconnects; tells the parent its port. No
 * limit of rates, and cheap passwords. `more` are further options of the API.
 */
export async function serveChildApi(
  databasePath: string,
  { open = openPlatformStorage, api: settings, port = 0, ...more }: ChildOptions = {},
): Promise<void> {
  // A test's people come with a file of its own; here they register.
  await (await openPlatformStorage(databasePath)).close();
  const api = await testApi({
    api: {
      rateLimits: { perMinute: UNLIMITED },
      streams: { max: 2_000, maxPerCaller: 2_000 },
      avatars: { attemptsPerMinute: UNLIMITED, argon2: { memoryKiB: 64, passes: 1 } },
      ...settings,
    },
    people: [],
    databasePath,
    ...more,
    open: (path, { clock: _tests, ...options } = {}) =>
      open(path, { ...options, warn: (text) => more.logger?.warn(text) }),
  });
  // As in a process that users start: the database's time is that of everything.
  Object.defineProperty(api.clock, 'nowMs', { get: () => api.storage.clock.now() });
  for (const { area, service } of api.areas.all) await area.start?.(service);
  await api.app.listen({ host: '127.0.0.1', port });
  process.on('disconnect', async () => {
    await api.close();
    process.exit();
  });
  process.send?.({ port: (api.app.server.address() as AddressInfo).port });
}
