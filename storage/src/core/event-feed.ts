import type { EventRepository, EventRow } from './events.ts';

/** Events per read. */
const READ_LIMIT = 500;

/** A listener of an EventFeed. */
export interface FeedListener {
  /** Called with new events, in the order of the commits. */
  readonly events: (rows: readonly EventRow[]) => void;
  /** Called when events may have been missed: at the beginning, after a failed read, and in another epoch. */
  readonly missed: () => void;
}

/** The new events of all processes, read once for all listeners, while there are any. */
export class EventFeed {
  readonly #events: EventRepository;
  readonly #listeners = new Set<FeedListener>();
  #unsubscribe: (() => void) | undefined;
  #position: number | undefined;
  /** The epoch of that position: in another one other events have these seqs. */
  #epoch: number | undefined;
  /** The newest seq of this epoch that reads are known to show. */
  #shown = 0;
  #reading = false;
  #again = false;

  constructor(events: EventRepository) {
    this.#events = events;
  }

  /** Calls `listener` from now on, until the returned function is called. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    this.#unsubscribe ??= this.#events.onAppended((latest) => {
      this.#shown = latest;
      void this.#drain();
    });
    if (this.#position === undefined) void this.#drain();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#position = undefined;
    };
  }

  async #drain(): Promise<void> {
    this.#again = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#again && this.#unsubscribe) {
        this.#again = false;
        await this.#readNew();
      }
    } catch {
      // The listeners' own reads report the failure.
      this.#missed();
    } finally {
      this.#reading = false;
    }
  }

  async #readNew(): Promise<void> {
    const epoch = await this.#events.epoch();
    if (this.#position === undefined || epoch !== this.#epoch) {
      this.#epoch = epoch;
      // The subscription may tell of a later one before this answer comes.
      this.#shown = 0;
      this.#position = await this.#events.latest();
      // Events between a listener's own look and this one would not be announced again.
      this.#missed();
    }
    if (this.#shown <= this.#position) return;
    const rows = await this.#events.between(this.#position, this.#shown, READ_LIMIT);
    for (const { events } of this.#listeners) events(rows);
    this.#position = rows.at(-1)?.seq ?? this.#position;
    this.#again ||= rows.length === READ_LIMIT;
  }

  #missed(): void {
    for (const { missed } of this.#listeners) missed();
  }
}
