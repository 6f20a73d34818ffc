import type { ChainKind, Result } from '@causeway/protocol';
import type { ChainConfig, KeystoreSource } from './config.ts';
import type { OnProgress } from './deploy-progress.ts';
import type { NetworkDeployer } from './deployer.ts';
import type { Deployment } from './deployment.ts';
import type { EvmDeployOptions } from './evm/deploy/options.ts';
import type { ChainProvider, KeyHandle } from './provider.ts';
import type { RadixDeployOptions } from './radix/deploy/options.ts';
import type { SolanaDeployOptions } from './solana/deploy/options.ts';

/** Opens the providers of one network, one per asset family. */
type OpenProviders = (config: ChainConfig, deployment: Deployment) => Result<Readonly<Record<string, ChainProvider>>>;

/** Opens a key; paths are relative to `baseDir`. */
type OpenKey = (source: KeystoreSource, baseDir: string) => Promise<Result<KeyHandle>>;

/** Decodes an asset's address to hexadecimal bytes, which its bridged tokens on other chains store. */
type OriginBytesOf = (address: string) => string;

/** The parts of a kind of chain. A part and its SDK are loaded at their first use. */
interface KindModule {
  readonly providers: () => Promise<OpenProviders>;
  readonly keys: () => Promise<OpenKey>;
  readonly origins: () => Promise<OriginBytesOf>;
}

/** All kinds of chain. A new kind is one folder, its lines in KINDS and DEPLOY, and its options in DeployOptions. */
const KINDS: Readonly<Record<ChainKind, KindModule>> = {
  evm: {
    providers: async () => (await import('./evm/open.ts')).openEvmProviders,
    keys: async () => (await import('./evm/keystore.ts')).openKeystore,
    origins: async () => (address) => address,
  },
  solana: {
    providers: async () => (await import('./solana/open.ts')).openSolanaProviders,
    keys: async () => (await import('./solana/keystore.ts')).openSolanaKeystore,
    origins: async () => (await import('./solana/address.ts')).solanaOriginBytes,
  },
  radix: {
    providers: async () => (await import('./radix/open.ts')).openRadixProviders,
    keys: async () => (await import('./radix/keystore.ts')).openRadixKeystore,
    origins: async () => (await import('./radix/address.ts')).radixOriginBytes,
  },
};

/** Loads everything that providers and keys of every kind of chain need, ahead of its use. */
export async function loadKinds(): Promise<void> {
  await Promise.all(Object.values(KINDS).flatMap(({ providers, keys }) => [providers(), keys()]));
}

/** A provider per asset family of `deployment`'s network. */
export async function openNetworkProviders(
  config: ChainConfig,
  deployment: Deployment,
): Promise<Result<Readonly<Record<string, ChainProvider>>>> {
  const open = await KINDS[deployment.kind].providers();
  return open(config, deployment);
}

/** Opens a configured key for chains of `kind`; paths are relative to `baseDir`. */
export async function openKey(kind: ChainKind, source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> {
  const open = await KINDS[kind].keys();
  return open(source, baseDir);
}

async function originBytes(kind: ChainKind, address: string): Promise<string> {
  const originBytesOf = await KINDS[kind].origins();
  return originBytesOf(address);
}

/** Deploys to one EVM network; see deployNetwork. */
export async function deployEvmNetwork(
  options: EvmDeployOptions,
  onProgress?: OnProgress,
): Promise<Result<NetworkDeployer>> {
  const { deployEvm } = await import('./evm/deploy/index.ts');
  return deployEvm(options, originBytes, onProgress);
}

/** A deployment to one network of any kind. */
export type DeployOptions =
  | ({ readonly kind: 'evm' } & EvmDeployOptions)
  | ({ readonly kind: 'solana' } & SolanaDeployOptions)
  | ({ readonly kind: 'radix' } & RadixDeployOptions);

type Deploy<Kind extends ChainKind> = (
  options: Extract<DeployOptions, { readonly kind: Kind }>,
  onProgress?: OnProgress,
) => Promise<Result<NetworkDeployer>>;

/** Deploying to each kind of chain, apart from KINDS: a process that only reads chains never loads it. */
const DEPLOY: { readonly [Kind in ChainKind]: () => Promise<Deploy<Kind>> } = {
  evm: async () => deployEvmNetwork,
  solana: async () => (await import('./solana/deploy/index.ts')).deploySolanaNetwork,
  radix: async () => (await import('./radix/deploy/index.ts')).deployRadixNetwork,
};

/**
 * Deploys the oracle and the bridge of one network, or continues an interrupted run. Remotes follow with linkNetworks
 * and openLane.
 */
export async function deployNetwork(options: DeployOptions, onProgress?: OnProgress): Promise<Result<NetworkDeployer>> {
  const deploy = (await DEPLOY[options.kind]()) as Deploy<ChainKind>;
  return deploy(options, onProgress);
}
