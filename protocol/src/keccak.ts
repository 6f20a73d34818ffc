import keccak from 'keccak256';
import { bytesToHex, type Hex, hexToBytes } from './hex.ts';

/**
 * keccak-256 of the bytes that `hex` stands for. Throws TypeError on anything else: the library alone would hash a
 * string that is not hexadecimal as text, and pad an odd number of digits.
 */
export function keccak256(hex: Hex): Hex {
  return bytesToHex(keccak256Bytes(Buffer.from(hexToBytes(hex))));
}

/** keccak-256 of `bytes`. */
export const keccak256Bytes = (bytes: Buffer): Buffer => keccak(bytes);
