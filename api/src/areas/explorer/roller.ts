import { setImmediate } from 'node:timers/promises';
import { PeriodicTask } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import { SharedDuty } from '../../shared-duty.ts';
import type { SeriesStorage } from './rules/series-storage.ts';

/** Orders or events that one transaction counts. */
const BATCH = 100;
/** Longest time from an event to its counting, milliseconds; events that come within it are counted together. */
const GATHER_MS = 1_000;
/** Pause between two turns without events, and between two deletions of old buckets, milliseconds. */
const IDLE_MS = 60_000;
/** Where several processes share the database, one of them counts. */
const LEASE_MS = 10_000;
const LEASE = 'order figures';
/** After so many orders of before, the log says how far the counting is. */
const LOG_EVERY = 100_000;

export interface RollerDeps {
  readonly storage: Pick<PlatformStorage, 'events' | 'leases' | 'clock'>;
  readonly series: SeriesStorage;
  readonly log: Pick<BaseLogger, 'info' | 'error'>;
}

/**
 * Counts orders by time, at first the orders of before. The lease only spares several processes the same work; what
 * keeps an order from being counted twice is the position, which changes in the transaction of the figures.
 */
export class Roller {
  readonly #deps: RollerDeps;
  readonly #duty: SharedDuty;
  readonly turns: PeriodicTask;
  #unsubscribe: (() => void) | undefined;
  #filled = 0;
  #forgottenAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: RollerDeps) {
    this.#deps = deps;
    this.#duty = new SharedDuty({ storage: deps.storage, name: LEASE, leaseMs: LEASE_MS });
    const failed = (err: unknown) => deps.log.error({ err }, 'orders could not be counted by time');
    this.turns = new PeriodicTask(() => this.#turn(), { onFailure: failed });
  }

  start(): void {
    this.#unsubscribe = this.#deps.storage.events.onAppended(() => this.turns.wake(GATHER_MS), GATHER_MS);
    this.turns.repeat(IDLE_MS);
    this.turns.wake();
  }

  /** Ends; another process counts at once. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.turns.stop();
    await this.#duty.release();
  }

  /** Counts everything that is not counted, unless another process does. */
  async #turn(): Promise<void> {
    const { series } = this.#deps;
    for (let isBehind = true; isBehind && !this.turns.stopped; ) {
      if (!(await this.#mayCount())) return;
      const advanced = await series.advance(BATCH);
      isBehind = advanced.isBehind;
      this.#tell(advanced.filled);
      // Requests have their turns between two transactions.
      await setImmediate();
    }
    const nowMs = this.#deps.storage.clock.now();
    if (nowMs - this.#forgottenAtMs < IDLE_MS) return;
    this.#forgottenAtMs = nowMs;
    await series.forget();
  }

  async #mayCount(): Promise<boolean> {
    if (await this.#duty.isOurs()) return true;
    // The holder may end after the newest event, so the next turn does not wait for another one.
    this.turns.wake(LEASE_MS);
    return false;
  }

  #tell(filled: number | undefined): void {
    if (filled === undefined) return;
    const { log } = this.#deps;
    const before = this.#filled;
    this.#filled += filled;
    if (filled === 0) log.info({ orders: this.#filled }, 'the orders of before are counted by time');
    else if (Math.floor(before / LOG_EVERY) < Math.floor(this.#filled / LOG_EVERY)) {
      log.info({ orders: this.#filled }, 'orders of before are being counted by time');
    }
  }
}
