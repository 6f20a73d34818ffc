import type { Hold, Tasks } from '../areas/agents.ts';
import { sleep } from '../retry.ts';
import { isNotHeld, messageOf, passes, pauseAfter } from './faults.ts';

/** One report of progress; empty for a heartbeat alone. */
export interface Report {
  readonly progress?: number;
  readonly message?: string;
}

/** A task that runs for longer than this is reported to be worked on, milliseconds. */
const FIRST_BEAT_MS = 1_000;
/** Heartbeats in the time of one lease. */
const BEATS_PER_LEASE = 3;
/** Reports that wait at most; the oldest are dropped. */
const MOST_WAITING = 100;

/**
 * The reports of one held task, in their order: what `run` tells, and heartbeats between. They extend the lease. When
 * it is lost, or nothing was heard for as long as it lasts, `lost` is called.
 */
export class Reports {
  readonly #tasks: Tasks;
  readonly #hold: Hold;
  readonly #leaseMs: number;
  readonly #lost: (reason: string) => void;
  readonly #waiting: Report[] = [];
  readonly #end = new AbortController();
  readonly #running: Promise<void>;
  #wake = new AbortController();
  #flushing = false;

  constructor(tasks: Tasks, hold: Hold, leaseMs: number, lost: (reason: string) => void) {
    this.#tasks = tasks;
    this.#hold = hold;
    this.#leaseMs = leaseMs;
    this.#lost = lost;
    this.#running = this.#run();
  }

  /** Sends a report soon. Progress without a message replaces the one that still waits. */
  add(report: Report): void {
    const last = this.#waiting.at(-1);
    if (last && last.message === undefined) this.#waiting.pop();
    this.#waiting.push(report);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    this.#wake.abort();
  }

  /** Ends when all reports are sent, or cannot be sent now. */
  async flush(): Promise<void> {
    this.#flushing = true;
    this.#wake.abort();
    await this.#running;
  }

  /** Sends no more reports. */
  end(): void {
    this.#end.abort();
    this.#wake.abort();
  }

  async #run(): Promise<void> {
    let heardAt = performance.now();
    let faults = 0;
    let pauseMs = Math.min(FIRST_BEAT_MS, this.#leaseMs / BEATS_PER_LEASE);
    while (!this.#end.signal.aborted) {
      if (this.#waiting.length === 0 || faults > 0) await this.#pause(pauseMs, faults > 0);
      if (this.#end.signal.aborted || (this.#flushing && this.#waiting.length === 0)) return;
      const sentAt = performance.now();
      const report = this.#waiting.shift();
      try {
        await this.#tasks.heartbeat(this.#hold, report, { signal: this.#end.signal });
        heardAt = sentAt;
        faults = 0;
        pauseMs = this.#leaseMs / BEATS_PER_LEASE;
      } catch (error) {
        if (this.#end.signal.aborted) return;
        if (isNotHeld(error)) return this.#lost(error.message);
        // The service takes no such report; the task goes on without it.
        if (!passes(error)) continue;
        if (performance.now() - heardAt >= this.#leaseMs) return this.#lost(`the lease is over: ${messageOf(error)}`);
        if (report) this.#waiting.unshift(report);
        if (this.#flushing) return;
        faults += 1;
        pauseMs = Math.min(pauseAfter(faults), this.#leaseMs / BEATS_PER_LEASE);
      }
    }
  }

  /** Waits for the time, the end, or a report, unless there was a fault. */
  async #pause(milliseconds: number, afterFault: boolean): Promise<void> {
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
    if (this.#end.signal.aborted || this.#flushing) return;
    await sleep(milliseconds, afterFault ? this.#end.signal : this.#wake.signal).catch(() => {});
  }
}
