import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, accountOf } from './addresses.ts';

/** PKCS #8 of an ed25519 seed, up to the seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly key: KeyObject;
}
const keyPairs = new Map<Address, KeyPair>();

/**
 * The preallocated account of the key for `name`. It is the same in every run, so that measured figures stay the same.
 */
export function keyOf(name: string): Address {
  const seed = createHash('sha256').update(`causeway test key ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));
  const account = accountOf(blake2b(publicKey, { dkLen: 32 }).subarray(3));
  keyPairs.set(account, { publicKey, key });
  return account;
}

function keyPairOf(account: Address): KeyPair {
  const pair = keyPairs.get(account);
  if (pair === undefined) throw new Error(`no key of ${account}`);
  return pair;
}

/** The public key of an account from keyOf. Throws for any other account. */
export const publicKeyOf = (account: Address): Uint8Array => keyPairOf(account).publicKey;

/** The ed25519 signature of `hash` by the account's key. */
export const signatureOf = (account: Address, hash: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, hash, keyPairOf(account).key));
