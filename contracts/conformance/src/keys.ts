import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** PKCS #8 of an ed25519 seed, up to the seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An ed25519 key and its 32 public bytes. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly key: KeyObject;
}

/** The key for `name`. It is the same in every run, so that measured figures stay the same. */
export function keyPairOf(name: string): KeyPair {
  const seed = createHash('sha256').update(`causeway test key ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  return { publicKey: new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)), key };
}
