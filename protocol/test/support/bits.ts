import { type Hex, uintToHex } from '../../src/index.ts';

/** `word` with the bit of value 2^`bit` the other way round. */
export const flipBit = (word: Hex, bit: number): Hex =>
  uintToHex(BigInt(word) ^ (1n << BigInt(bit)), (word.length - 2) / 2);
