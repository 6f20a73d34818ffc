import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Address, getAddressDecoder } from '@solana/kit';

/** PKCS #8 of an ed25519 seed, up to the seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeys = new Map<Address, KeyObject>();

/** The address of the key for `name`. It is the same in every run, so that measured figures stay the same. */
export function keyOf(name: string): Address {
  const seed = createHash('sha256').update(`causeway test key ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  const address = getAddressDecoder().decode(raw);
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
