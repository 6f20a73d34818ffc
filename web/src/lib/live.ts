import type { ExplorerEvent } from '@causeway/client';
import { effect, signal } from '@preact/signals';
import { follow } from './follow.ts';
import { gather } from './gather.ts';
import { api, troubleOf } from './service.ts';

/** A part of the page that follows all orders. */
export interface OrderListener {
  onChanges(changes: readonly ExplorerEvent['data'][]): void;
  /** The stream begins anew, after changes that nobody heard: read the orders again. */
  onReset(): void;
}

const listeners = new Set<OrderListener>();
/** Whether a part listens; the stream is open while one does. */
const isWanted = signal(false);
/** Between tabs: changes, or null for a stream that begins anew. */
const channel = new BroadcastChannel('causeway-orders');

function hear(changes: readonly ExplorerEvent['data'][] | null): void {
  for (const listener of listeners) {
    if (changes) listener.onChanges(changes);
    else listener.onReset();
  }
}
channel.onmessage = ({ data }: MessageEvent<readonly ExplorerEvent['data'][] | null>) => hear(data);

function tell(changes: readonly ExplorerEvent['data'][] | null): void {
  channel.postMessage(changes);
  hear(changes);
}

/**
 * Follows the stream for all tabs: the tab that has the lock reads it, and sends the changes to the others. When that
 * tab closes, the next one gets the lock and goes on.
 */
async function lead(stop: AbortSignal): Promise<void> {
  await navigator.locks.request('causeway-orders', { signal: stop }, async () => {
    const add = gather(tell);
    const read = async () => {
      // The tab before may have gone with events that nobody heard.
      tell(null);
      for await (const { data } of api.explorer.events({ signal: stop, onReset: () => tell(null) })) add(data);
    };
    await follow(read, stop);
  });
}

effect(() => {
  if (!isWanted.value) return;
  const stop = new AbortController();
  lead(stop.signal).catch(troubleOf);
  return () => stop.abort();
});

/** Listens to changes of all orders; returns how to stop. */
export function onOrders(listener: OrderListener): () => void {
  listeners.add(listener);
  isWanted.value = true;
  return () => {
    listeners.delete(listener);
    isWanted.value = listeners.size > 0;
  };
}
