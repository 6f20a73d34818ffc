import type { KeystoreSource } from '@causeway/config';
import { type BuiltInKind, type ChainKind, type Hex, isChainKind, type Result } from '@causeway/protocol';
import { z } from 'zod';
import { bitcoinKind } from './bitcoin/kind.ts';
import type { OnProgress } from './deploy/deploy-progress.ts';
import type { NetworkDeployer, NetworkDeployOptions } from './deploy/deployer.ts';
import { evmKind } from './evm/kind.ts';
import type { DeployFailure, KeyFailure } from './failures.ts';
import { type HeldKey, heldKey } from './keys/held-key.ts';
import type { KeystoreOptions } from './keys/keystore.ts';
import type { ChainKindDescriptor, WalletKindDescriptor } from './kind.ts';
import type { KeyHandle } from './provider/provider.ts';
import { radixKind } from './radix/kind.ts';
import { solanaKind } from './solana/kind.ts';

/** The kinds of chain that come with Causeway. */
const BUILT_IN = { evm: evmKind, solana: solanaKind, radix: radixKind } as const satisfies Readonly<
  Record<BuiltInKind, ChainKindDescriptor>
>;

const REGISTERED = new Map<ChainKind, ChainKindDescriptor>(Object.values(BUILT_IN).map((kind) => [kind.name, kind]));

/**
 * Adds a kind of chain to this process, before it reads its configuration. Returns a function that removes the kind
 * again. Throws RangeError when the name is taken or is none, or when another kind's keystores have the same field for
 * the name.
 */
export function registerKind(kind: ChainKindDescriptor): () => void {
  const { name, keyField } = kind;
  if (!isChainKind(name) || walletKinds().some((other) => other.name === name)) {
    throw new RangeError(`${String(name)} is no new kind of chain`);
  }
  const twin = chainKinds().find((other) => other.keyField === keyField);
  if (twin !== undefined) throw new RangeError(`keystores of ${twin.name} keys have the field ${keyField}`);
  REGISTERED.set(name, kind);
  return () => void REGISTERED.delete(name);
}

/** Every kind of chain, in the order of registration. */
export const chainKinds = (): readonly ChainKindDescriptor[] => [...REGISTERED.values()];

/** The kind of that name; undefined when none is registered under it. */
export const findKind = (name: ChainKind): ChainKindDescriptor | undefined => REGISTERED.get(name);

/** The kind of that name. Throws RangeError when none is registered under it. */
export function kindOf(name: ChainKind): ChainKindDescriptor {
  const kind = findKind(name);
  if (kind === undefined) throw new RangeError(`there is no kind of chain ${name}`);
  return kind;
}

/** The name of a registered kind, as text from outside. */
export const kindName = z.custom<ChainKind>((name) => isChainKind(name) && REGISTERED.has(name), {
  error: () => `is ${[...REGISTERED.keys()].join(', ')}`,
});

/** Loads everything that providers and keys of every kind of chain need, ahead of its use. */
export async function loadKinds(): Promise<void> {
  await Promise.all(chainKinds().map((kind) => kind.load()));
}

/** The field of each kind's keystores that names the key. */
const keyFields = () => new Map(chainKinds().map(({ name, keyField }) => [name, keyField]));

/**
 * The key of `kind` in an encrypted keystore; paths are relative to `baseDir`. Fails with KEYSTORE_MISSING,
 * KEYSTORE_INVALID, SECRET_MISSING or KEYSTORE_PASSWORD; none of them shows a secret.
 */
export async function openKey(
  kind: ChainKind,
  source: KeystoreSource,
  baseDir: string,
): Promise<Result<KeyHandle, KeyFailure>> {
  const [keys, { openKeystore }] = await Promise.all([kindOf(kind).keys(), import('./keys/keystore.ts')]);
  return openKeystore({ kind, keys, keyFields: keyFields() }, source, baseDir);
}

/** A key of `kind` that another service holds. `at` is any address of the key's network. Fails as heldKey does. */
export const openHeldKey = async (kind: ChainKind, key: HeldKey, at: string): Promise<Result<KeyHandle, KeyFailure>> =>
  heldKey(await kindOf(kind).keys(), key, at);

/** Writes a key of `kind` as an encrypted keystore, which names the key. */
export async function writeKey(kind: ChainKind, path: string, secret: Hex, options: KeystoreOptions): Promise<void> {
  const [keys, { writeKeystore }] = await Promise.all([kindOf(kind).keys(), import('./keys/keystore.ts')]);
  return writeKeystore({ kind, keys, keyFields: keyFields() }, path, secret, options);
}

/** A deployment to one network: of a kind that comes with Causeway, with that kind's options, or of any other kind. */
export type DeployOptions =
  | { [K in BuiltInKind]: { readonly kind: K } & Parameters<(typeof BUILT_IN)[K]['deploy']>[0] }[BuiltInKind]
  | ({ readonly kind: Exclude<ChainKind, BuiltInKind> } & NetworkDeployOptions);

/**
 * Deploys the oracle and the bridge of one network, or continues an interrupted run. Remotes follow with linkNetworks
 * and openLane.
 */
export const deployNetwork = (
  options: DeployOptions,
  onProgress?: OnProgress,
): Promise<Result<NetworkDeployer, DeployFailure>> => kindOf(options.kind).deploy(options, kindOf, onProgress);

/** Every kind that wallets can have. */
export const walletKinds = (): readonly WalletKindDescriptor[] => [...REGISTERED.values(), bitcoinKind];
