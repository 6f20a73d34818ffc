import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bytesToHex, type Hex } from '@causeway/protocol';
import { blake2b } from '@noble/hashes/blake2.js';
import { ManifestSborStringRepresentation, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { type ManifestText, reservation as namedReservation, some } from '../manifest.ts';
import type { RadixNetwork } from '../network.ts';
import { identityIn, type PackageIdentity, publishing } from '../package-identity.ts';
import { wellKnown } from '../well-known.ts';
import type { Creation } from './creation.ts';
import type { Ledger } from './ledger.ts';

/** Names of the committed packages. */
export type PackageBuild = 'causeway_bridge' | 'causeway_settler';

/** A package in the form in which it is published. */
interface PackageArtifact {
  /** Its WebAssembly. */
  readonly code: Uint8Array;
  /** blake2b-256 of the code, by which a manifest refers to the blob. */
  readonly codeHash: Hex;
  /** The package's definition, as a manifest argument. */
  readonly definition: ManifestText;
}

const read = (build: PackageBuild, extension: 'wasm' | 'rpd'): Uint8Array =>
  Uint8Array.from(readFileSync(fileURLToPath(import.meta.resolve(`@causeway/contracts-radix/${build}.${extension}`))));

const loaded = new Map<string, Promise<PackageArtifact>>();

async function load(build: PackageBuild, { id }: RadixNetwork): Promise<PackageArtifact> {
  const code = read(build, 'wasm');
  return {
    code,
    codeHash: bytesToHex(blake2b(code, { dkLen: 32 })),
    definition: await RadixEngineToolkit.ManifestSbor.decodeToString(
      read(build, 'rpd'),
      id,
      ManifestSborStringRepresentation.ManifestString,
    ),
  };
}

/** A committed build, with its definition in the text form of `network`. */
function artifactOf(build: PackageBuild, network: RadixNetwork): Promise<PackageArtifact> {
  const key = `${build} ${network.id}`;
  const known = loaded.get(key) ?? load(build, network);
  loaded.set(key, known);
  return known;
}

/** The highest fee for publishing the package. */
const PUBLISH_FEE_XRD = '200';

/** Creates the package on the network of `ledger`, one per build. It has no owner, so nobody can change it. */
export async function packageCreation({ network }: Ledger, build: PackageBuild): Promise<Creation> {
  const { code, codeHash, definition } = await artifactOf(build, network);
  return {
    name: `package.${codeHash.slice(2, 18)}`,
    package: wellKnown('packagePackage', network),
    blueprint: 'Package',
    instruction: (reservation) => publishing(definition, codeHash, some(reservation)),
    blobs: [code],
    feeXrd: PUBLISH_FEE_XRD,
  };
}

/** The identity of a committed build, by what its publication says. */
export async function builtPackage(build: PackageBuild, network: RadixNetwork): Promise<PackageIdentity> {
  const { codeHash, definition } = await artifactOf(build, network);
  const text = publishing(definition, codeHash, some(namedReservation('package')));
  const identity = await identityIn(text.replace(/;\s*$/, ''), network);
  if (identity === null) throw new TypeError(`the build ${build} has no identity`);
  return identity;
}
