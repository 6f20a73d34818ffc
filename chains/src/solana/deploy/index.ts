import type { Result } from '@causeway/protocol';
import { BridgeDeployer } from '../../deploy/bridge-deployer.ts';
import type { OnProgress } from '../../deploy/deploy-progress.ts';
import type { NetworkDeployer } from '../../deploy/deployer.ts';
import type { FindRemoteKind } from '../../deploy/registration.ts';
import type { DeployFailure } from '../../failures.ts';
import { solanaSettings } from '../config.ts';
import { connectSolana } from '../connection.ts';
import { solanaActions } from './actions.ts';
import { Cluster } from './cluster.ts';
import type { SolanaDeployOptions } from './options.ts';

export type { SolanaAssetChoice, SolanaDeployOptions } from './options.ts';

/** Milliseconds between two polls of the cluster while waiting. */
const POLL_MS = 400;

/** Time-out of an endpoint's answer, milliseconds. */
const RPC_TIMEOUT_MS = 20_000;

/**
 * Deploys the missing parts on the cluster: the program, the canonical asset if it is a test token, the bridge's
 * accounts, the lookup table of the oracle's transactions and the program of settlers. Addresses derive from the
 * deployer's key, so a repeated or resumed run finds everything again. In the end nobody can change the bridge's
 * program, unless the options keep it upgradeable; nobody can ever change that of settlers.
 */
export async function deploySolanaNetwork(
  options: SolanaDeployOptions,
  remoteKind: FindRemoteKind,
  onProgress: OnProgress = () => {},
): Promise<Result<NetworkDeployer, DeployFailure>> {
  const { rpc, key, pollMs = POLL_MS, maxComputeUnitPriceMicroLamports } = options;
  const config = solanaSettings.parse({ rpc, rpcTimeoutMs: RPC_TIMEOUT_MS, maxComputeUnitPriceMicroLamports });
  const actions = await solanaActions(options, new Cluster(connectSolana(config), key, pollMs));
  return actions.ok ? BridgeDeployer.deploy(options, actions.value, remoteKind, onProgress) : actions;
}
