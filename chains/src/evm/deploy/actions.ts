import { evmDomain, fail, ok, type Result } from '@causeway/protocol';
import { getAddress, ZeroAddress } from 'ethers';
import type { AssetRecord, BridgeRecord, Deployment } from '../../config/deployment.ts';
import { NO_ORACLE } from '../../deploy/bridge-deployer.ts';
import type { BridgeAction, DeployActions, SettlerFacts } from '../../deploy/deploy-actions.ts';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { map } from '../../provider/result.ts';
import { bridgeAbi } from '../abi.ts';
import { parseEvmAddress } from '../address.ts';
import { readIssuerPowers } from '../administered.ts';
import { BRIDGE_BUILDS } from '../builds.ts';
import { hasCode, readCode } from '../code.ts';
import type { EvmConnection } from '../connection.ts';
import { contextOf } from '../context.ts';
import { identify } from '../immutables.ts';
import { packedExecutorName, takesPackedOrders } from '../packed-calls.ts';
import { evmProvider } from '../provider.ts';
import { sendAndSettle } from '../send-and-settle.ts';
import { isSettlerOf, settlerCode } from '../settler.ts';
import { view } from '../views.ts';
import { CREATE2_PROXY, create2Address } from './addresses.ts';
import { CONTRACTS, initCode, SAFE_CONTRACTS } from './artifacts.ts';
import {
  bridgeCode,
  bridgedToken,
  deploymentBlock,
  existingToken,
  openRemote,
  setFee,
  setLimits,
  setRemote,
} from './bridge.ts';
import { create2, makeCreate2Proxy, makeOnce } from './create2.ts';
import type { AssetChoice, EvmDeployOptions } from './options.ts';
import { oracleSafe } from './safe.ts';

/** A deployment on one EVM network: the Safe 1.5.0 contracts, the oracle's Safe, and the bridge, all by CREATE2. */
export function evmActions(options: EvmDeployOptions, connection: EvmConnection): DeployActions {
  const { key, asset, network } = options;
  const call = (to: string, data: string) => sendAndSettle(connection, key, { to, data, value: 0n });
  return {
    kind: 'evm',
    chainId: String(connection.chainId),
    domain: evmDomain(connection.chainId),
    maxLimit: 2n ** 128n - 1n,
    maxFee: 2n ** 128n - 1n,
    limitSteps: [['canonical'], ['bridged']],
    canonicalAsset: async (steps) => {
      if (asset.type === 'testToken') {
        const proxy = await create2Proxy(connection, key, steps);
        return proxy.ok ? testToken(connection, key, steps, asset) : proxy;
      }
      return existingAsset(network, connection, asset);
    },
    issuerPowers: ({ address }) => readIssuerPowers(connection, address),
    bridge: async (steps, family, record) => {
      // An existing asset is read before anything is sent.
      const proxy = asset.type === 'testToken' ? ok(undefined) : await create2Proxy(connection, key, steps);
      if (!proxy.ok) return proxy;
      const oracle = await deployOracle(options, connection, steps);
      return map(oracle, () =>
        bridgeAction(options, connection, { family, deployment: steps.deployment, asset: record }),
      );
    },
    settler: (steps, family, own) => deploySettler(connection, key, steps, { family, own }),
    chain: (deployment, family) => map(contextOf(connection, deployment, family), evmProvider),
    adoptable: async (deployment, family) => {
      const context = contextOf(connection, deployment, family);
      return context.ok ? evmProvider(context.value).verify() : context;
    },
    bridgedToken: async (steps, own, remote) => {
      const { record, code } = await bridgedToken(own.address, remote);
      const made = await makeOnce(connection, key, steps, `token of ${remote.network}`, code);
      return map(made, (address) => ({ ...record, address }));
    },
    setRemote: ({ address }, remote) => call(address, setRemote(remote)),
    setLimits: async ({ address }, remote, limits) => {
      for (const set of limits) {
        const sent = await call(address, setLimits(remote, set));
        if (!sent.ok) return sent;
      }
      return ok(undefined);
    },
    setFee: ({ address }, remote, fee) => call(address, setFee(remote, fee)),
    openRemote: ({ address }, { domain }) => call(address, openRemote(domain)),
  };
}

type TestToken = Extract<AssetChoice, { readonly type: 'testToken' }>;

/** The proxy through which everything is deployed. */
const create2Proxy = (connection: EvmConnection, key: KeyHandle, steps: DeploymentSteps) =>
  steps.run({
    name: 'create2 proxy',
    present: () => hasCode(connection, CREATE2_PROXY),
    act: () => makeCreate2Proxy(connection, key),
  });

/** The native coin, or the ERC-20 that is there. Fails with INVALID_ADDRESS or ASSET_MISSING. */
async function existingAsset(
  network: string,
  connection: EvmConnection,
  choice: Exclude<AssetChoice, TestToken>,
): Promise<Result<AssetRecord, DeployFailure>> {
  if (choice.type === 'native') return ok({ symbol: choice.symbol, name: choice.name, decimals: 18, address: null });
  const parsed = parseEvmAddress(choice.address);
  return parsed.ok ? existingToken(network, connection, choice.address) : parsed;
}

/** The test token, which is deployed if it is missing. */
async function testToken(
  connection: EvmConnection,
  key: KeyHandle,
  steps: DeploymentSteps,
  { symbol, name, decimals }: TestToken,
): Promise<Result<AssetRecord, DeployFailure>> {
  const code = initCode(CONTRACTS.testToken, [name, symbol, decimals]);
  const made = await makeOnce(connection, key, steps, 'test token', code);
  return map(made, (address) => ({ symbol, name, decimals, address }));
}

