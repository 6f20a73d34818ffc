import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type { HistoryRepository } from '@causeway/storage';

const DAY_MS = 86_400_000;
/** How often a process searches for history that is too old. */
const PURGE_MS = 600_000;
/** Most rows of one transaction: others write between two. */
const BATCH = 100;

export interface HistoryRetentionOptions {
  readonly history: HistoryRepository;
  /** Unix milliseconds. */
  readonly clock: Clock;
  /** Days in which ended tasks, runs and collaborations are kept. */
  readonly days: number;
  /** Called with failures, after which the keeper goes on. */
  readonly onError: (error: unknown) => void;
}

/** Deletes the history of tasks that ended long ago. Any number of processes may do it. */
export class HistoryRetention {
  readonly #options: HistoryRetentionOptions;
  readonly #rounds: PeriodicTask;

  constructor(options: HistoryRetentionOptions) {
    this.#options = options;
    this.#rounds = new PeriodicTask(() => this.purge(), { onFailure: options.onError });
  }

  /** Deletes all that ended too long ago, in batches. Returns the number of tasks, runs and collaborations. */
  async purge(): Promise<number> {
    const { history, clock, days } = this.#options;
    let purged = 0;
    while (!this.#rounds.stopped) {
      const some = await history.purge(clock.now() - days * DAY_MS, BATCH);
      purged += some;
      if (some === 0) break;
    }
    return purged;
  }

  start(): void {
    this.#rounds.repeat(PURGE_MS);
  }

  /** Ends the work after the current batch. */
  close(): Promise<void> {
    return this.#rounds.stop();
  }
}
