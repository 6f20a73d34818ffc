import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { PublicKey } from '@solana/web3.js';

/** What stands before the 32 bytes of an ed25519 public key in its SPKI form (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * The eight points of small order. A signature whose first half is one of them passes the plain check of RFC 8032, but
 * the cluster refuses it, and with it the transaction.
 */
const SMALL_ORDER = new Set([
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
]);

/** A public key ready for many verifications. */
export const verifierOf = (key: PublicKey): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, key.toBytes()]), format: 'der', type: 'spki' });

/** True when the cluster takes `signature` as one of `message` by the key of `verifier`. */
export const isSignatureOf = (signature: Uint8Array, message: Uint8Array, verifier: KeyObject): boolean =>
  !SMALL_ORDER.has(Buffer.from(signature.subarray(0, 32)).toString('hex')) &&
  verify(null, message, verifier, signature);
