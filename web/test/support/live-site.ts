import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ApiProcess, startService } from '@causeway/api/test-support/api-process';
import { uintToHex } from '@causeway/protocol';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const [SOURCE, DESTINATION] = [31_101, 31_102];

/** The states that an order goes through after its lock, by what brings it there. */
const WAY = ['confirmationsStarted', 'lockFinal', 'proposed', 'submitted', 'executed'] as const;

/** A service in a process of its own with a database in which the test changes orders, as the relayer does. */
export interface LiveSite {
  readonly storage: PlatformStorage;
  at(path: string): string;
  start(): Promise<void>;
  /** Ends the service like a crash. */
  kill(): Promise<void>;
  /** Makes an order whose lock is seen. Returns its id. */
  lock(): Promise<string>;
  /** Moves an order one state on; false when it has arrived. */
  move(id: string): Promise<boolean>;
}

/** A live site for all tests of a description. */
export function useLiveSite(): LiveSite {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-live-'));
  const database = join(folder, 'api.sqlite');
  let api: ApiProcess;
  let port = 0;
  let count = 0;
  const steps = new Map<string, number>();
  const site = {
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    async start() {
      api = await startService(new URL('./site-child.ts', import.meta.url), [database, String(port), DIST]);
      ({ port } = api);
    },
    kill: () => api.kill(),
    async lock() {
      count += 1;
      const { orders } = site.storage;
      const word = uintToHex(count, 32);
      const { id } = await orders.create({
        ...{ origin: 'chain', family: 'main', operation: 'lockTokens', source: SOURCE, destination: DESTINATION },
        ...{ assetHome: SOURCE, sender: uintToHex(0xaa, 32), recipient: uintToHex(0xbb, 32), wireAmount: 10n ** 9n },
        ...{ reference: word, requiredConfirmations: 32, requiredSignatures: 3, avatarId: null, custody: null },
        ...{ walletId: null, refundAddress: null, unsignedTransactions: null, deliveryFee: null, details: {} },
        expiresAtMs: null,
      });
      await orders.transition(id, 'lockSeen', { messageId: word, lockTransaction: word, lockBlock: count });
      steps.set(id, 0);
      return id;
    },
    async move(id: string) {
      const step = steps.get(id) ?? 0;
      const trigger = WAY[step];
      if (trigger === undefined) return false;
      await site.storage.orders.transition(id, trigger, {});
      steps.set(id, step + 1);
      return true;
    },
  } as LiveSite;
  before('start the service', async function start() {
    this.timeout(60_000);
    await site.start();
    Object.assign(site, { storage: await openPlatformStorage(database) });
  });
  after('end the service', async () => {
    await site.storage?.close();
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return site;
}
