import { bytesToHex, concatHex, type Hex, hexToBytes } from '@causeway/protocol';
import { blake2b } from '@noble/hashes/blake2.js';
import { ed25519KeyOf } from '../keys/ed25519.ts';
import type { KeyHandle } from '../provider/provider.ts';
import { encodeAddress, nodeIdOf } from './address.ts';
import { networkOfId, type RadixNetwork } from './network.ts';

/** First bytes of accounts that are preallocated to keys. */
const FIRST_BYTES = { ed25519: '0x51', secp256k1: '0xd1' } as const;

/** Length of a public key's hash, which is the content of an account's address and of a signature badge. */
const HASH_LENGTH = 29;

/** The last 29 bytes of blake2b-256 of an ed25519 public key: the local id of its signature badge. */
export const publicKeyHash = (publicKey: Hex): Hex =>
  bytesToHex(blake2b(hexToBytes(publicKey), { dkLen: 32 }).slice(-HASH_LENGTH));

/** The account on `network` that is preallocated to the key of that 29-byte hash. */
export const accountOfHash = (hash: Hex, curve: keyof typeof FIRST_BYTES, network: RadixNetwork): string =>
  encodeAddress(concatHex(FIRST_BYTES[curve], hash), network);

/** The hash of the ed25519 key that the account on `network` is preallocated to; null for any other account. */
export function hashOfAccount(account: string, network: RadixNetwork): Hex | null {
  const nodeId = nodeIdOf(account, 'account', network);
  return nodeId?.startsWith(FIRST_BYTES.ed25519) ? `0x${nodeId.slice(FIRST_BYTES.ed25519.length)}` : null;
}

/** The account on `network` that is preallocated to an ed25519 public key. */
export const accountOf = (publicKey: Hex, network: RadixNetwork): string =>
  accountOfHash(publicKeyHash(publicKey), 'ed25519', network);

/**
 * A handle on the ed25519 key of a 32-byte seed. Its address is the key's account on the network `networkId`; `sign`
 * makes 64-byte signatures. For local chains and tests; other keys come from keystores.
 */
export function radixKeyFromSeed(seed: Hex, networkId: number): KeyHandle {
  const { publicKey, sign } = ed25519KeyOf(seed);
  return { address: accountOf(publicKey, networkOfId(networkId)), publicKey, sign };
}
