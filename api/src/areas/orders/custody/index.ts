import { randomUUID } from 'node:crypto';
import { type Duty, fenced, LeaseKeeper, type Timers } from '@causeway/outbox';
import type { OrderRow, PlatformStorage } from '@causeway/storage';
import { CustodialLocks, type CustodialLocksDeps } from './locks.ts';

/** The lease of the process that signs for custodial wallets. */
const LEASE = 'custody';

export interface CustodyDeps extends Omit<CustodialLocksDeps, 'storage' | 'onLost' | 'created'> {
  readonly storage: Pick<PlatformStorage, 'chainView' | 'orders' | 'submissions' | 'events' | 'leases'>;
  /** Timers of the lease; those of the machine if absent. */
  readonly after?: Timers['after'];
}

/**
 * Sends the locks from custodial wallets in one process at a time: in this process if the database belongs to it alone,
 * else in the process that holds the lease. Two processes would lock an order twice, or use one sequence number for two
 * orders.
 */
export class Custody {
  readonly #deps: CustodyDeps;
  #locks: CustodialLocks | undefined;
  #keeper: LeaseKeeper | undefined;

  constructor(deps: CustodyDeps) {
    this.#deps = deps;
    if (!deps.storage.leases.shared) this.#locks = new CustodialLocks(deps);
  }

  /** True while this process sends locks. */
  get active(): boolean {
    return this.#locks !== undefined;
  }

  /**
   * Continues the locks of an earlier process, then checks all open locks every `intervalMs`; or waits for the lease.
   */
  async start(intervalMs: number): Promise<void> {
    if (this.#locks) return this.#locks.start(intervalMs);
    const { storage, log, clock, after = timeout } = this.#deps;
    this.#keeper = new LeaseKeeper({
      name: LEASE,
      holder: randomUUID(),
      leases: storage.leases,
      clock: { now: clock, after },
      log,
      begin: async (lease, onLost): Promise<Duty> => {
        const locks = new CustodialLocks({
          ...this.#deps,
          storage: fenced(storage, lease),
          onLost,
          created: storage.events,
        });
        await locks.start(intervalMs);
        this.#locks = locks;
        return {
          stop: () => {
            this.#locks = undefined;
            return locks.stop();
          },
        };
      },
    });
    return this.#keeper.start();
  }

  /** Stops after the current work. */
  async stop(): Promise<void> {
    await (this.#keeper ?? this.#locks)?.stop();
  }

  /** Checks every open lock once; does nothing while another process sends locks. */
  async round(): Promise<void> {
    await this.#locks?.round();
  }

  /** Signs and sends the lock of a new order. While another process sends locks, that process finds the order. */
  async enqueue(order: OrderRow): Promise<void> {
    await this.#locks?.enqueue(order);
  }
}

function timeout(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
