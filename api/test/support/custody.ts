import { strict as assert } from 'node:assert';
import { pino } from 'pino';
import { Custody } from '../../src/areas/orders/custody/index.ts';
import { orderStorage } from '../../src/areas/orders/rules/order-storage.ts';
import { wallets } from '../../src/areas/wallets/index.ts';
import { walletStorage } from '../../src/areas/wallets/rules/wallet-storage.ts';
import { Catalogue } from '../../src/bridge/catalogue.ts';
import type { TestApi } from './api.ts';

/** Interval of the rounds; tests request rounds themselves, and no round is due on its own. */
export const NEVER_MS = 3_600_000;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** One of several processes that sign; it asks for the lease and renews it when a test advances its clock. */
export interface CustodyMember {
  readonly custody: Custody;
  askForLease(): Promise<void>;
}

/** A process that signs for the custodial wallets of `api`, beside others on the same database. */
export function custodyMember(api: TestApi): CustodyMember {
  const { storage, registry } = api;
  const catalogue = Catalogue.create(registry.networks, {});
  assert.ok(catalogue.ok);
  const own = api.areas.use(wallets);
  const due: { readonly ms: number; readonly task: () => void }[] = [];
  const custody = new Custody({
    storage: {
      ...storage,
      wallets: walletStorage(storage),
      orders: orderStorage(storage),
      leases: { ...storage.leases, shared: true },
    },
    catalogue: catalogue.value,
    wallets: own.directory,
    transferWorker: own.worker,
    clock: {
      ...api.clock,
      after: (ms, task) => {
        const timer = { ms, task };
        due.push(timer);
        return () => due.splice(due.indexOf(timer), 1);
      },
    },
    log: pino({ level: 'silent' }),
  });
  return {
    custody,
    async askForLease() {
      const [next] = due.sort((a, b) => a.ms - b.ms).splice(0, 1);
      next?.task();
      // It has asked once its next time to ask is set, and begun soon after.
      while (!due.some(({ ms }) => ms === next?.ms)) await turn();
      for (let turns = 0; turns < 50 && !custody.active; turns++) await turn();
    },
  };
}
