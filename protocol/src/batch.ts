import { MerkleTree } from 'merkletreejs';
import { bytesToHex, concatHex, exactHex, type Hex, hexToBytes, isHex, ZERO_32 } from './hex.ts';
import { keccak256, keccak256Bytes } from './keccak.ts';

/** Most siblings of a proof. */
export const MAX_PROOF_DEPTH = 32;

/** Contiguous messages of a lane under one root. */
export interface Batch {
  readonly firstNonce: bigint;
  readonly count: number;
  readonly root: Hex;
  /** Ids in the order of their nonces. */
  readonly messageIds: readonly Hex[];
  /** Siblings of the message at `nonce`, from leaf to root. Throws RangeError outside the batch. */
  proofOf(nonce: bigint): readonly Hex[];
}

/** leaf = keccak256(messageId). Leaf preimages have 32 bytes, node preimages 64, so no node passes as a leaf. */
export const leafOf = (messageId: Hex): Hex => keccak256(messageId);

/**
 * The batch of `messageIds`, whose first message has `firstNonce`. node = keccak256(smaller ‖ larger); a lone node is
 * promoted (merkletreejs with sortPairs, OpenZeppelin's MerkleProof). Throws RangeError when the list is empty or an id
 * does not have 32 bytes.
 */
export function buildBatch(firstNonce: bigint, messageIds: readonly Hex[]): Batch {
  if (messageIds.length === 0) throw new RangeError('a batch has at least one message');
  const ids = messageIds.map((id) => exactHex(id, 32, 'a messageId'));
  const leaves = ids.map((id) => Buffer.from(hexToBytes(leafOf(id))));
  // The nodes of a pair are sorted, the leaves are not: they keep the order of their nonces.
  const tree = new MerkleTree(leaves, keccak256Bytes, { sortPairs: true });
  return {
    firstNonce,
    count: ids.length,
    root: bytesToHex(tree.getRoot()),
    messageIds: ids,
    proofOf(nonce) {
      const index = Number(nonce - firstNonce);
      const leaf = leaves[index];
      if (leaf === undefined) throw new RangeError(`nonce ${nonce} is not in the batch`);
      // The index spares the library a linear search for the leaf.
      return tree.getProof(leaf, index).map(({ data }) => bytesToHex(data));
    },
  };
}

/**
 * True when `siblings` lead from the message to `root`. False for the zero root, for more than 32 siblings, and for
 * values without exactly 32 bytes: a "messageId" of 64 bytes would be a node.
 */
export function verifyInclusion(root: Hex, messageId: Hex, siblings: readonly Hex[]): boolean {
  if (siblings.length > MAX_PROOF_DEPTH || root === ZERO_32) return false;
  if (![root, messageId, ...siblings].every((word) => isHex(word, 32))) return false;
  return siblings.reduce(parentOf, leafOf(messageId)) === root.toLowerCase();
}

/** The parent of two nodes in lower case: keccak256(smaller ‖ larger). */
export const nodeOf = (a: Hex, b: Hex): Hex => keccak256(a < b ? concatHex(a, b) : concatHex(b, a));

const parentOf = (node: Hex, sibling: Hex): Hex => nodeOf(node, sibling.toLowerCase() as Hex);
