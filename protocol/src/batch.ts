import { MerkleTree } from 'merkletreejs';
import { bytesToHex, concatHex, exactHex, type Hex, hexToBytes, isHex, ZERO_32 } from './hex.ts';
import { keccak256, keccak256Bytes } from './keccak.ts';

/** The most siblings a proof has. */
export const MAX_PROOF_DEPTH = 32;

/** A lane's contiguous messages under one root. */
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
 * The batch of `messageIds`, the first of which has `firstNonce`. node = keccak256(smaller ‖ larger), a lone node is
 * promoted (merkletreejs with sortPairs, OpenZeppelin's MerkleProof). Throws RangeError when there are none, or when
 * one has not 32 bytes.
 */
export function buildBatch(firstNonce: bigint, messageIds: readonly Hex[]): Batch {
  if (messageIds.length === 0) throw new RangeError('a batch has at least one message');
  const ids = messageIds.map((id) => exactHex(id, 32, 'a messageId'));
  const leaves = ids.map((id) => Buffer.from(hexToBytes(leafOf(id))));
  // Pairs are sorted, leaves are not: their order is that of the nonces.
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
      // Without the index the library searches for the leaf, in linear time.
      return tree.getProof(leaf, index).map(({ data }) => bytesToHex(data));
    },
  };
}

/**
 * True when `siblings` lead from the message to `root`. The zero root, more than 32 siblings, and anything that has
 * not 32 bytes never do: a "messageId" of 64 bytes would be a node.
 */
export function verifyInclusion(root: Hex, messageId: Hex, siblings: readonly Hex[]): boolean {
  if (siblings.length > MAX_PROOF_DEPTH || root === ZERO_32) return false;
  if (![root, messageId, ...siblings].every((word) => isHex(word, 32))) return false;
  return siblings.reduce(parentOf, leafOf(messageId)) === root.toLowerCase();
}

function parentOf(node: Hex, sibling: Hex): Hex {
  const other = sibling.toLowerCase() as Hex;
  return keccak256(node < other ? concatHex(node, other) : concatHex(other, node));
}
