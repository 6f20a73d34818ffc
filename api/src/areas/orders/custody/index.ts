import { randomUUID } from 'node:crypto';
import { fenced, type Guarded, type LeaderTask, LeaseHolder, takeUp, type Waiting } from '@causeway/outbox';
import type { Lease, OrderRow } from '@causeway/storage';
import type { TransferStorage, TransferWorker, Wallets } from '../../wallets/index.ts';
import type { WithOrders } from '../rules/order-storage.ts';
import type { OrderStorage } from '../rules/orders.ts';
import { CustodialLocks, type CustodialLocksDeps } from './locks.ts';

/** The lease of the process that signs for custodial wallets. */
const LEASE = 'custody';

export interface CustodyDeps extends Omit<CustodialLocksDeps, 'storage' | 'onLost' | 'created'> {
  readonly storage: Pick<WithOrders, keyof Guarded | 'events' | 'leases' | 'wallets'>;
  /** Makes the worker for plain transfers from the same wallets. */
  readonly transferWorker: Wallets['worker'];
}

/** What one process does for custodial wallets: locks and burns of orders, and plain transfers. */
interface Work {
  readonly locks: CustodialLocks;
  readonly transfers: TransferWorker;
}

/** The repositories of transfers for the holder of `lease`; for the only process of a database without one. */
function transferStorage({ submissions, wallets }: CustodyDeps['storage'], lease?: Lease): TransferStorage {
  const { transfers } = wallets;
  if (!lease) return { submissions, transfers };
  return {
    submissions,
    transfers: {
      ...transfers,
      update: (id, patch) => transfers.update(id, patch, { fence: lease }),
      endFrozen: (id) => transfers.endFrozen(id, { fence: lease }),
    },
  };
}

/** Changes of orders that spend, for the holder of `lease`. */
const fencedOrders = (orders: OrderStorage, lease: Lease): Pick<OrderStorage, 'transitionPaid' | 'updatePaid'> => ({
  transitionPaid: (id, trigger, patch, change) =>
    orders.transitionPaid(id, trigger, patch, { ...change, fence: lease }),
  updatePaid: (id, patch, change) => orders.updatePaid(id, patch, { ...change, fence: lease }),
});

/**
 * Signs for custodial wallets in one process at a time: in this process if the database belongs to it alone, else in
 * the process that holds the lease. Two processes would lock an order twice, or use one sequence number for two
 * transactions.
 */
export class Custody {
  readonly #deps: CustodyDeps;
  #work: Work | undefined;
  /** The begin of the work in the only process of a database. */
  #alone: Promise<Work> | undefined;
  #keeper: LeaseHolder | undefined;

  constructor(deps: CustodyDeps) {
    this.#deps = deps;
  }

  /** True while this process signs. */
  get active(): boolean {
    return !this.#deps.storage.leases.shared || this.#work !== undefined;
  }

  /**
   * Continues the work of an earlier process, then checks all open locks and transfers every `intervalMs`; or waits for
   * the lease.
   */
  async start(intervalMs: number): Promise<void> {
    const { storage, log, clock, transferWorker } = this.#deps;
    if (!storage.leases.shared) return startWork(await this.#beginAlone(), intervalMs);
    this.#keeper = new LeaseHolder({
      name: LEASE,
      holder: randomUUID(),
      leases: storage.leases,
      clock,
      log,
      begin: async (lease, onLost): Promise<LeaderTask> => {
        await this.#takeUp();
        const guarded = fenced(storage, lease);
        const orders = { ...storage.orders, ...guarded.orders, ...fencedOrders(storage.orders, lease) };
        const own = { ...guarded, orders };
        const locks = new CustodialLocks({ ...this.#deps, storage: own, onLost, created: storage.events });
        const transfers = transferWorker(
          transferStorage({ ...storage, submissions: guarded.submissions }, lease),
          onLost,
        );
        const work = { locks, transfers };
        await startWork(work, intervalMs);
        this.#work = work;
        return {
          stop: () => {
            this.#work = undefined;
            return stopWork(work);
          },
        };
      },
    });
    return this.#keeper.start();
  }

  /** The work of the only process of a database. It is tried again after a failure of storage. */
  #beginAlone(): Promise<Work> {
    const { storage, transferWorker } = this.#deps;
    this.#alone ??= this.#takeUp().then(
      () => {
        const locks = new CustodialLocks(this.#deps);
        this.#work = { locks, transfers: transferWorker(transferStorage(storage)) };
        return this.#work;
      },
      (error: unknown) => {
        this.#alone = undefined;
        throw error;
      },
    );
    return this.#alone;
  }

  /** What this process signs with now; undefined while another process has the lease. */
  async #current(): Promise<Work | undefined> {
    return this.#deps.storage.leases.shared ? this.#work : this.#beginAlone();
  }

  /** Keeps the sequence numbers of everything that an earlier process left open, before this one signs. */
  async #takeUp(): Promise<void> {
    const { storage, catalogue } = this.#deps;
    for (const row of await storage.submissions.open(['lock', 'burn', 'transfer'])) {
      const [provider] = Object.values(catalogue.networkOf(row.domain)?.providers ?? {});
      if (provider) takeUp(row, provider);
    }
  }

  /** What no block is known to include yet, of this process. */
  get waiting(): readonly Waiting[] {
    return this.#work ? [...this.#work.locks.waiting, ...this.#work.transfers.waiting] : [];
  }

  /** Stops after the current work. */
  async stop(): Promise<void> {
    if (this.#keeper) await this.#keeper.stop();
    else if (this.#work) await stopWork(this.#work);
  }

  /** Checks every open lock and transfer once; does nothing while another process signs. */
  async round(): Promise<void> {
    const work = await this.#current();
    await Promise.all([work?.locks.rounds.run(), work?.transfers.rounds.run()]);
  }

  /** Signs and sends the lock of a new order. While another process signs, that process finds the order. */
  async enqueue(order: OrderRow): Promise<void> {
    try {
      await (await this.#current())?.locks.enqueue(order);
    } catch (err) {
      // The first round finds the order.
      this.#deps.log.error({ err, orderId: order.id }, 'the open submissions of an earlier process could not be read');
    }
  }
}

async function startWork({ locks, transfers }: Work, intervalMs: number): Promise<void> {
  await Promise.all([locks.rounds.start(intervalMs), transfers.rounds.start(intervalMs)]);
}

async function stopWork({ locks, transfers }: Work): Promise<void> {
  await Promise.all([locks.stop(), transfers.rounds.stop()]);
}
