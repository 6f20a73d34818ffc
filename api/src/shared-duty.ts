import { randomUUID } from 'node:crypto';
import type { Lease, PlatformStorage } from '@causeway/storage';

export interface DutyDeps {
  readonly storage: Pick<PlatformStorage, 'leases' | 'clock'>;
  /** The lease's name. */
  readonly name: string;
  /** How long a process that ends without a word still has the duty, milliseconds. */
  readonly leaseMs: number;
}

/**
 * A piece of work of which one process of a database is enough. It spares the others the work; what must not be done
 * twice is kept by the transactions of the work itself.
 */
export class SharedDuty {
  readonly #deps: DutyDeps;
  readonly #holder = randomUUID();
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #lease: Lease | undefined;

  constructor(deps: DutyDeps) {
    this.#deps = deps;
  }

  /** True when this process has the duty. An answer of the leases holds for half of their time. */
  async isOurs(): Promise<boolean> {
    const { storage, name, leaseMs } = this.#deps;
    const { leases, clock } = storage;
    if (!leases.shared) return true;
    const nowMs = clock.now();
    if (Math.abs(nowMs - this.#askedAtMs) < leaseMs / 2) return this.#lease !== undefined;
    this.#askedAtMs = nowMs;
    this.#lease = await leases.acquire(name, this.#holder, leaseMs);
    return this.#lease !== undefined;
  }

  /** Gives the duty back, so that another process can have it at once. */
  async release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    this.#askedAtMs = Number.NEGATIVE_INFINITY;
    if (lease) await this.#deps.storage.leases.release(lease);
  }
}
