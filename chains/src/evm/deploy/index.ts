import { fail, type Result } from '@causeway/protocol';
import { chainConfig } from '../../config.ts';
import type { OnProgress } from '../../deploy-progress.ts';
import type { NetworkDeployer } from '../../deployer.ts';
import { EVM_DEFAULTS } from '../config.ts';
import { connectEvm } from '../connection.ts';
import { askChainId } from '../endpoint.ts';
import type { OriginBytes } from './bridge.ts';
import { EvmDeployer } from './deployer.ts';
import type { EvmDeployOptions } from './options.ts';

export type { AssetChoice, EvmDeployOptions } from './options.ts';

/**
 * Deploys the missing parts on the chain: Safe 1.5.0, the oracle's Safe, the canonical asset if it is a test token, and
 * the bridge. Addresses derive from the deployed code, so a repeated or resumed run finds everything again and writes
 * the same file.
 */
export async function deployEvm(
  options: EvmDeployOptions,
  originBytes: OriginBytes,
  onProgress: OnProgress = () => {},
): Promise<Result<NetworkDeployer>> {
  const { rpc, pollMs = 250, maxFeePerGasGwei = EVM_DEFAULTS.maxFeePerGasGwei } = options;
  const config = { ...chainConfig.parse({ rpc, pollMs }), ...EVM_DEFAULTS, maxFeePerGasGwei };
  let chainId = options.chainId;
  try {
    chainId ??= await askChainId(options.rpc[0] ?? '');
  } catch {
    return fail('RPC_UNAVAILABLE', `${options.network}: the first endpoint does not answer`, true);
  }
  return EvmDeployer.deploy(options, connectEvm(chainId, config), originBytes, onProgress);
}
