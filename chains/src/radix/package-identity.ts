import { bytesToHex, type Hex } from '@causeway/protocol';
import { blake2b } from '@noble/hashes/blake2.js';
import { RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { blob, instruction, type ManifestText, map, NONE } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import type { Publication } from './wire.ts';

/** The code of a package, and its definition, which says who may call what. Equal ones are one package. */
export interface PackageIdentity {
  /** blake2b-256 of the WebAssembly. */
  readonly code: string;
  /** blake2b-256 of the instruction that publishes it, compiled, without the code and the address. */
  readonly definition: string;
}

/** An instruction that publishes a package at a given address, in the text form of the toolkit. */
const PUBLISH = /^PUBLISH_PACKAGE_ADVANCED\s[\s\S]*\sBlob\("([0-9a-f]{64})"\)[\s\S]*$/;
/** Its last argument, the right to use the address. Its name differs between transactions. */
const RESERVATION = /Enum<1u8>\(\s*AddressReservation\("\w+"\)\s*\)\s*$/;
const NO_CODE = '0'.repeat(64);

/**
 * The identity of what `text`, one instruction without its semicolon, publishes; null when it is another instruction,
 * or publishes at an address that it does not name.
 */
export async function identityIn(text: ManifestText, network: RadixNetwork): Promise<PackageIdentity | null> {
  const code = PUBLISH.exec(text)?.[1];
  if (code === undefined || !RESERVATION.test(text)) return null;
  const bare = text.replace(`Blob("${code}")`, blob(`0x${NO_CODE}`)).replace(RESERVATION, NONE);
  const compiled = await RadixEngineToolkit.Instructions.compile({ kind: 'String', value: `${bare};` }, network.id);
  return { code: `0x${code}`, definition: bytesToHex(blake2b(compiled, { dkLen: 32 })) };
}

/** The instruction that publishes a package without an owner and without metadata, as the deploy tool sends it. */
export const publishing = (definition: ManifestText, codeHash: Hex, address: ManifestText): ManifestText =>
  instruction('PUBLISH_PACKAGE_ADVANCED', NONE, definition, blob(codeHash), map('String', 'Tuple', []), address);

/** The instructions of `payload`, a notarized transaction of version 1 in hex, without their semicolons. */
async function instructionsIn(payload: string): Promise<readonly ManifestText[]> {
  const bytes = Uint8Array.from(Buffer.from(payload, 'hex'));
  const { signedIntent } = await RadixEngineToolkit.NotarizedTransaction.decompile(bytes, 'String');
  const { instructions } = signedIntent.intent.manifest;
  if (instructions.kind !== 'String') return [];
  // The toolkit writes each semicolon on a line of its own, and line breaks in texts as escapes.
  return instructions.value.split(/^;$/m).map((each) => each.trim());
}

/** The instruction that `identityIn` reads, another one that publishes, and one that can call what publishes. */
const PUBLISHING = /^(?:PUBLISH_PACKAGE_ADVANCED|PUBLISH_PACKAGE|CALL_FUNCTION)\b/;

/**
 * The identity of the package at `address` by the transaction that created it; null when that transaction created other
 * packages too, published in another way, or is of another form.
 */
export async function identityOf(
  address: string,
  { packages, payload }: Publication,
  network: RadixNetwork,
): Promise<PackageIdentity | null> {
  if (payload === null || packages.length !== 1 || packages[0] !== address) return null;
  let instructions: readonly ManifestText[];
  try {
    instructions = await instructionsIn(payload);
  } catch {
    return null;
  }
  const publications = instructions.filter((each) => PUBLISHING.test(each));
  const [only] = publications;
  return only !== undefined && publications.length === 1 ? identityIn(only, network) : null;
}
