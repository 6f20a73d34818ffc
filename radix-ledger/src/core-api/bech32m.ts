const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** Value of a valid bech32m checksum (BIP 350). */
const CHECKSUM = 0x2bc830a3;
const CHECKSUM_LENGTH = 6;

export interface Bech32m {
  /** The human-readable part. */
  readonly hrp: string;
  readonly bytes: Uint8Array;
}

/** `bytes` as bech32m (BIP 350) under the human-readable part `hrp`, in lower case. */
export function encodeBech32m(hrp: string, bytes: Uint8Array): string {
  return withChecksum(hrp, letters(regroup(bytes, 8, 5)));
}

/** Bech32m text with the data part `data`, which has letters of its alphabet and no checksum yet. */
export function withChecksum(hrp: string, data: string): string {
  const groups = [...groupsOf(data), ...Array<number>(CHECKSUM_LENGTH).fill(0)];
  const rest = polymod([...expand(hrp), ...groups]) ^ CHECKSUM;
  const checksum = Array.from({ length: CHECKSUM_LENGTH }, (_, index) => (rest >> (5 * (5 - index))) & 31);
  return `${hrp}1${data}${letters(checksum)}`;
}

/** Decodes bech32m text in lower case; null when it is not valid. */
export function decodeBech32m(text: string): Bech32m | null {
  const separator = text.lastIndexOf('1');
  if (separator < 1 || text.length - separator - 1 < CHECKSUM_LENGTH) return null;
  const hrp = text.slice(0, separator);
  const groups = groupsOf(text.slice(separator + 1));
  if (groups.includes(-1) || polymod([...expand(hrp), ...groups]) !== CHECKSUM) return null;
  const data = groups.slice(0, -CHECKSUM_LENGTH);
  const bytes = Uint8Array.from(regroup(data, 5, 8));
  // The padding of the last group is shorter than a group and zero, so each value has exactly one text.
  return letters(regroup(bytes, 8, 5)) === letters(data) ? { hrp, bytes } : null;
}

const groupsOf = (data: string) => Array.from(data, (letter) => ALPHABET.indexOf(letter));
const letters = (groups: readonly number[]) => groups.map((group) => ALPHABET[group]).join('');

const expand = (hrp: string) => {
  const codes = Array.from(hrp, (letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
};

function polymod(groups: readonly number[]): number {
  let sum = 1;
  for (const group of groups) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ group;
    for (const [bit, generator] of GENERATORS.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum;
}

/**
 * Regroups bits from groups of `from` bits to groups of `to`. Widening pads the last group with zeros, narrowing drops
 * it.
 */
function regroup(groups: Iterable<number>, from: number, to: number): number[] {
  const regrouped: number[] = [];
  let bits = 0;
  let value = 0;
  for (const group of groups) {
    value = ((value << from) | group) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      regrouped.push((value >> bits) & ((1 << to) - 1));
    }
  }
  if (to < from && bits > 0) regrouped.push((value << (to - bits)) & ((1 << to) - 1));
  return regrouped;
}
