import type { Clock } from '@causeway/runtime';

/** First and longest pause between polls, milliseconds. */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 800;

/**
 * When to ask for the outcome of a transaction in progress: after 50, 100 … 800 ms, because chains have fast blocks. A
 * poll that a new head triggers does not change this schedule.
 */
export class PollSchedule {
  readonly #clock: Clock;
  #pauseMs = FIRST_PAUSE_MS;
  /** When the next poll is due. */
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The transaction was just sent. Returns the milliseconds until the first look. */
  sent(): number {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#dueMs = this.#clock.monotonic() + FIRST_PAUSE_MS;
    return FIRST_PAUSE_MS;
  }

  /** Whether a look is due, whatever heads have come. */
  get isDue(): boolean {
    return this.#clock.monotonic() >= this.#dueMs;
  }

  /** The outcome is still open. Returns the milliseconds until the next look; undefined when only heads prompt it. */
  looked(): number | undefined {
    const now = this.#clock.monotonic();
    if (now >= this.#dueMs) {
      this.#pauseMs *= 2;
      this.#dueMs = now + this.#pauseMs;
    }
    return this.#pauseMs > LAST_PAUSE_MS ? undefined : this.#dueMs - now;
  }
}
