import { buildBatch, concatHex, type Hex, keccak256, uintToHex } from '../../src/index.ts';
import { word } from './sites.ts';

const SIZES = [1, 2, 3, 5, 16, 17, 50, 64, 1000] as const;

/** Above this size a vector lists only some message ids; all of them derive from the seed. */
const LISTED = 64;
/** Above this size a vector has only some proofs. */
const PROVEN = 17;

/** keccak256(seed ‖ index u32): ids for a batch whose messages do not matter. */
const messageIds = (seed: Hex, count: number): Hex[] =>
  Array.from({ length: count }, (_, index) => keccak256(concatHex(seed, uintToHex(index, 4))));

/** Trees of typical and awkward sizes with their roots and the siblings of their leaves. */
export function batchVectors() {
  return SIZES.map((count) => {
    const seed = word(`batch of ${count}`);
    const ids = messageIds(seed, count);
    const batch = buildBatch(0n, ids);
    const some = [0, 1, count >> 1, (count >> 1) + 1, count - 2, count - 1];
    const proven = count <= PROVEN ? [...ids.keys()] : some;
    return {
      name: `${count} messages`,
      count,
      seed,
      root: batch.root,
      messageIds: count <= LISTED ? ids : [],
      proofs: proven.map((index) => ({ index, messageId: ids[index], siblings: batch.proofOf(BigInt(index)) })),
    };
  });
}
