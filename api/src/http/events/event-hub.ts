import type { EventRepository, EventRow } from '@causeway/storage';

/** Rows per read when the event table grew. */
const READ_LIMIT = 500;
/** Pause between two polls for commits of other processes, milliseconds. */
const POLL_MS = 100;

/** The channel of an avatar's events; an event's subject is the channel of the subject's events. */
export const avatarChannel = (avatarId: string): string => `avatar ${avatarId}`;

/** The channel of all events. */
export const ALL_EVENTS = 'all events';

const channelsOf = ({ subject, avatarId }: EventRow): readonly string[] =>
  avatarId === null ? [ALL_EVENTS, subject] : [ALL_EVENTS, subject, avatarChannel(avatarId)];

/** Wakes streams when their channel has new events. */
export interface EventHub {
  /** Calls `wake` after each commit with events of `channel`, until the returned function is called. */
  subscribe(channel: string, wake: () => void): () => void;
  close(): void;
}

/**
 * One subscription and one read per commit, for any number of streams. A stream reads for itself only when it is woken.
 */
export function createEventHub(events: EventRepository): EventHub {
  const wakers = new Map<string, Set<() => void>>();
  let unsubscribe: (() => void) | undefined;
  let position: number | undefined;
  /** The newest seq of this epoch that reads are known to show. */
  let shown = 0;
  let epoch: number | undefined;
  let reading = false;
  let again = false;

  const wakeAll = (): void => {
    for (const channel of wakers.values()) for (const wake of channel) wake();
  };

  const readNew = async (): Promise<void> => {
    const now = await events.epoch();
    if (position === undefined || now !== epoch) {
      epoch = now;
      // The subscription may tell of a later one before this answer comes.
      shown = 0;
      position = await events.latest();
      // Events between a stream's own read and this one would not be announced again.
      wakeAll();
    }
    if (shown <= position) return;
    const rows = await events.between(position, shown, READ_LIMIT);
    for (const channel of new Set(rows.flatMap(channelsOf))) for (const wake of wakers.get(channel) ?? []) wake();
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
    subscribe(channel, wake) {
      unsubscribe ??= events.onAppended((latest) => {
        shown = latest;
        void drain();
      }, POLL_MS);
      if (position === undefined) void drain();
      const own = wakers.get(channel) ?? new Set();
      wakers.set(channel, own.add(wake));
      return () => {
        own.delete(wake);
        if (own.size === 0 && wakers.get(channel) === own) wakers.delete(channel);
      };
    },
    close() {
      unsubscribe?.();
      unsubscribe = undefined;
    },
  };
}
