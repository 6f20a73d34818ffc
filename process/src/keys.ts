import { type KeyFailure, type KeyHandle, openHeldKey, openKey } from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import { type KeyServiceFailure, openSigningKey } from '@causeway/keys';
import type { ChainKind, Result } from '@causeway/protocol';
import type { KeysByKind } from './config.ts';
import { required } from './required.ts';

/** A process's keys by kind of chain. */
export type Keys = Readonly<Partial<Record<ChainKind, KeyHandle>>>;

/** A kind of chain, and an address on one that tells its network. */
export interface KeyedChain {
  readonly kind: ChainKind;
  readonly address: string;
}

/**
 * The keys of `section` for the kinds of `chains`; `purpose` says in a sentence what they are for. Throws ConfigError
 * when one is missing or cannot be opened.
 */
export async function openKeys(
  section: string,
  sources: KeysByKind,
  purpose: string,
  chains: readonly KeyedChain[],
  baseDir: string,
): Promise<Keys> {
  const byKind = new Map(chains.map((chain) => [chain.kind, chain]));
  const opened = await Promise.all(
    [...byKind.values()].map(async (chain) => {
      const source = sources[chain.kind];
      const at = `${section}.${chain.kind}`;
      if (!source) throw new ConfigError(`${at}: give the key ${purpose} on ${chain.kind} chains`);
      const key = 'service' in source ? openServiceKey(source, chain, baseDir) : openKey(chain.kind, source, baseDir);
      return [chain.kind, required(await key, at)] as const;
    }),
  );
  return Object.fromEntries(opened);
}

/** Opens the key of that name in a key service. Fails as openSigningKey and openHeldKey do. */
async function openServiceKey(
  { service, name }: Extract<KeysByKind[ChainKind], { readonly service: unknown }>,
  { kind, address }: KeyedChain,
  baseDir: string,
): Promise<Result<KeyHandle, KeyFailure | KeyServiceFailure>> {
  const key = await openSigningKey(service, name, baseDir);
  return key.ok ? openHeldKey(kind, key.value, address) : key;
}
