import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import bs58 from 'bs58';
import type { WireTransaction } from './wire.ts';

/** DER prefix of a 32-byte ed25519 public key. */
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KNOWN_KEYS = 1_024;

const keys = new Map<string, KeyObject>();

/** True when every signature is valid for its signer. */
export function hasValidSignatures({ message, signatures }: WireTransaction): boolean {
  return signatures.every((signature, index) => {
    const key = publicKey(message.staticKeys[index] as string);
    return key !== null && verify(null, message.bytes, key, signature);
  });
}

/** Cached: creating a key costs as much as using it, and the same few keys sign repeatedly. */
function publicKey(address: string): KeyObject | null {
  const known = keys.get(address);
  if (known) return known;
  try {
    const der = Buffer.concat([PUBLIC_KEY_PREFIX, bs58.decode(address)]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    if (keys.size >= KNOWN_KEYS) keys.clear();
    keys.set(address, key);
    return key;
  } catch {
    return null;
  }
}
