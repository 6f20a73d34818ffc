import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bytesToHex, type Hex } from '@causeway/protocol';
import { blake2b } from '@noble/hashes/blake2.js';
import { ManifestSborStringRepresentation, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { blob, instruction, type ManifestText, map, NONE, some } from '../manifest.ts';
import type { RadixNetwork } from '../network.ts';
import { wellKnown } from '../well-known.ts';
import type { Creation } from './creation.ts';
import type { Ledger } from './ledger.ts';

/** The bridge's package in the form in which it is published. */
interface PackageArtifact {
  /** Its WebAssembly. */
  readonly code: Uint8Array;
  /** blake2b-256 of the code, by which a manifest refers to the blob. */
  readonly codeHash: Hex;
  /** The package's definition, as a manifest argument. */
  readonly definition: ManifestText;
}

const read = (extension: 'wasm' | 'rpd'): Uint8Array =>
  Uint8Array.from(
    readFileSync(fileURLToPath(import.meta.resolve(`@causeway/contracts-radix/causeway_bridge.${extension}`))),
  );

const loaded = new Map<number, Promise<PackageArtifact>>();

async function load({ id }: RadixNetwork): Promise<PackageArtifact> {
  const code = read('wasm');
  return {
    code,
    codeHash: bytesToHex(blake2b(code, { dkLen: 32 })),
    definition: await RadixEngineToolkit.ManifestSbor.decodeToString(
      read('rpd'),
      id,
      ManifestSborStringRepresentation.ManifestString,
    ),
  };
}

/** The committed build of the bridge's package, with its definition in the text form of `network`. */
function bridgePackage(network: RadixNetwork): Promise<PackageArtifact> {
  const known = loaded.get(network.id) ?? load(network);
  loaded.set(network.id, known);
  return known;
}

/** The highest fee for publishing the package. */
const PUBLISH_FEE_XRD = '200';

/** Creates the package on the network of `ledger`, one per build. It has no owner, so nobody can change it. */
export async function packageCreation({ network }: Ledger): Promise<Creation> {
  const { code, codeHash, definition } = await bridgePackage(network);
  return {
    name: `package.${codeHash.slice(2, 18)}`,
    package: wellKnown('packagePackage', network),
    blueprint: 'Package',
    instruction: (reservation) =>
      instruction(
        'PUBLISH_PACKAGE_ADVANCED',
        NONE,
        definition,
        blob(codeHash),
        map('String', 'Tuple', []),
        some(reservation),
      ),
    blobs: [code],
    feeXrd: PUBLISH_FEE_XRD,
  };
}
