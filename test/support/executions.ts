import type { ChainProvider } from '@causeway/chains';
import { read } from './invariants.ts';

/** How often each message was executed at `bridge` in block `from` and after it, by messageId. */
export async function executionsAt(bridge: ChainProvider, from: number): Promise<ReadonlyMap<string, number>> {
  const head = await read(bridge.head());
  const { events } = await read(bridge.scan(from, head.number));
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'executed') counts.set(event.messageId, (counts.get(event.messageId) ?? 0) + 1);
  }
  return counts;
}
