import type { BlockRef, Domain, Hex } from '@causeway/protocol';
import { type Clock, sleep, systemClock } from '@causeway/runtime';
import { type ChainViewRepository, type LaneKey, openBridgeStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import type { KnownLane, LaneBlocks } from './lane-view.ts';

/** Longest time until a process that runs has read a block, milliseconds. */
const READ_MS = 60_000;
const LOOK_MS = 250;

/**
 * Runs `work` with the lane as the database of a relayer or signer has it. The process should go on: it reads what the
 * work asks for.
 */
export async function withRecordedLane<T>(
  config: { readonly database: string; readonly baseDir: string },
  lane: LaneKey,
  work: (known: KnownLane) => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  const storage = await openBridgeStorage(locateDatabase(config), { mustExist: true });
  try {
    const { chainView } = storage;
    const roots = await chainView.rootsInForce(lane.family, lane.destination);
    const intervals = roots.filter((root) => root.lane.source === lane.source);
    return await work({
      intervals,
      async view({ firstNonce, count }, blocks) {
        await reach(chainView, lane, blocks, clock);
        const rows = (await chainView.messages(lane, firstNonce, count, false)).filter(
          ({ at }) => at.block.number <= blocks.source.number,
        );
        const outcomes = new Map<Hex, 'executed' | 'cancelled'>();
        for (const { messageId } of rows) {
          const outcome = await chainView.outcome(messageId);
          if (outcome?.domain === lane.destination) outcomes.set(messageId, outcome.status);
        }
        const ids = new Map(rows.map(({ messageId, message }) => [message.nonce, messageId]));
        return { idOf: (nonce) => ids.get(nonce), outcomeOf: (id) => outcomes.get(id) };
      },
    });
  } finally {
    await storage.close();
  }
}

/** Waits until both ends of `lane` are recorded up to `blocks`. Throws after a minute, and where a view is broken. */
async function reach(view: ChainViewRepository, lane: LaneKey, blocks: LaneBlocks, clock: Clock): Promise<void> {
  const { family, source, destination } = lane;
  const broken = (await view.broken()).find(
    (one) => one.family === family && (one.domain === source || one.domain === destination),
  );
  if (broken) throw new Error(`the database's view of domain ${broken.domain} is broken; --scan reads the chains`);
  const ends: readonly (readonly [Domain, BlockRef])[] = [
    [source, blocks.source],
    [destination, blocks.destination],
  ];
  const start = clock.monotonic();
  for (const [domain, { number }] of ends) {
    for (;;) {
      const read = await view.cursor(family, domain);
      if (read && read.number >= number) break;
      if (clock.monotonic() - start > READ_MS) {
        throw new Error(
          `the database knows domain ${domain} up to block ${read?.number ?? 0}, not ${number}, and what it does not know ` +
            'would count as forged: start the process that writes it, or give --scan',
        );
      }
      await sleep(clock, LOOK_MS);
    }
  }
}
