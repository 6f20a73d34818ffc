import { bytesToHex, type Hex } from '@causeway/protocol';
import fc from 'fast-check';

export const ZERO_WORD: Hex = `0x${'00'.repeat(32)}`;

/** `hex` with one bit flipped. Bits count from the lowest bit of the first byte. */
export function flipBit(hex: Hex, bit: number): Hex {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  return bytesToHex(bytes);
}

/** Any 32 bytes. */
export const anyWord = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytesToHex(bytes));

/** A word of which only one bit is set. Bits count from the lowest bit of the last byte. */
export const bitOf = (position: number): Hex => `0x${(1n << BigInt(position)).toString(16).padStart(64, '0')}`;
