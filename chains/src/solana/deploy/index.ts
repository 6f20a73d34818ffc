import type { Result } from '@causeway/protocol';
import { chainConfig } from '../../config.ts';
import type { NetworkDeployer, OnProgress } from '../../deployer.ts';
import { connectSolana } from '../connection.ts';
import { Cluster } from './cluster.ts';
import { SolanaDeployer } from './deployer.ts';
import type { SolanaDeployOptions } from './options.ts';

export { constantEntries, lookupTableName, remoteEntries } from './lookup-table.ts';
export type { SolanaAssetChoice, SolanaDeployOptions } from './options.ts';

/** How often the cluster is looked at while waiting, milliseconds. */
const POLL_MS = 400;

/** How long an endpoint may take to answer, milliseconds. */
const RPC_TIMEOUT_MS = 20_000;

/**
 * Deploys the program, the canonical asset if it is a test token, the bridge's accounts and the lookup table of the
 * oracle's transactions: whatever of it the cluster does not have yet. Addresses follow from the deployer's key, so a
 * repeated or resumed run finds everything again. Unless it is to stay upgradeable, nobody can change the program then.
 */
export async function deploySolanaNetwork(
  options: SolanaDeployOptions,
  onProgress: OnProgress = () => {},
): Promise<Result<NetworkDeployer>> {
  const { rpc, key, pollMs = POLL_MS, maxComputeUnitPriceMicroLamports } = options;
  const config = chainConfig.parse({
    rpc,
    rpcTimeoutMs: RPC_TIMEOUT_MS,
    ...(maxComputeUnitPriceMicroLamports === undefined ? {} : { maxComputeUnitPriceMicroLamports }),
  });
  return SolanaDeployer.deploy(options, new Cluster(connectSolana(config), key, pollMs), onProgress);
}
