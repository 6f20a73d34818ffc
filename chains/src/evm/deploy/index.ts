import { fail, type Result } from '@causeway/protocol';
import { BridgeDeployer } from '../../deploy/bridge-deployer.ts';
import type { OnProgress } from '../../deploy/deploy-progress.ts';
import type { NetworkDeployer } from '../../deploy/deployer.ts';
import type { FindRemoteKind } from '../../deploy/registration.ts';
import type { DeployFailure } from '../../failures.ts';
import { evmSettings } from '../config.ts';
import { connectEvm } from '../connection.ts';
import { askChainId } from '../endpoint.ts';
import { evmActions } from './actions.ts';
import type { EvmDeployOptions } from './options.ts';
import { requireSuitable } from './suitability.ts';

export type { AssetChoice, EvmDeployOptions } from './options.ts';

/**
 * Deploys the missing parts on the chain: Safe 1.5.0, the oracle's Safe, the canonical asset if it is a test token, and
 * the bridge. Addresses derive from the deployed code, so a repeated or resumed run finds everything again and writes
 * the same file.
 */
export async function deployEvm(
  options: EvmDeployOptions,
  remoteKind: FindRemoteKind,
  onProgress: OnProgress = () => {},
): Promise<Result<NetworkDeployer, DeployFailure>> {
  const { rpc, pollMs = 250, maxFeePerGasGwei, finality, logRange } = options;
  const config = evmSettings.parse({ rpc, pollMs, maxFeePerGasGwei, finality, logRange });
  let chainId = options.chainId;
  try {
    chainId ??= await askChainId(options.rpc[0] ?? '');
  } catch {
    return fail('RPC_UNAVAILABLE', `${options.network}: the first endpoint does not answer`, true);
  }
  const connection = connectEvm(chainId, config);
  const suitable = await requireSuitable(options.network, connection);
  if (!suitable.ok) return suitable;
  return BridgeDeployer.deploy(options, evmActions(options, connection), remoteKind, onProgress);
}
