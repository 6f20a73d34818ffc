import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Address, getAddressDecoder } from '@solana/kit';

/** PKCS #8 of an ed25519 seed, up to the seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeys = new Map<Address, KeyObject>();

/** The address of the key that belongs to `name`: the same in every run, so that figures stay the same too. */
export function keyOf(name: string): Address {
  const seed = createHash('sha256').update(`causeway test key ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  const address = getAddressDecoder().decode(raw);
  privateKeys.set(address, key);
  return address;
}

/** The signature of `message` by the key that keyOf gave. Throws when `signer` has none, as a program's account has. */
export function signatureOf(signer: Address, message: Uint8Array): Uint8Array {
  const key = privateKeys.get(signer);
  if (key === undefined) throw new Error(`no key of ${signer}`);
  return sign(null, message, key);
}

/** True when keyOf gave `address`, so that it can sign. */
export const hasKey = (address: Address): boolean => privateKeys.has(address);
