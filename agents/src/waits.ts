import { type Clock, Signal } from '@causeway/runtime';
import type { EventFeed, EventRow } from '@causeway/storage';

/** A waiting request polls this often, milliseconds: a time that is over makes no event. */
const LOOK_MS = 2_000;

export interface WaitOptions {
  /** How long to wait at most, milliseconds. */
  readonly waitMs: number;
  /** True for an event after which another look may find a value. */
  readonly concerns: (row: EventRow) => boolean;
  /** Ends the wait: the client has gone. */
  readonly signal: AbortSignal;
}

/** Requests that wait for something that an event announces. */
export class Waits {
  readonly #feed: EventFeed;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #ended = false;

  constructor(feed: EventFeed, clock: Clock) {
    this.#feed = feed;
    this.#clock = clock;
  }

  /**
   * The first value that `look` finds, or undefined when the time is over, the client has gone, or the service ends.
   */
  async until<T>(look: () => Promise<T | undefined>, options: WaitOptions): Promise<T | undefined> {
    const { waitMs, concerns, signal } = options;
    const found = await look();
    if (found !== undefined || waitMs <= 0 || this.#ended) return found;
    const endMs = this.#clock.monotonic() + waitMs;
    const changed = new Signal(this.#clock);
    const ring = changed.raise;
    const unlisten = this.#feed.listen({ events: (rows) => rows.some(concerns) && ring(), missed: ring });
    this.#waiting.add(ring);
    signal.addEventListener('abort', ring);
    try {
      for (;;) {
        const leftMs = endMs - this.#clock.monotonic();
        await changed.wait(Math.min(leftMs, LOOK_MS));
        if (signal.aborted) return undefined;
        const value = await look();
        if (value !== undefined || leftMs <= 0 || this.#ended) return value;
      }
    } finally {
      unlisten();
      this.#waiting.delete(ring);
      signal.removeEventListener('abort', ring);
    }
  }

  /** Ends all waits. */
  end(): void {
    this.#ended = true;
    for (const ring of this.#waiting) ring();
  }
}
