import type { ChainProvider } from '@causeway/chains';
import { read } from './invariants.ts';

/** Number of executions of each message at `bridge` from block `from` on, by messageId. */
export async function executionsAt(bridge: ChainProvider, from: number): Promise<ReadonlyMap<string, number>> {
  const head = await read(bridge.head());
  const { events } = await read(bridge.scan(from, head.number));
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'executed') counts.set(event.messageId, (counts.get(event.messageId) ?? 0) + 1);
  }
  return counts;
}
