// The committed blueprint.
import { readFileSync } from 'node:fs';
import { manifests } from '@causeway/radix-ledger/testing';
import type { Address } from './addresses.ts';
import type { Chain } from './chain.ts';

export const BLUEPRINT = 'CausewayBridge';

const artifact = (ending: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../artifacts/causeway_bridge.${ending}`, import.meta.url)));
const code = artifact('wasm');

/** The package definition in a manifest. */
export const DEFINITION = await manifests.definitionText(artifact('rpd'));

/** Publishes the blueprint as a package without an owner. */
export function publish(chain: Chain): Address {
  const { error, created } = chain.execute([manifests.publish(code, DEFINITION)], [], [code]);
  if (error !== undefined) throw new Error(error);
  return created.packages[0] as Address;
}
