import { type BackoffOptions, backoffMs } from './backoff.ts';
import { type Clock, systemClock } from './clock.ts';

export interface PeriodicTaskOptions {
  /** Gets the error of a failed turn, which ends no later one. */
  readonly onFailure: (error: unknown) => void;
  /** Asked after a turn that succeeded: the pause before the next, milliseconds; the period when undefined. */
  readonly pause?: () => number | undefined;
  /** The pauses after failed turns, which wakes do not shorten; the period when absent. `random` is in [0, 1). */
  readonly backoff?: BackoffOptions & { readonly random: () => number };
  readonly clock?: Clock;
}

/**
 * Repeats a piece of work, one turn at a time. Whoever asks for a turn while one runs gets that one. Its timers keep no
 * process alive.
 */
export class PeriodicTask {
  readonly #work: () => Promise<unknown>;
  readonly #options: PeriodicTaskOptions;
  readonly #clock: Clock;
  /** Milliseconds from the end of a turn to the next; undefined while nothing repeats. */
  #everyMs: number | undefined;
  #running: Promise<void> | undefined;
  #following: Promise<void> | undefined;
  #cancelTimer: () => void = () => {};
  /** When the next turn begins by itself, by the monotonic clock. */
  #dueMs = Number.POSITIVE_INFINITY;
  /** When a turn was requested while one ran, by the monotonic clock. */
  #wokenMs = Number.POSITIVE_INFINITY;
  #isStopped = false;
  #failures = 0;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(work: () => Promise<unknown>, options: PeriodicTaskOptions) {
    this.#work = work;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get stopped(): boolean {
    return this.#isStopped;
  }

  /** Runs a turn now, and then one every `everyMs` after the end of the last. Resolves at the end of the first. */
  start(everyMs: number): Promise<void> {
    this.#everyMs = everyMs;
    return this.run();
  }

  /** Runs the first turn in `everyMs`, and then one every `everyMs` after the end of the last. */
  repeat(everyMs: number): void {
    this.#everyMs = everyMs;
    this.#schedule(everyMs);
  }

  /** Runs one turn; resolves at its end. */
  run(): Promise<void> {
    this.#running ??= this.#begin();
    return this.#running;
  }

  /**
   * Runs one turn that begins after this call, so that it finds what was there before the call; resolves at its end.
   * Whoever calls while a turn runs gets the turn after it.
   */
  next(): Promise<void> {
    if (this.#running === undefined) return this.run();
    this.#following ??= this.#running.then(() => {
      this.#following = undefined;
      return this.#isStopped ? undefined : this.run();
    });
    return this.#following;
  }

  /**
   * Requests a turn of a repeating task in `ms`: after the current turn if one runs, and not before a pause after a
   * failure is over. A turn that begins earlier serves the request, too.
   */
  wake(ms = 0): void {
    if (this.#isStopped || this.#everyMs === undefined) return;
    const nowMs = this.#clock.monotonic();
    if (this.#running !== undefined) this.#wokenMs = Math.min(this.#wokenMs, nowMs + ms);
    else {
      const dueMs = Math.max(nowMs + ms, this.#notBeforeMs);
      if (dueMs < this.#dueMs) this.#schedule(dueMs - nowMs);
    }
  }

  /** Starts no further turn; resolves at the end of the current one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#running;
  }

  #begin(): Promise<void> {
    this.#cancelTimer();
    this.#dueMs = Number.POSITIVE_INFINITY;
    this.#wokenMs = Number.POSITIVE_INFINITY;
    return this.#turn().then((pauseMs) => {
      this.#running = undefined;
      if (pauseMs === undefined) return;
      const wokenMs = Math.max(this.#wokenMs, this.#notBeforeMs) - this.#clock.monotonic();
      this.#schedule(Math.min(pauseMs, wokenMs));
    });
  }

  /** Works once. Returns the pause before the next turn, milliseconds. */
  async #turn(): Promise<number | undefined> {
    const { onFailure, pause, backoff } = this.#options;
    try {
      await this.#work();
      this.#failures = 0;
      this.#notBeforeMs = Number.NEGATIVE_INFINITY;
      return pause?.() ?? this.#everyMs;
    } catch (error) {
      onFailure(error);
      if (backoff === undefined) return this.#everyMs;
      this.#failures += 1;
      const pauseMs = backoffMs(this.#failures, backoff.random(), backoff);
      this.#notBeforeMs = this.#clock.monotonic() + pauseMs;
      return pauseMs;
    }
  }

  #schedule(ms: number): void {
    if (this.#isStopped || this.#everyMs === undefined) return;
    this.#cancelTimer();
    if (ms <= 0) void this.run();
    else {
      this.#dueMs = this.#clock.monotonic() + ms;
      this.#cancelTimer = this.#clock.after(ms, () => void this.run(), true);
    }
  }
}
