import { bytesToHex, type Hex, hexToBytes, keccak256 } from '@causeway/protocol';
import { withoutMetadata } from './packed-calls.ts';

/** The instruction before 32 bytes, and the first of the instructions that are followed by bytes of their own. */
const PUSH32 = 0x7f;
const PUSH1 = 0x60;
const WORD = 32;

/**
 * Where the constructor writes immutable values into `code`, the runtime code of an artifact: solc leaves 32 zeros
 * after a PUSH32 there. A zero in the source is a PUSH0 or a PUSH1 instead, so nothing else has this form.
 */
function placesIn(code: Uint8Array): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const instruction = code[at] as number;
    if (instruction < PUSH1 || instruction > PUSH32) continue;
    const value = code.subarray(at + 1, at + 1 + instruction - PUSH1 + 1);
    if (instruction === PUSH32 && value.length === WORD && value.every((byte) => byte === 0)) places.push(at + 1);
    at += value.length;
  }
  return places;
}

/** A build of a contract: what its runtime code must be, and which immutable each place of it has. */
export interface Build {
  /** keccak256 of the runtime code without metadata and with zeros for immutables, as the artifact has it. */
  readonly code: Hex;
  readonly places: readonly number[];
  /** A letter for each place, in their order. */
  readonly immutables: string;
}

/** The build of an artifact's runtime code. Throws when `immutables` has another number of letters than it places. */
export function buildOf(deployedBytecode: Hex, immutables: string): Build {
  const code = withoutMetadata(deployedBytecode);
  const places = placesIn(hexToBytes(code));
  if (places.length !== immutables.length)
    throw new RangeError(`${places.length} places, ${immutables.length} letters`);
  return { code: keccak256(code), places, immutables };
}

/** What code on chain is: its hash in the form of Build, and the values of the immutables if a build has that code. */
export interface ReadCode {
  readonly code: Hex;
  /**
   * 32 bytes by the immutable's letter; null when its places have several values. Absent when no build has the code.
   */
  readonly immutables?: ReadonlyMap<string, Hex | null>;
}

/** Compares `code`, read from a chain, with `builds`. */
export function identify(code: Hex, builds: readonly Build[]): ReadCode {
  const bytes = hexToBytes(withoutMetadata(code));
  for (const { code: expected, places, immutables } of builds) {
    const masked = Uint8Array.from(bytes);
    for (const place of places) masked.fill(0, place, place + WORD);
    if (keccak256(bytesToHex(masked)) !== expected) continue;
    const values = new Map<string, Hex | null>();
    for (const [index, place] of places.entries()) {
      const letter = immutables[index] as string;
      const value = bytesToHex(bytes.subarray(place, place + WORD));
      const known = values.get(letter);
      values.set(letter, known === undefined || known === value ? value : null);
    }
    return { code: expected, immutables: values };
  }
  return { code: keccak256(bytesToHex(bytes)) };
}
