import { resolve } from 'node:path';
import { fail, ok, type Result } from '@causeway/protocol';
import { type ChainConfig, type SharedConfig, settingsOf } from './config/config.ts';
import { type Deployment, readDeployment } from './config/deployment.ts';
import { profileAdvice } from './config/profile.ts';
import type { ConfigFailure } from './failures.ts';
import type { Providers } from './kind.ts';
import { findKind } from './kinds.ts';
import type { ChainProvider } from './provider/provider.ts';

/** One configured network: its settings, its deployment, and one provider per asset family. */
export interface Network {
  readonly name: string;
  readonly config: ChainConfig;
  readonly deployment: Deployment;
  readonly providers: Providers;
}

/** All configured networks. */
export interface ChainRegistry {
  readonly networks: readonly Network[];
  /** Every provider of every network. */
  readonly providers: readonly ChainProvider[];
  /** Asset families deployed on at least one network. */
  readonly families: readonly string[];
  network(name: string): Network | undefined;
  /** What the operator should settle, a sentence each, with the setting's path. */
  readonly advice: readonly string[];
  /** The bridge of `family` on the network `name`. */
  provider(name: string, family: string): ChainProvider | undefined;
  /** Ends every subscription. */
  close(): Promise<void>;
}

/**
 * Opens one provider per chain in `config` and per family deployed there. Deployment paths are relative to `baseDir`.
 * Sends nothing yet. Fails with the first chain whose deployment or settings cannot be used.
 */
export async function openProviders(
  config: Pick<SharedConfig, 'chains' | 'deployments'>,
  baseDir: string,
): Promise<Result<ChainRegistry, ConfigFailure>> {
  const networks: Network[] = [];
  for (const [name, chain] of Object.entries(config.chains)) {
    const network = await openNetwork(name, chain, resolve(baseDir, config.deployments));
    if (!network.ok) return network;
    const twin = networks.find(({ deployment }) => deployment.domain === network.value.deployment.domain);
    if (twin) return fail('CONFIG_INVALID', `chains.${name}: has the same domain as ${twin.name}`);
    networks.push(network.value);
  }
  return ok(registryOf(networks));
}

async function openNetwork(
  name: string,
  config: ChainConfig,
  directory: string,
): Promise<Result<Network, ConfigFailure>> {
  const deployment = readDeployment(directory, name);
  if (!deployment.ok) return deployment;
  if (config.quorum !== undefined && config.quorum > config.rpc.length) {
    return fail(
      'CONFIG_INVALID',
      `chains.${name}.quorum: is ${config.quorum}, but there are ${config.rpc.length} endpoints`,
    );
  }
  const kind = findKind(deployment.value.kind);
  if (kind === undefined)
    return fail('DEPLOYMENT_INVALID', `${name}: there is no kind of chain ${deployment.value.kind}`);
  const settings = settingsOf(kind, name, config, deployment.value);
  if (!settings.ok) return settings;
  const providers = await kind.open(settings.value, deployment.value);
  return providers.ok ? ok({ name, config, deployment: deployment.value, providers: providers.value }) : providers;
}

/** The registry of networks whose providers are open. */
export function registryOf(networks: readonly Network[]): ChainRegistry {
  const providers = networks.flatMap((network) => Object.values(network.providers));
  return {
    networks,
    providers,
    families: [...new Set(providers.map(({ family }) => family))],
    advice: networks.flatMap(({ name, config, deployment }) => [
      ...profileAdvice(name, config),
      ...(config.value ? (findKind(deployment.kind)?.advice?.(name, config) ?? []) : []),
    ]),
    network: (name) => networks.find((network) => network.name === name),
    provider: (name, family) => networks.find((network) => network.name === name)?.providers[family],
    close: async () => {
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}
