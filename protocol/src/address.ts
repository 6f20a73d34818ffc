import { type Hex, isHex, padLeft, ZERO_32 } from './hex.ts';

/** The 32-byte left-padded form of a raw address of 20, 30 or 32 bytes. Throws RangeError on another length. */
export function toAddress32(raw: string): Hex {
  if (!isHex(raw, 20) && !isHex(raw, 30) && !isHex(raw, 32)) throw new RangeError('an address has 20, 30 or 32 bytes');
  return padLeft(raw);
}

/** The last `length` bytes of a padded address. Throws RangeError when the address is zero or its padding is not. */
export function fromAddress32(address: Hex, length: number): Hex {
  if (!isAddress32(address, length)) throw new RangeError(`not a padded address of ${length} bytes`);
  return `0x${address.slice(2 + padDigits(length)).toLowerCase()}`;
}

/** True when `address` is 32 bytes, not zero, and zero before its last `length` bytes. */
export function isAddress32(address: Hex, length: number): boolean {
  if (!isHex(address, 32) || address === ZERO_32) return false;
  return /^0*$/.test(address.slice(2, 2 + padDigits(length)));
}

const padDigits = (length: number): number => 2 * (32 - length);
