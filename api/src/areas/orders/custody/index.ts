import { randomUUID } from 'node:crypto';
import { type Duty, fenced, LeaseKeeper, type Timers } from '@causeway/outbox';
import type { OrderRow, PlatformStorage } from '@causeway/storage';
import { CustodialLocks, type CustodialLocksDeps } from './locks.ts';

/** The lease of whoever signs for the wallets that are held here. */
const LEASE = 'custody';

export interface CustodyDeps extends Omit<CustodialLocksDeps, 'storage' | 'onLost' | 'created'> {
  readonly storage: Pick<PlatformStorage, 'chainView' | 'orders' | 'submissions' | 'events' | 'leases'>;
  /** Timers of the lease, the machine's where absent. */
  readonly after?: Timers['after'];
}

/**
 * Locks for wallets held here in one process at a time: in this one where the database is its own, in the holder of a
 * lease where several share it. Two would lock an order twice, or use one sequence number for two orders.
 */
export class Custody {
  readonly #deps: CustodyDeps;
  #locks: CustodialLocks | undefined;
  #keeper: LeaseKeeper | undefined;

  constructor(deps: CustodyDeps) {
    this.#deps = deps;
    if (!deps.storage.leases.shared) this.#locks = new CustodialLocks(deps);
  }

  /** True while this process locks. */
  get active(): boolean {
    return this.#locks !== undefined;
  }

  /** Takes up what an earlier process left, then looks at all open locks every `intervalMs`; or waits for the lease. */
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

  /** Ends after what is under way. */
  async stop(): Promise<void> {
    await (this.#keeper ?? this.#locks)?.stop();
  }

  /** One look at every open lock; nothing where another process locks. */
  async round(): Promise<void> {
    await this.#locks?.round();
  }

  /** Signs and sends the lock of a new order; where another process locks, that one finds it. */
  async enqueue(order: OrderRow): Promise<void> {
    await this.#locks?.enqueue(order);
  }
}

function timeout(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
