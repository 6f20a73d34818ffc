import { type KeyObject, sign } from 'node:crypto';
import { type Address, getAddressDecoder } from '@solana/kit';
import { keyPairOf } from '../../../conformance/src/keys.ts';

const privateKeys = new Map<Address, KeyObject>();

/** The address of the key for `name`. */
export function keyOf(name: string): Address {
  const { publicKey, key } = keyPairOf(name);
  const address = getAddressDecoder().decode(publicKey);
  privateKeys.set(address, key);
  return address;
}

/** The signature of `message` by a key from keyOf. Throws when `signer` has no key, like a program's account. */
export function signatureOf(signer: Address, message: Uint8Array): Uint8Array {
  const key = privateKeys.get(signer);
  if (key === undefined) throw new Error(`no key of ${signer}`);
  return sign(null, message, key);
}

/** True when `address` comes from keyOf and can therefore sign. */
export const hasKey = (address: Address): boolean => privateKeys.has(address);
