import type { ChainKind, Result } from '@causeway/protocol';
import type { ChainConfig, KeystoreSource } from './config.ts';
import type { OnProgress } from './deploy-progress.ts';
import type { NetworkDeployer } from './deployer.ts';
import type { Deployment } from './deployment.ts';
import { deployEvm, type EvmDeployOptions, openEvmProviders, openKeystore } from './evm/index.ts';
import type { ChainProvider, KeyHandle } from './provider.ts';
import {
  deployRadixNetwork,
  openRadixKeystore,
  openRadixProviders,
  type RadixDeployOptions,
  radixOriginBytes,
} from './radix/index.ts';
import {
  deploySolanaNetwork,
  openSolanaKeystore,
  openSolanaProviders,
  type SolanaDeployOptions,
  solanaOriginBytes,
} from './solana/index.ts';

/** The functions that each kind of chain provides from its own folder. */
interface KindModule {
  /** Opens the providers of one network, one per asset family. */
  readonly open: (config: ChainConfig, deployment: Deployment) => Result<Readonly<Record<string, ChainProvider>>>;
  readonly openKey: (source: KeystoreSource, baseDir: string) => Promise<Result<KeyHandle>>;
  /** Decodes an asset's address to hexadecimal bytes, which its bridged tokens on other chains store. */
  readonly originBytes: (address: string) => string;
}

/** All kinds of chain. A new kind is one folder, one line here and its options in DeployOptions. */
const KINDS: Readonly<Record<ChainKind, KindModule>> = {
  evm: { open: openEvmProviders, openKey: openKeystore, originBytes: (address) => address },
  solana: { open: openSolanaProviders, openKey: openSolanaKeystore, originBytes: solanaOriginBytes },
  radix: { open: openRadixProviders, openKey: openRadixKeystore, originBytes: radixOriginBytes },
};

/** A provider per asset family of `deployment`'s network. */
export const openNetworkProviders = (
  config: ChainConfig,
  deployment: Deployment,
): Result<Readonly<Record<string, ChainProvider>>> => KINDS[deployment.kind].open(config, deployment);

/** Opens a configured key for chains of `kind`; paths are relative to `baseDir`. */
export const openKey = (kind: ChainKind, source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> =>
  KINDS[kind].openKey(source, baseDir);

const originBytes = async (kind: ChainKind, address: string): Promise<string> => KINDS[kind].originBytes(address);

/** Deploys to one EVM network; see deployNetwork. */
export const deployEvmNetwork = (
  options: EvmDeployOptions,
  onProgress?: OnProgress,
): Promise<Result<NetworkDeployer>> => deployEvm(options, originBytes, onProgress);

/** What to deploy to one network of any kind. */
export type DeployOptions =
  | ({ readonly kind: 'evm' } & EvmDeployOptions)
  | ({ readonly kind: 'solana' } & SolanaDeployOptions)
  | ({ readonly kind: 'radix' } & RadixDeployOptions);

/**
 * Deploys the oracle and the bridge of one network, or continues an interrupted run. Remotes follow with linkNetworks
 * and openLane.
 */
export function deployNetwork(options: DeployOptions, onProgress?: OnProgress): Promise<Result<NetworkDeployer>> {
  if (options.kind === 'evm') return deployEvmNetwork(options, onProgress);
  return options.kind === 'solana' ? deploySolanaNetwork(options, onProgress) : deployRadixNetwork(options, onProgress);
}
