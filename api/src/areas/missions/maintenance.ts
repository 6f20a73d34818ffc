import { PeriodicTask } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { SharedDuty } from '../../shared-duty.ts';
import type { MissionStorage } from './rules/mission-storage.ts';

/** Pause between two searches for deadlines that have passed, milliseconds. */
const SWEEP_MS = 1_000;
/** Longest time from an event to its look, milliseconds; events that come within it are read together. */
const GATHER_MS = 100;
/** Where several processes share the database, one of them counts. */
const LEASE_MS = 5_000;
const LEASE = 'mission orders';
/** Pause between two turns without events, milliseconds. */
const IDLE_MS = 60_000;
/** Runs that fail in one transaction, and events that are read in one. */
const BATCH = 200;

export interface MaintenanceDeps {
  readonly storage: MissionStorage;
  readonly shared: Pick<PlatformStorage, 'clock' | 'events' | 'leases'>;
  readonly catalogue: Catalogue;
  readonly log: BaseLogger;
}

/**
 * Work of the area besides requests: it fails runs whose deadlines have passed, and counts completed orders for
 * objectives. Every process of a database does the first, and one of them the second; each step is one transaction that
 * finds the work of the others done.
 */
export class MissionMaintenance {
  readonly #deps: MaintenanceDeps;
  readonly #sweeps: PeriodicTask;
  /** Each counts every order that the event log has then. */
  readonly follows: PeriodicTask;
  readonly #duty: SharedDuty;
  #unsubscribe: (() => void) | undefined;

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps;
    this.#duty = new SharedDuty({ storage: deps.shared, name: LEASE, leaseMs: LEASE_MS });
    // A failure is repeated at the next event or look.
    const failed = (err: unknown) => deps.log.error({ err }, 'the maintenance of missions failed');
    this.#sweeps = new PeriodicTask(() => this.#sweepAll(), { onFailure: failed });
    this.follows = new PeriodicTask(() => this.#followAll(), { onFailure: failed });
  }

  /** Begins; resolves after the first look at the event log. */
  async start(): Promise<void> {
    this.#unsubscribe = this.#deps.shared.events.onAppended(() => this.follows.wake(GATHER_MS));
    this.#sweeps.repeat(SWEEP_MS);
    await this.follows.start(IDLE_MS);
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await Promise.all([this.follows.stop(), this.#sweeps.stop()]);
    await this.#duty.release();
  }

  async #followAll(): Promise<void> {
    const { storage, catalogue } = this.#deps;
    if (!(await this.#duty.isOurs())) {
      // The holder may end after the newest event.
      this.follows.wake(LEASE_MS);
      return;
    }
    for (let events = BATCH; events === BATCH && !this.follows.stopped; ) {
      ({ events } = await storage.runs.followOrders(catalogue, BATCH));
    }
  }

  async #sweepAll(): Promise<void> {
    while ((await this.#deps.storage.runs.failOverdue(BATCH)) === BATCH);
  }
}
