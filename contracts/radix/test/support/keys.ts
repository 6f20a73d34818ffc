import { sign } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { type KeyPair, keyPairOf } from '../../../conformance/src/keys.ts';
import { type Address, accountOf } from './addresses.ts';

const keyPairs = new Map<Address, KeyPair>();

/** The preallocated account of the key for `name`. */
export function keyOf(name: string): Address {
  const pair = keyPairOf(name);
  const account = accountOf(blake2b(pair.publicKey, { dkLen: 32 }).subarray(3));
  keyPairs.set(account, pair);
  return account;
}

function known(account: Address): KeyPair {
  const pair = keyPairs.get(account);
  if (pair === undefined) throw new Error(`no key of ${account}`);
  return pair;
}

/** The public key of an account from keyOf. Throws for any other account. */
export const publicKeyOf = (account: Address): Uint8Array => known(account).publicKey;

/** The ed25519 signature of `hash` by the account's key. */
export const signatureOf = (account: Address, hash: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, hash, known(account).key));
