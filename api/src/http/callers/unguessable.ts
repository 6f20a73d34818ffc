/** A UUID of random bits (RFC 9562, version 4). */
const RANDOM_UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
/** At least 128 bits in hex. */
const HEX = /^[0-9a-f]{32,}$/i;
/** At least 192 bits in base64url. */
const BASE64URL = /^[\w-]{32,}$/;
/** Different characters that random ones of this length have, but for one case of a billion. */
const VARIED_HEX = 7;
const VARIED = 14;

/**
 * True for a key that a client has drawn at random, with at least 122 bits: a UUID of version 4, 32 hexadecimal digits,
 * or 32 characters of base64url. Words that somebody chose are long, too, but have small letters alone or repeat a few.
 */
export function isUnguessable(key: string): boolean {
  if (RANDOM_UUID.test(key)) return true;
  const varied = new Set(key.toLowerCase()).size;
  if (HEX.test(key)) return varied >= VARIED_HEX;
  return BASE64URL.test(key) && /[a-z]/.test(key) && /[A-Z]/.test(key) && /\d/.test(key) && varied >= VARIED;
}
