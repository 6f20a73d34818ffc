// The committed blueprint.
import { readFileSync } from 'node:fs';
import { blake2b } from '@noble/hashes/blake2.js';
import { ManifestSborStringRepresentation, NetworkId, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import type { Address } from './addresses.ts';
import type { Chain } from './chain.ts';

export const BLUEPRINT = 'CausewayBridge';

const artifact = (ending: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../artifacts/causeway_bridge.${ending}`, import.meta.url)));
const code = artifact('wasm');
const codeHash = Buffer.from(blake2b(code, { dkLen: 32 })).toString('hex');

/** The package definition in a manifest. */
export const DEFINITION = await RadixEngineToolkit.ManifestSbor.decodeToString(
  artifact('rpd'),
  NetworkId.Simulator,
  ManifestSborStringRepresentation.ManifestString,
);

/** Publishes the blueprint as a package without an owner. */
export function publish(chain: Chain): Address {
  const instruction = `PUBLISH_PACKAGE_ADVANCED Enum<0u8>() ${DEFINITION} Blob("${codeHash}") Map<String, Tuple>() Enum<0u8>();`;
  const { error, created } = chain.execute([instruction], [], [code]);
  if (error !== undefined) throw new Error(error);
  return created.packages[0] as Address;
}
