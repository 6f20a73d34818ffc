import type { Hex } from '@causeway/protocol';
import { type LaneKey, openBridgeStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import type { KnownLane } from './lane-view.ts';

/** Runs `work` with the lane as the database of a relayer or signer has it. The process may go on. */
export async function withRecordedLane<T>(
  config: { readonly database: string; readonly baseDir: string },
  lane: LaneKey,
  work: (known: KnownLane) => Promise<T>,
): Promise<T> {
  const storage = await openBridgeStorage(locateDatabase(config), { mustExist: true });
  try {
    const { chainView } = storage;
    const roots = await chainView.rootsInForce(lane.family, lane.destination);
    const intervals = roots.filter((root) => root.lane.source === lane.source);
    return await work({
      intervals,
      async view({ firstNonce, count }) {
        const rows = await chainView.messages(lane, firstNonce, count, true);
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
