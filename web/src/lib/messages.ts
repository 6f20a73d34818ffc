import { useFollow } from './follow.ts';
import { api } from './service.ts';

/**
 * Calls `changed` when a message of one's own comes, is read or is deleted, while the part is shown; and once when the
 * stream begins, because something may have come since the part was loaded.
 */
export function useMessages(changed: () => void): void {
  useFollow(async (signal) => {
    const stream = api.events.follow({ topics: ['messages'], since: 'now' }, { signal, onReset: changed });
    for await (const _event of stream) changed();
  }, []);
}