/**
 * The contracts of the Safe release and the oracle's Safe; from here on the deployment file exists. All families of a
 * network have the same Safe.
 */
async function deployOracle(
  { network, key }: EvmDeployOptions,
  connection: EvmConnection,
  steps: DeploymentSteps,
): Promise<Result<void, DeployFailure>> {
  const contracts: Record<string, string> = { create2Proxy: CREATE2_PROXY };
  for (const [name, artifact] of Object.entries(SAFE_CONTRACTS)) {
    const made = await makeOnce(connection, key, steps, name, initCode(artifact));
    if (!made.ok) return made;
    contracts[name] = made.value;
  }
  const { oracle } = steps.deployment;
  const safe = await oracleSafe(connection, contracts, oracle);
  if (!safe.ok) return safe;
  const { address, creation } = safe.value;
  if (oracle.address !== NO_ORACLE && oracle.address !== address) {
    return fail('DEPLOYMENT_MISMATCH', `${network} has the oracle ${oracle.address} in its file, not ${address}`);
  }
  return steps.run({
    name: 'oracle Safe',
    present: async () => ok(creation === undefined),
    act: async () => (creation ? sendAndSettle(connection, key, creation) : ok(undefined)),
    record: () =>
      steps.save({ contracts: { ...steps.deployment.contracts, ...contracts }, oracle: { ...oracle, address } }),
  });
}

/**
 * The bridge's address is that of its code and arguments: other arguments or another build are another bridge. One in
 * the file that has the asset, oracle, guardian and admin by now stays. So does one that an earlier release deployed
 * for the same asset, oracle and guardian, because its users cannot move.
 */
function bridgeAction(
  { key, guardian }: EvmDeployOptions,
  connection: EvmConnection,
  {
    family,
    deployment,
    asset,
  }: { readonly family: string; readonly deployment: Deployment; readonly asset: AssetRecord },
): BridgeAction {
  const assetAddress = asset.address ?? ZeroAddress;
  const oracle = deployment.oracle.address;
  const code = bridgeCode(assetAddress, key.address, guardian, oracle);
  const made = create2Address(code);
  const known = deployment.bridges[family];
  const earlier = known && known.address !== made ? onFile(known) : undefined;
  const asked = { canonicalAsset: assetAddress, oracle, guardian, admin: key.address };
  const find = async (): Promise<Result<string | null, DeployFailure>> => {
    const there = await hasCode(connection, made);
    if (!there.ok || there.value || !earlier) return map(there, (isThere) => (isThere ? made : null));
    const stays = await isAskedFor(connection, earlier.address, asked);
    return map(stays, (isEarlier) => (isEarlier ? earlier.address : null));
  };
  return {
    find,
    act: () => create2(connection, key, code),
    facts: async () => {
      const found = await find();
      if (!found.ok) return found;
      if (earlier && found.value === earlier.address) return ok(earlier);
      const [address32, block] = [parseEvmAddress(made), await deploymentBlock(connection, made)];
      if (!address32.ok) return address32;
      if (!block.ok) return block;
      const executor = await view({ connection }, { abi: bridgeAbi, to: made, name: 'packedExecutor' });
      return map(executor, ([part]) => ({
        address: made,
        address32: address32.value,
        deployedAtBlock: block.value,
        contracts: { [packedExecutorName(family)]: String(part) },
      }));
    },
  };
}

/** The settler's address is that of its code and its bridge. One in the file that an earlier release deployed stays. */
async function deploySettler(
  connection: EvmConnection,
  key: KeyHandle,
  steps: DeploymentSteps,
  { family, own }: { readonly family: string; readonly own: BridgeRecord },
): Promise<Result<SettlerFacts, DeployFailure>> {
  const code = settlerCode(own.address);
  const onFile = own.settler?.address;
  const kept = onFile !== undefined && isSettlerOf(own.address, onFile) ? await hasCode(connection, onFile) : ok(false);
  if (!kept.ok) return kept;
  const address = kept.value ? (onFile as string) : create2Address(code);
  const made = await steps.run({
    name: `settler ${family}`,
    present: () => hasCode(connection, address),
    act: () => create2(connection, key, code),
  });
  if (!made.ok) return made;
  return map(parseEvmAddress(address), (address32) => ({ settler: { address, address32 } }));
}

/** What the file says of a bridge that only the chain knows otherwise. */
const onFile = ({ address, address32, deployedAtBlock }: BridgeRecord) => ({ address, address32, deployedAtBlock });

/**
 * Whether `address` has a bridge that answers as `asked`: of this build, or of a release before decision 60. The admin
 * of the latter may be another one.
 */
async function isAskedFor(
  connection: EvmConnection,
  address: string,
  { admin, ...asked }: Readonly<Record<string, string>>,
): Promise<Result<boolean, DeployFailure>> {
  const code = await readCode(connection, address);
  if (!code.ok || code.value === '0x') return map(code, () => false);
  const [current] = BRIDGE_BUILDS;
  const isCurrent = identify(code.value, [current]).code === current.code;
  if (!isCurrent) {
    const takesPacked = await takesPackedOrders({ connection, bridge: { address } });
    if (!takesPacked.ok) return takesPacked;
    if (takesPacked.value !== false) return ok(false);
  }
  for (const [name, value] of Object.entries({ ...asked, ...(isCurrent && { admin }) })) {
    const found = await view({ connection }, { abi: bridgeAbi, to: address, name });
    if (!found.ok) return found;
    if (String(found.value[0]) !== getAddress(String(value))) return ok(false);
  }
  return ok(true);
}
