import type { EventRepository, MissionStorage } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { orderMeets } from './order-conditions.ts';

/** Pause between two looks for deadlines that have passed, milliseconds. */
const SWEEP_MS = 1_000;
/** Runs that fail in one transaction, and events that are read in one. */
const BATCH = 200;

export interface UpkeepDeps {
  readonly storage: MissionStorage;
  readonly events: Pick<EventRepository, 'onAppended'>;
  readonly catalogue: Catalogue;
  readonly log: BaseLogger;
}

/**
 * Work of the area besides requests: it fails runs whose deadlines have passed, and counts completed orders for objectives.
 * Every process of a database does both; each step is one transaction that finds the work of the others done.
 */
export class MissionUpkeep {
  readonly #deps: UpkeepDeps;
  #following: Promise<void> | undefined;
  #again = false;
  #sweeping: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  /** Begins; resolves after the first look at the event log. */
  async start(): Promise<void> {
    this.#unsubscribe = this.#deps.events.onAppended(() => void this.follow());
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS).unref();
    await this.follow();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    clearInterval(this.#timer);
    this.#again = false;
    await Promise.all([this.#following, this.#sweeping]);
  }

  /** Counts every order that the event log has; one call at a time works for all. */
  follow(): Promise<void> {
    this.#again = true;
    this.#following ??= this.#guarded(() => this.#followAll()).finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  /** Fails every run whose deadline has passed. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#guarded(() => this.#sweepAll()).finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #followAll(): Promise<void> {
    const { storage, catalogue } = this.#deps;
    while (this.#again) {
      this.#again = false;
      const { events } = await storage.runs.followOrders(
        (condition, order) => orderMeets(catalogue, condition, order),
        BATCH,
      );
      if (events === BATCH) this.#again = true;
    }
  }

  async #sweepAll(): Promise<void> {
    while ((await this.#deps.storage.runs.failOverdue(BATCH)) === BATCH);
  }

  /** A failure is repeated at the next event or look. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the upkeep of missions failed');
    }
  }
}
