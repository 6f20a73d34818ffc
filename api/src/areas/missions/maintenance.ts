import { PeriodicTask } from '@causeway/runtime';
import type { EventRepository } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Catalogue } from '../../bridge/catalogue.ts';
import type { MissionStorage } from './rules/mission-storage.ts';

/** Pause between two searches for deadlines that have passed, milliseconds. */
const SWEEP_MS = 1_000;
/** Runs that fail in one transaction, and events that are read in one. */
const BATCH = 200;

export interface MaintenanceDeps {
  readonly storage: MissionStorage;
  readonly events: Pick<EventRepository, 'onAppended'>;
  readonly catalogue: Catalogue;
  readonly log: BaseLogger;
}

/**
 * Work of the area besides requests: it fails runs whose deadlines have passed, and counts completed orders for
 * objectives. Every process of a database does both; each step is one transaction that finds the work of the others
 * done.
 */
export class MissionMaintenance {
  readonly #deps: MaintenanceDeps;
  readonly #sweeps: PeriodicTask;
  /** Each counts every order that the event log has then. */
  readonly follows: PeriodicTask;
  #unsubscribe: (() => void) | undefined;

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps;
    // A failure is repeated at the next event or look.
    const failed = (err: unknown) => deps.log.error({ err }, 'the maintenance of missions failed');
    this.#sweeps = new PeriodicTask(() => this.#sweepAll(), { onFailure: failed });
    this.follows = new PeriodicTask(() => this.#followAll(), { onFailure: failed });
  }

  /** Begins; resolves after the first look at the event log. */
  async start(): Promise<void> {
    this.#unsubscribe = this.#deps.events.onAppended(() => void this.follows.next());
    this.#sweeps.repeat(SWEEP_MS);
    await this.follows.next();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await Promise.all([this.follows.stop(), this.#sweeps.stop()]);
  }

  async #followAll(): Promise<void> {
    const { storage, catalogue } = this.#deps;
    for (let events = BATCH; events === BATCH && !this.follows.stopped; ) {
      ({ events } = await storage.runs.followOrders(catalogue, BATCH));
    }
  }

  async #sweepAll(): Promise<void> {
    while ((await this.#deps.storage.runs.failOverdue(BATCH)) === BATCH);
  }
}
