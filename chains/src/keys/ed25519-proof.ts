import { type Hex, hexToBytes, isHex } from '@causeway/protocol';
import bs58 from 'bs58';
import { isSignatureOf, verifierOf } from './ed25519.ts';

/** Bytes of an ed25519 signature. */
const LENGTH = 64;

/** A signature in the forms in which wallets show one: hexadecimal, base58 or base64. Null for any other text. */
function signatureBytes(text: string): Uint8Array | null {
  const hex = text.startsWith('0x') ? text : `0x${text}`;
  if (isHex(hex, LENGTH)) return hexToBytes(hex);
  const candidates = [() => bs58.decode(text), () => Uint8Array.from(Buffer.from(text, 'base64'))];
  for (const decode of candidates) {
    try {
      const bytes = decode();
      if (bytes.length === LENGTH) return bytes;
    } catch {
      // Not of this form.
    }
  }
  return null;
}

/** True when `signature` is a signature of the text's UTF-8 bytes by the ed25519 key. */
export function provesText(publicKey: Hex, text: string, signature: string): boolean {
  const bytes = signatureBytes(signature.trim());
  return bytes !== null && isSignatureOf(bytes, Buffer.from(text, 'utf8'), verifierOf(hexToBytes(publicKey)));
}
