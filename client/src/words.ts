import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** The bytes of hexadecimal text with 0x before it; undefined for any other text, or another number of bytes. */
export const bytesOf = (hex: string, length: number): Uint8Array | undefined =>
  hex.length === 2 + 2 * length && /^0x[\da-f]*$/i.test(hex) ? hexToBytes(hex.slice(2)) : undefined;

/** Bytes, at most 32, left-padded to a word of 32 bytes in hexadecimal. */
export const wordOf = (bytes: Uint8Array): string => `0x${bytesToHex(bytes).padStart(64, '0')}`;
