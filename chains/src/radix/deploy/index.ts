import { fail, ok, type Result } from '@causeway/protocol';
import { CoreApiClient } from '@radixdlt/babylon-core-api-sdk';
import { BridgeDeployer } from '../../deploy/bridge-deployer.ts';
import type { OnProgress } from '../../deploy/deploy-progress.ts';
import type { NetworkDeployer } from '../../deploy/deployer.ts';
import type { FindRemoteKind } from '../../deploy/registration.ts';
import type { DeployFailure } from '../../failures.ts';
import { radixSettings } from '../config.ts';
import { connectRadix } from '../connection.ts';
import { findNetwork, type RadixNetwork } from '../network.ts';
import { postingFetch } from '../posting-fetch.ts';
import { radixActions } from './actions.ts';
import { Ledger } from './ledger.ts';
import type { RadixDeployOptions } from './options.ts';

export type { RadixAssetChoice, RadixDeployOptions } from './options.ts';

/** Milliseconds between two polls of the network while waiting. */
const POLL_MS = 500;

/** Time-out of a node's answer, milliseconds; it is long because publishing a package takes a node a while. */
const RPC_TIMEOUT_MS = 20_000;

/**
 * Publishes the package, creates the canonical asset if it is a test token, and instantiates the bridge, where the
 * network lacks them. The deployer's account records its creations, so a repeated or resumed run finds everything
 * again. Nobody can change the package or the bridge's code.
 */
export async function deployRadixNetwork(
  options: RadixDeployOptions,
  remoteKind: FindRemoteKind,
  onProgress: OnProgress = () => {},
): Promise<Result<NetworkDeployer, DeployFailure>> {
  const ledger = await openRadixLedger(options);
  if (!ledger.ok) return ledger;
  const actions = radixActions(options, ledger.value);
  return actions.ok ? BridgeDeployer.deploy(options, actions.value, remoteKind, onProgress) : actions;
}

/** The network that the endpoints serve, with `key` as payer. Fails with RPC_UNAVAILABLE or NETWORK_UNKNOWN. */
export async function openRadixLedger({
  rpc,
  key,
  pollMs = POLL_MS,
}: Pick<RadixDeployOptions, 'rpc' | 'key' | 'pollMs'>): Promise<Result<Ledger, DeployFailure>> {
  const network = await askNetwork(rpc[0] ?? '');
  if (!network.ok) return network;
  const config = { ...radixSettings.parse({ rpc, rpcTimeoutMs: RPC_TIMEOUT_MS }), pollMs };
  return ok(new Ledger(connectRadix(network.value, config), key));
}

/** The network of one node. The other nodes refuse every call for another network. */
async function askNetwork(url: string): Promise<Result<RadixNetwork, DeployFailure>> {
  const api = CoreApiClient.initializeUnchecked({
    basePath: url.replace(/\/+$/, ''),
    logicalNetworkName: '',
    fetch: postingFetch({ rpcTimeoutMs: RPC_TIMEOUT_MS, rpcInFlight: 1 }),
  });
  let id: number;
  try {
    ({ network_id: id } = await api.lowLevel.status.statusNetworkConfigurationPost());
  } catch {
    return fail('RPC_UNAVAILABLE', 'the first endpoint does not answer', true);
  }
  const network = findNetwork((one) => one.id === id);
  return network === null ? fail('NETWORK_UNKNOWN', `Radix network ${id} is none that bridges can be on`) : ok(network);
}
