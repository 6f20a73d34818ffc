import { Signal } from '@causeway/runtime';
import type { EventRepository } from '@causeway/storage';
import { createEventHub, type EventHub } from './event-hub.ts';

/** Waits of requests for what somebody else changes; one subscription to the events for all of them. */
export class EventWaits {
  readonly #hub: EventHub;
  readonly #stopped = new AbortController();

  constructor(events: EventRepository) {
    this.#hub = createEventHub(events);
  }

  /**
   * What `read` returns: now, after each event of `subject`, and whenever `everyMs` milliseconds are over. After
   * `waitMs` milliseconds, when `signal` aborts, and when the service stops, there is one last reading.
   */
  async *readings<T>(
    subject: string,
    read: () => Promise<T>,
    { waitMs, everyMs, signal }: { readonly waitMs: number; readonly everyMs?: number; readonly signal: AbortSignal },
  ): AsyncGenerator<T, void, undefined> {
    const over = AbortSignal.any([signal, this.#stopped.signal, AbortSignal.timeout(waitMs)]);
    const wanted = new Signal();
    const unsubscribe = this.#hub.subscribe(subject, wanted.raise);
    over.addEventListener('abort', wanted.raise);
    const timer = everyMs === undefined ? undefined : setInterval(wanted.raise, everyMs);
    try {
      for (let last = false; !last; ) {
        last = over.aborted;
        yield await read();
        if (!last) await wanted.wait();
      }
    } finally {
      clearInterval(timer);
      unsubscribe();
    }
  }

  /** Ends all waits. */
  stop(): void {
    this.#stopped.abort();
  }

  close(): void {
    this.#hub.close();
  }
}
