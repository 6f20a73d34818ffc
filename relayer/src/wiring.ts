import { resolve } from 'node:path';
import { ConfigError, type KeyHandle, openKey, openProviders, type SharedConfig } from '@causeway/chains';
import type { ChainKind, Failure, Result } from '@causeway/protocol';
import { openStorage, type Storage } from '@causeway/storage';
import type { Logger } from 'pino';
import type { Bridge, Bridges } from './bridges.ts';
import type { RelayerConfig, SignerConfig } from './config.ts';
import { type CancelAfter, unknownLanes } from './refunds.ts';

type Located = SharedConfig & { readonly baseDir: string };

/** Every bridge that is deployed on a configured chain. Throws ConfigError when one can't be used. */
export function openBridges(config: Located): readonly Bridge[] {
  const registry = required(openProviders(config, config.baseDir));
  return registry.networks.flatMap(({ config: chain, deployment, providers }) =>
    Object.entries(providers).map(([family, provider]) => ({
      provider,
      chain,
      deployedAtBlock: deployment.bridges[family]?.deployedAtBlock ?? 0,
      oracle: deployment.oracle,
    })),
  );
}

/** The payer of every kind of chain that is configured. Throws ConfigError when one is missing or can't be opened. */
export async function openPayers(
  config: RelayerConfig,
  bridges: Bridges,
): Promise<Readonly<Partial<Record<ChainKind, KeyHandle>>>> {
  const payers: Partial<Record<ChainKind, KeyHandle>> = {};
  for (const kind of new Set(bridges.all.map(({ provider }) => provider.kind))) {
    const source = config.relayer.payers[kind];
    if (!source) throw new ConfigError(`relayer.payers.${kind}: give the keystore that pays on ${kind} chains`);
    payers[kind] = required(await openKey(kind, source, config.baseDir), `relayer.payers.${kind}`);
  }
  return payers;
}

/** The signer's key. Throws ConfigError when it can't be opened. */
export async function openSignerKey(config: SignerConfig): Promise<KeyHandle> {
  return required(await openKey('evm', config.signer.key, config.baseDir), 'signer.key');
}

/** The database of this process. Throws ConfigError when the file can't be used. */
export async function openDatabase(config: Located): Promise<Storage> {
  const path = resolve(config.baseDir, config.database);
  try {
    return await openStorage(path);
  } catch (error) {
    throw new ConfigError(`database: ${path} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

/** Throws ConfigError when `rule` names a lane between chains that are not configured. */
export function checkLanes(section: string, rule: CancelAfter, bridges: Bridges): void {
  const unknown = unknownLanes(rule, bridges);
  if (unknown.length === 0) return;
  const names = [...new Set(bridges.all.map(({ provider }) => provider.name))].join(', ');
  throw new ConfigError(
    `${section}.cancelAfterSeconds.lanes: ${unknown.join(', ')}: a lane joins two of the configured chains (${names})`,
  );
}

/**
 * Compares every deployment with its chain. Throws ConfigError where they differ; a chain that does not answer now is
 * only logged, it may come back.
 */
export async function verifyDeployments(bridges: Bridges, log: Logger): Promise<void> {
  const results = await Promise.all(
    bridges.all.map(async ({ provider }) => ({ chain: provider.name, result: await provider.verify() })),
  );
  for (const { chain, result } of results) {
    if (result.ok) continue;
    const { code, message, retryable } = result.error;
    if (!retryable) throw new ConfigError(`chains.${chain}: ${message}`);
    log.warn({ chain, code, reason: message }, 'deployment not verified');
  }
}

function required<T>(result: Result<T, Failure>, where?: string): T {
  if (result.ok) return result.value;
  throw new ConfigError(where ? `${where}: ${result.error.message}` : result.error.message);
}
