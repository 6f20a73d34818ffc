import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@causeway/chains';
import { type Duty, fenced, type Guarded, LeaseKeeper } from '@causeway/outbox';
import type { Lease, OrderRow, PlatformStorage } from '@causeway/storage';
import type { TransferStorage, TransferWorker, Wallets } from '../../wallets/index.ts';
import { CustodialLocks, type CustodialLocksDeps } from './locks.ts';

/** The lease of the process that signs for custodial wallets. */
const LEASE = 'custody';

export interface CustodyDeps extends Omit<CustodialLocksDeps, 'storage' | 'onLost' | 'created'> {
  readonly storage: Pick<PlatformStorage, keyof Guarded | 'events' | 'leases' | 'wallets'>;
  /** Makes the worker for plain transfers from the same wallets. */
  readonly transferWorker: Wallets['worker'];
  /** Timers of the lease; those of the machine if absent. */
  readonly after?: Clock['after'];
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
    transfers: { ...transfers, update: (id, patch) => transfers.update(id, patch, { fence: lease }) },
  };
}

/**
 * Signs for custodial wallets in one process at a time: in this process if the database belongs to it alone, else in the
 * process that holds the lease. Two processes would lock an order twice, or use one sequence number for two transactions.
 */
export class Custody {
  readonly #deps: CustodyDeps;
  #work: Work | undefined;
  #keeper: LeaseKeeper | undefined;

  constructor(deps: CustodyDeps) {
    this.#deps = deps;
    if (deps.storage.leases.shared) return;
    this.#work = { locks: new CustodialLocks(deps), transfers: deps.transferWorker(transferStorage(deps.storage)) };
  }

  /** True while this process signs. */
  get active(): boolean {
    return this.#work !== undefined;
  }

  /**
   * Continues the work of an earlier process, then checks all open locks and transfers every `intervalMs`; or waits for
   * the lease.
   */
  async start(intervalMs: number): Promise<void> {
    if (this.#work) return startWork(this.#work, intervalMs);
    const { storage, log, clock, after = systemClock.after, transferWorker } = this.#deps;
    this.#keeper = new LeaseKeeper({
      name: LEASE,
      holder: randomUUID(),
      leases: storage.leases,
      clock: { now: clock, after },
      log,
      begin: async (lease, onLost): Promise<Duty> => {
        const guarded = fenced(storage, lease);
        const locks = new CustodialLocks({ ...this.#deps, storage: guarded, onLost, created: storage.events });
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

  /** Stops after the current work. */
  async stop(): Promise<void> {
    if (this.#keeper) await this.#keeper.stop();
    else if (this.#work) await stopWork(this.#work);
  }

  /** Checks every open lock and transfer once; does nothing while another process signs. */
  async round(): Promise<void> {
    await Promise.all([this.#work?.locks.round(), this.#work?.transfers.round()]);
  }

  /** Signs and sends the lock of a new order. While another process signs, that process finds the order. */
  async enqueue(order: OrderRow): Promise<void> {
    await this.#work?.locks.enqueue(order);
  }
}

async function startWork({ locks, transfers }: Work, intervalMs: number): Promise<void> {
  await Promise.all([locks.start(intervalMs), transfers.start(intervalMs)]);
}

async function stopWork({ locks, transfers }: Work): Promise<void> {
  await Promise.all([locks.stop(), transfers.stop()]);
}
