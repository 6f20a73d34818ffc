import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { PublicKey } from '@solana/web3.js';

/** What stands before the 32 bytes of an ed25519 public key in its SPKI form (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** A public key ready for many verifications. */
export const verifierOf = (key: PublicKey): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, key.toBytes()]), format: 'der', type: 'spki' });

/**
 * True when `signature` is one of `message` by the key of `verifier`. OpenSSL's check is as strict as the cluster's, so
 * that no member can make a signature that counts here and stops the transaction there.
 */
export const isSignatureOf = (signature: Uint8Array, message: Uint8Array, verifier: KeyObject): boolean =>
  verify(null, message, verifier, signature);
