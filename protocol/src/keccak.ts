import keccak from 'keccak256';
import { bytesToHex, type Hex, hexToBytes } from './hex.ts';

/**
 * keccak-256 of the bytes of `hex`. Throws TypeError for any other text. The library alone would hash such text as
 * characters, and pad an odd number of digits.
 */
export function keccak256(hex: Hex): Hex {
  return bytesToHex(keccak256Bytes(Buffer.from(hexToBytes(hex))));
}

/** keccak-256 of `bytes`. */
export const keccak256Bytes = (bytes: Buffer): Buffer => keccak(bytes);
