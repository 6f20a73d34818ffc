import { createHmac } from 'node:crypto';

/** Every step of an ed25519 path is hardened. */
const HARDENED = 0x80000000;

/** The 32-byte ed25519 seed at `path` below `seed`, by SLIP-0010. Every index counts as hardened. */
export function deriveEd25519Seed(seed: Uint8Array, path: readonly number[]): Uint8Array {
  const master = hmac(Buffer.from('ed25519 seed'), seed);
  const node = path.reduce((parent, index) => {
    const child = Buffer.alloc(1 + 32 + 4);
    parent.copy(child, 1, 0, 32);
    child.writeUInt32BE(HARDENED + index, 1 + 32);
    return hmac(parent.subarray(32), child);
  }, master);
  return node.subarray(0, 32);
}

/** Path by which Radix wallets derive the key of the account at `index` on the network `networkId` (CAP-26). */
export const radixAccountPath = (networkId: number, index: number): readonly number[] => [
  44,
  1022,
  networkId,
  // Entity: an account; kind of key: transaction signing.
  525,
  1460,
  index,
];

const hmac = (key: Uint8Array, data: Uint8Array): Buffer => createHmac('sha512', key).update(data).digest();
