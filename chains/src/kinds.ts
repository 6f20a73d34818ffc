import { type ChainKind, fail, ok, type Result } from '@causeway/protocol';
import type { ChainConfig, KeystoreSource } from './config.ts';
import type { NetworkDeployer, OnProgress } from './deployer.ts';
import type { Deployment } from './deployment.ts';
import { deployEvmNetwork, type EvmDeployOptions, openEvmProviders, openKeystore } from './evm/index.ts';
import type { ChainProvider, KeyHandle } from './provider.ts';
import {
  deploySolanaNetwork,
  openSolanaKeystore,
  openSolanaProviders,
  type SolanaDeployOptions,
} from './solana/index.ts';

/** What a kind of chain offers; one folder each. */
interface KindModule {
  /** Opens the providers of one network, one per asset family. */
  readonly open: (config: ChainConfig, deployment: Deployment) => Result<Readonly<Record<string, ChainProvider>>>;
  readonly openKey: (source: KeystoreSource, baseDir: string) => Promise<Result<KeyHandle>>;
}

/** The kinds of chain there are: a new one is one folder, one line here and its options in DeployOptions. */
const KINDS: Readonly<Partial<Record<ChainKind, KindModule>>> = {
  evm: { open: openEvmProviders, openKey: openKeystore },
  solana: { open: openSolanaProviders, openKey: openSolanaKeystore },
};

function kindModule(kind: ChainKind): Result<KindModule> {
  const found = KINDS[kind];
  return found ? ok(found) : fail('KIND_NOT_SUPPORTED', `chains of kind ${kind} are not supported`);
}

/** A provider per asset family of `deployment`'s network. */
export function openNetworkProviders(
  config: ChainConfig,
  deployment: Deployment,
): Result<Readonly<Record<string, ChainProvider>>> {
  const found = kindModule(deployment.kind);
  return found.ok ? found.value.open(config, deployment) : found;
}

/** Opens a configured key for chains of `kind`; paths are relative to `baseDir`. */
export async function openKey(kind: ChainKind, source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> {
  const found = kindModule(kind);
  return found.ok ? found.value.openKey(source, baseDir) : found;
}

/** What is deployed to one network of any kind. */
export type DeployOptions =
  | ({ readonly kind: 'evm' } & EvmDeployOptions)
  | ({ readonly kind: 'solana' } & SolanaDeployOptions);

/**
 * Deploys the oracle and the bridge of one network, or continues where an earlier run was interrupted. The remotes come
 * afterwards: linkNetworks, then openLane.
 */
export const deployNetwork = (options: DeployOptions, onProgress?: OnProgress): Promise<Result<NetworkDeployer>> =>
  options.kind === 'evm' ? deployEvmNetwork(options, onProgress) : deploySolanaNetwork(options, onProgress);
