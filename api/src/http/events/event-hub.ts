import { EventFeed, type EventRepository, type EventRow } from '@causeway/storage';

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
  const feed = new EventFeed(events);
  let end: (() => void) | undefined;

  const wake = (channels: Iterable<string>): void => {
    for (const channel of channels) for (const one of wakers.get(channel) ?? []) one();
  };

  return {
    subscribe(channel, wakeOne) {
      const own = wakers.get(channel) ?? new Set();
      wakers.set(channel, own.add(wakeOne));
      end ??= feed.listen({
        events: (rows) => wake(new Set(rows.flatMap(channelsOf))),
        // Where a read has failed, the streams' own reads report it.
        missed: () => wake(wakers.keys()),
      });
      return () => {
        own.delete(wakeOne);
        if (own.size === 0 && wakers.get(channel) === own) wakers.delete(channel);
      };
    },
    close() {
      end?.();
      end = undefined;
    },
  };
}
