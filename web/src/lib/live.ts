import { effect, signal } from '@preact/signals';
import type { ExplorerOrder } from './explorer.ts';
import { api, troubleOf } from './service.ts';

/** Listeners of the stream of all orders. */
const listeners = new Set<(orders: readonly ExplorerOrder[]) => void>();
/** How many parts listen; the stream is open while it is not zero. */
const wanted = signal(0);
const channel = new BroadcastChannel('causeway-orders');

function hear(orders: readonly ExplorerOrder[]): void {
  for (const listener of listeners) listener(orders);
}
channel.onmessage = ({ data }: MessageEvent<readonly ExplorerOrder[]>) => hear(data);

/** Milliseconds in which events are gathered before the parts change: a frame is enough for many of them. */
const GATHER_MS = 100;

/**
 * Follows the stream for all tabs: the tab that has the lock reads it, and sends what it reads to the others. When its
 * tab closes, the next one has the lock and goes on.
 */
async function lead(stop: AbortSignal): Promise<void> {
  await navigator.locks.request('causeway-orders', { signal: stop }, async () => {
    let gathered = new Map<string, ExplorerOrder>();
    let isDue = false;
    const flush = () => {
      isDue = false;
      const orders = [...gathered.values()];
      gathered = new Map();
      channel.postMessage(orders);
      hear(orders);
    };
    for await (const { data } of api.explorer.events({ signal: stop })) {
      gathered.set(data.orderId, data);
      if (!isDue) setTimeout(flush, GATHER_MS);
      isDue = true;
    }
  });
}

effect(() => {
  if (wanted.value === 0) return;
  const stop = new AbortController();
  lead(stop.signal).catch(troubleOf);
  return () => stop.abort();
});

/** Calls `listener` with orders that changed; returns how to stop. */
export function onOrders(listener: (orders: readonly ExplorerOrder[]) => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) wanted.value = 1;
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) wanted.value = 0;
  };
}
