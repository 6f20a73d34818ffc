import type { Result } from '@causeway/protocol';
import type { NetworkDeployer, OnProgress } from '../../deployer.ts';
import { Cluster } from './cluster.ts';
import { SolanaDeployer } from './deployer.ts';
import type { SolanaDeployOptions } from './options.ts';

export { constantEntries, lookupTableName, remoteEntries } from './lookup-table.ts';
export type { SolanaAssetChoice, SolanaDeployOptions } from './options.ts';

/** How often the cluster is looked at while waiting, milliseconds. */
const POLL_MS = 400;

/**
 * Deploys the program, the canonical asset if it is a test token, the bridge's accounts and the lookup table of the
 * oracle's transactions: whatever of it the cluster does not have yet. Addresses follow from the deployer's key, so a
 * repeated or resumed run finds everything again. Unless it is to stay upgradeable, nobody can change the program then.
 */
export async function deploySolanaNetwork(
  options: SolanaDeployOptions,
  onProgress: OnProgress = () => {},
): Promise<Result<NetworkDeployer>> {
  const { rpc, key, computeUnitPriceMicroLamports } = options;
  const cluster = new Cluster({
    rpc,
    payer: key,
    pollMs: options.pollMs ?? POLL_MS,
    ...(computeUnitPriceMicroLamports === undefined ? {} : { computeUnitPriceMicroLamports }),
  });
  return SolanaDeployer.deploy(options, cluster, onProgress);
}
