import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** Bytes of AES-GCM's nonce and of its tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes of a key. */
export const KEY_BYTES = 32;

/** Cryptographically random bytes. */
export type Random = (length: number) => Uint8Array;

/** AES-256-GCM with a random nonce: nonce ‖ ciphertext ‖ tag. `aad` is authenticated with it. */
export function encrypt(key: Uint8Array, plain: Uint8Array, aad: Uint8Array, random: Random): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Reverses `encrypt`; null when key, `aad` or bytes are others. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const end = sealed.length - TAG_BYTES;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
  } catch {
    return null;
  }
}
