import { type Hex, keccak256, uintToHex } from '@causeway/protocol';
import { ed25519KeyOf, isSignatureOf, verifierOf } from '../src/keys/ed25519.ts';
import type { KeyHandle } from '../src/keys/key-handle.ts';

/** Length of a signature: the public key and the 64 bytes of ed25519, in hexadecimal with the prefix. */
const SIGNATURE_TEXT = 2 + 2 * (32 + 64);

const addressOf = (publicKey: Hex): string => `0x${keccak256(publicKey).slice(-40)}`;

const keys = new Map<number, KeyHandle>();
const verifiers = new Map<Hex, ReturnType<typeof verifierOf>>();

/** The key number `number` of chains in memory. Its address has 20 bytes; its signatures name their public key. */
export function memoryKey(number: number): KeyHandle {
  const known = keys.get(number);
  if (known) return known;
  const key = memoryKeyOf(uintToHex(0x3e3_0000 + number, 32));
  keys.set(number, key);
  return key;
}

/** The key of a secret of 32 bytes on chains in memory. */
export function memoryKeyOf(secret: Hex): KeyHandle {
  const { publicKey, sign } = ed25519KeyOf(secret);
  return {
    address: addressOf(publicKey),
    publicKey,
    sign: async (payload) => `${publicKey}${(await sign(payload)).slice(2)}`,
  };
}

/** The address whose key made `signature` over `payload`, or null. */
export function signerOf(payload: Hex, signature: Hex): string | null {
  if (signature.length !== SIGNATURE_TEXT) return null;
  const publicKey: Hex = `0x${signature.slice(2, 66)}`;
  const bytes = (text: string) => Buffer.from(text, 'hex');
  try {
    const verifier = verifiers.get(publicKey) ?? verifierOf(bytes(publicKey.slice(2)));
    verifiers.set(publicKey, verifier);
    return isSignatureOf(bytes(signature.slice(66)), bytes(payload.slice(2)), verifier) ? addressOf(publicKey) : null;
  } catch {
    return null;
  }
}
