import { type Hex, uintToHex } from '../../src/index.ts';

/** Inverts the bit of value 2^`bit` in `word`. */
export const flipBit = (word: Hex, bit: number): Hex =>
  uintToHex(BigInt(word) ^ (1n << BigInt(bit)), (word.length - 2) / 2);
