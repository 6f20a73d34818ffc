import { type Domain, fail, type Hex, isAddress32, ok, padLeft, type Result, ZERO_32 } from '@causeway/protocol';
import type { AssetRecord } from '../../config/deployment.ts';
import { bridgedNames } from '../../deploy/bridged-names.ts';
import type { RemoteArguments, RemoteBridge, RemoteKind } from '../../deploy/registration.ts';
import type { DeployFailure } from '../../failures.ts';
import type { SideLimits } from '../../provider/provider.ts';
import { chosenAssetMissing } from '../../provider/verification.ts';
import { bridgeAbi, tokenAbi } from '../abi.ts';
import { encodeAdminCall, feeCall, limitsCall } from '../admin-calls.ts';
import type { EvmConnection } from '../connection.ts';
import { toQuantity } from '../rpc.ts';
import { viewAll } from '../views.ts';
import { logsAnswer } from '../wire.ts';
import { CONTRACTS, initCode } from './artifacts.ts';

/** Range and step of the search, backwards from the head, for the deployment block of a bridge that the file lacks. */
const LOOK_BACK = 100_000;
const LOOK_STEP = 2_000;

/** Creation code of the bridge. */
export const bridgeCode = (asset: string, admin: string, guardian: string, oracle: string): Hex =>
  initCode(CONTRACTS.bridge, [asset, admin, guardian, oracle]);

/** The local bridged token of the remote's asset, and its creation code. */
export async function bridgedToken(
  own: string,
  { network, kind, domain, bridge }: RemoteBridge,
): Promise<{ record: AssetRecord; code: Hex }> {
  const { canonicalAsset: asset } = bridge;
  const { name, symbol } = bridgedNames(asset, network);
  const origin = asset.address === null ? ZERO_32 : await originOf(kind, asset.address);
  const code = initCode(CONTRACTS.bridgedToken, [name, symbol, asset.decimals, own, domain, origin]);
  return { record: { symbol, name, decimals: asset.decimals, address: null }, code };
}

/** The asset's home address as the bridged token stores it: left-padded, or zero when the bytes are no address. */
async function originOf({ originBytes, addressLength }: RemoteKind, address: string): Promise<Hex> {
  const padded = padLeft(await originBytes(address));
  return isAddress32(padded, addressLength) ? padded : ZERO_32;
}

/**
 * The record of the ERC-20 at `address`, whose symbol, name and decimals come from its contract. Fails with
 * ASSET_MISSING when there is none.
 */
export async function existingToken(
  network: string,
  connection: EvmConnection,
  address: string,
): Promise<Result<AssetRecord, DeployFailure>> {
  const views = ['symbol', 'name', 'decimals'].map((name) => ({ abi: tokenAbi, to: address, name }));
  const answers = await viewAll({ connection }, views);
  if (!answers.ok) return answers.error.retryable ? answers : chosenAssetMissing(network, address, 'an ERC-20');
  const [symbol, name, decimals] = answers.value.map(([answer]) => answer as unknown);
  return ok({ symbol: String(symbol), name: String(name), decimals: Number(decimals), address });
}

/** Block of the bridge's deployment, found by the event of its constructor. Searches backwards from the head. */
export async function deploymentBlock(
  connection: EvmConnection,
  bridge: string,
): Promise<Result<number, DeployFailure>> {
  const head = await connection.rpc.head();
  if (!head.ok) return head;
  const topic = bridgeAbi.getEvent('AdminSet')?.topicHash as string;
  const earliest = Math.max(0, head.value.number - LOOK_BACK);
  for (let to = head.value.number; to >= earliest; to -= LOOK_STEP) {
    const query = {
      address: bridge,
      topics: [topic],
      fromBlock: toQuantity(Math.max(0, to - LOOK_STEP + 1)),
      toBlock: toQuantity(to),
    };
    const logs = await connection.rpc.agree(async (endpoint) =>
      logsAnswer.parse(await endpoint.send('eth_getLogs', [query])).map(({ blockNumber }) => blockNumber),
    );
    if (!logs.ok) return logs;
    const first = logs.value[0];
    if (first !== undefined) return ok(first);
  }
  return fail('DEPLOYMENT_BLOCK_UNKNOWN', `the deployment of ${bridge} is older than ${LOOK_BACK} blocks`);
}

/** Calldata of the admin's functions. */
export const setRemote = ({ domain, bridge, token, addressLength, wireDecimals }: RemoteArguments): Hex =>
  encodeAdminCall({ method: 'setRemote', args: [domain, bridge, token.address, addressLength, wireDecimals] });

export const setLimits = (remote: Domain, limits: SideLimits): Hex => encodeAdminCall(limitsCall(remote, limits));

export const setFee = (remote: Domain, fee: bigint): Hex => encodeAdminCall(feeCall(remote, fee));

export const openRemote = (remote: Domain): Hex => encodeAdminCall({ method: 'openRemote', args: [remote] });
