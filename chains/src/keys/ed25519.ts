import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Hex, hexToBytes } from '@causeway/protocol';

/** Bytes before the seed in the PKCS #8 form of an ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Bytes before the 32-byte public key in its SPKI form (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** A key that signs. */
export interface Ed25519Key {
  /** 32 bytes. */
  readonly publicKey: Hex;
  /** The 64-byte signature of a payload of any length. */
  readonly sign: (payload: Hex) => Promise<Hex>;
}

/** The ed25519 key of a seed of 32 bytes. Throws RangeError on another length. */
export function ed25519KeyOf(seed: Hex): Ed25519Key {
  const bytes = hexToBytes(seed);
  if (bytes.length !== 32) throw new RangeError('a seed has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD.length);
  return {
    publicKey: `0x${publicKey.toString('hex')}`,
    sign: async (payload) => `0x${sign(null, hexToBytes(payload), key).toString('hex')}`,
  };
}

/** A 32-byte public key, parsed once for many verifications. */
export const verifierOf = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, publicKey]), format: 'der', type: 'spki' });

/**
 * True when `signature` is a signature of `message` by the key of `verifier`. OpenSSL is as strict as the chains, so a
 * member cannot make a signature that passes here and fails there.
 */
export const isSignatureOf = (signature: Uint8Array, message: Uint8Array, verifier: KeyObject): boolean =>
  verify(null, message, verifier, signature);

/** True when `signature`, 64 bytes, is a signature of `payload` by the key of 32 bytes. */
export const isSignedBy = (publicKey: Hex, payload: Hex, signature: Hex): boolean =>
  isSignatureOf(hexToBytes(signature), hexToBytes(payload), verifierOf(hexToBytes(publicKey)));
