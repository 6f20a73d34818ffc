import type { ScannedBridge } from '@causeway/chains';
import { type BlockRef, type Hex, KIND, messageIdOf, ZERO_32 } from '@causeway/protocol';
import { unwrap } from '../keys/key-flags.ts';
import type { CommittedInterval, LaneView } from './repair.ts';

/** A lane as a view has it: the intervals in force at the destination, and what is known of their messages. */
export interface KnownLane {
  readonly intervals: readonly CommittedInterval[];
  /** The messages of `interval`. */
  view(interval: CommittedInterval): Promise<LaneView>;
}

/**
 * The lane by a scan of both bridges from their deployment on: of the source up to its final block, of the destination
 * up to its head.
 */
export async function scannedLane(source: ScannedBridge, destination: ScannedBridge): Promise<KnownLane> {
  const [from, to] = [source.provider.domain, destination.provider.domain];
  const [final, head] = [unwrap(await source.provider.finalized()), unwrap(await destination.provider.head())];
  const ids = new Map<bigint, Hex>();
  for (const event of await eventsOf(source, final)) {
    if (event.type !== 'message' || event.message.destination !== to) continue;
    ids.set(event.message.nonce, messageIdOf(event.message));
  }
  const outcomes = new Map<Hex, 'executed' | 'cancelled'>();
  const intervals = new Map<bigint, CommittedInterval>();
  for (const event of await eventsOf(destination, head)) {
    if (event.type === 'executed') outcomes.set(event.messageId, 'executed');
    else if (event.type === 'message') {
      const { kind, destination: home, reference } = event.message;
      if (kind === KIND.cancel && home === from) outcomes.set(reference, 'cancelled');
    } else if (event.source === from) {
      // Only the last interval can be dropped, so no other one holds its nonces.
      if (event.root === ZERO_32) intervals.delete(event.firstNonce);
      else intervals.set(event.firstNonce, event);
    }
  }
  return {
    intervals: [...intervals.values()],
    view: async () => ({ idOf: (nonce) => ids.get(nonce), outcomeOf: (id) => outcomes.get(id) }),
  };
}

const eventsOf = async ({ provider, since }: ScannedBridge, to: BlockRef) =>
  to.number < since ? [] : unwrap(await provider.scan(since, to)).events;
