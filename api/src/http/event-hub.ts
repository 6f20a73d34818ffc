import type { EventRepository } from '@causeway/storage';

/** Rows per read when the event table grew. */
const READ_LIMIT = 500;
/** Pause between two polls for commits of other processes, milliseconds. */
const POLL_MS = 100;

/** Wakes streams when their subject has new events. */
export interface EventHub {
  /** Calls `wake` after each commit with events of `subject`, until the returned function is called. */
  subscribe(subject: string, wake: () => void): () => void;
  close(): void;
}

/**
 * One subscription and one read per commit, for any number of streams. A stream reads for itself only when it is woken.
 */
export function createEventHub(events: EventRepository): EventHub {
  const wakers = new Map<string, Set<() => void>>();
  let unsubscribe: (() => void) | undefined;
  let position: number | undefined;
  let reading = false;
  let again = false;

  const wakeAll = (): void => {
    for (const subject of wakers.values()) for (const wake of subject) wake();
  };

  const readNew = async (): Promise<void> => {
    if (position === undefined) {
      position = await events.latest();
      // Events between a stream's own read and this one would not be announced again.
      wakeAll();
    }
    const rows = await events.after(undefined, position, READ_LIMIT);
    for (const { subject } of rows) for (const wake of wakers.get(subject) ?? []) wake();
    position = rows.at(-1)?.seq ?? position;
    again ||= rows.length === READ_LIMIT;
  };

  const drain = async (): Promise<void> => {
    again = true;
    if (reading) return;
    reading = true;
    try {
      while (again) {
        again = false;
        await readNew();
      }
    } catch {
      // The streams' own reads then report the failure.
      wakeAll();
    } finally {
      reading = false;
    }
  };

  return {
    subscribe(subject, wake) {
      unsubscribe ??= events.onAppended(() => void drain(), POLL_MS);
      if (position === undefined) void drain();
      const subjectWakers = wakers.get(subject) ?? new Set();
      wakers.set(subject, subjectWakers.add(wake));
      return () => {
        subjectWakers.delete(wake);
        if (subjectWakers.size === 0 && wakers.get(subject) === subjectWakers) wakers.delete(subject);
      };
    },
    close() {
      unsubscribe?.();
      unsubscribe = undefined;
    },
  };
}
