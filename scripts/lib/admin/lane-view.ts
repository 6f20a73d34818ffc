import type { ChainProvider, ScannedBridge } from '@causeway/chains';
import { type BlockRef, type BridgeEvent, type Hex, KIND, messageIdOf, ZERO_32 } from '@causeway/protocol';
import { unwrap } from '../keys/key-flags.ts';
import type { CommittedInterval, LaneView } from './repair.ts';

/** A lane as a view has it: the intervals in force at the destination, and what is known of their messages. */
export interface KnownLane {
  readonly intervals: readonly CommittedInterval[];
  /**
   * The messages of `interval`, once the view has read both bridges up to `blocks`: an execution that is not read yet
   * would count as forged. Throws when the view does not get there.
   */
  view(interval: CommittedInterval, blocks: LaneBlocks): Promise<LaneView>;
}

/** A block of each end of a lane. */
export interface LaneBlocks {
  /** A final one, whose messages are known. */
  readonly source: BlockRef;
  /** The newest one. */
  readonly destination: BlockRef;
}

/** The blocks that both ends of a lane have reached now. */
export async function reachedBlocks(
  source: Pick<ChainProvider, 'finalized'>,
  destination: Pick<ChainProvider, 'head'>,
): Promise<LaneBlocks> {
  return { source: unwrap(await source.finalized()), destination: unwrap(await destination.head()) };
}

/** The lane by a scan of both bridges from their deployment on. */
export async function scannedLane(source: ScannedBridge, destination: ScannedBridge): Promise<KnownLane> {
  const [from, to] = [source.provider.domain, destination.provider.domain];
  const ids = new Map<bigint, Hex>();
  const outcomes = new Map<Hex, 'executed' | 'cancelled'>();
  const intervals = new Map<bigint, CommittedInterval>();
  const sent = scanning(source, (event) => {
    if (event.type !== 'message' || event.message.destination !== to) return;
    ids.set(event.message.nonce, messageIdOf(event.message));
  });
  const done = scanning(destination, (event) => {
    if (event.type === 'executed') outcomes.set(event.messageId, 'executed');
    else if (event.type === 'message') {
      const { kind, destination: home, reference } = event.message;
      if (kind === KIND.cancel && home === from) outcomes.set(reference, 'cancelled');
    } else if (event.source === from) {
      // Only the last interval can be dropped, so no other one holds its nonces.
      if (event.root === ZERO_32) intervals.delete(event.firstNonce);
      else intervals.set(event.firstNonce, event);
    }
  });
  const reach = async (blocks: LaneBlocks) => {
    await sent(blocks.source);
    await done(blocks.destination);
  };
  await reach(await reachedBlocks(source.provider, destination.provider));
  return {
    intervals: [...intervals.values()],
    view: async (_, blocks) => {
      await reach(blocks);
      return { idOf: (nonce) => ids.get(nonce), outcomeOf: (id) => outcomes.get(id) };
    },
  };
}

/** Gives `take` each event of a bridge up to a block, once. */
function scanning(
  { provider, since }: ScannedBridge,
  take: (event: BridgeEvent) => void,
): (to: BlockRef) => Promise<void> {
  let next = since;
  return async (to) => {
    if (to.number < next) return;
    for (const event of unwrap(await provider.scan(next, to)).events) take(event);
    next = to.number + 1;
  };
}
