// The committed blueprints.
import { readFileSync } from 'node:fs';
import { manifests } from '@causeway/radix-ledger/testing';
import type { Address } from './addresses.ts';
import type { Chain } from './chain.ts';

export const BLUEPRINT = 'CausewayBridge';

export const SETTLER_BLUEPRINT = 'CausewaySettler';

interface Artifact {
  readonly code: Uint8Array;
  /** The package definition in a manifest. */
  readonly definition: string;
}

async function artifactOf(name: string): Promise<Artifact> {
  const read = (ending: string): Uint8Array =>
    new Uint8Array(readFileSync(new URL(`../../artifacts/${name}.${ending}`, import.meta.url)));
  return { code: read('wasm'), definition: await manifests.definitionText(read('rpd')) };
}
const BRIDGE = await artifactOf('causeway_bridge');
export const SETTLER = await artifactOf('causeway_settler');

/** The definition of the bridge's package in a manifest. */
export const DEFINITION = BRIDGE.definition;

/** Publishes a blueprint, by default the bridge's, as a package without an owner. */
export function publish(chain: Chain, { code, definition }: Artifact = BRIDGE): Address {
  const { error, created } = chain.execute([manifests.publish(code, definition)], [], [code]);
  if (error !== undefined) throw new Error(error);
  return created.packages[0] as Address;
}
