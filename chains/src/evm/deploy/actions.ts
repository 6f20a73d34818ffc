import { evmDomain, fail, ok, type Result } from '@causeway/protocol';
import { ZeroAddress } from 'ethers';
import type { AssetRecord } from '../../config/deployment.ts';
import { NO_ORACLE } from '../../deploy/bridge-deployer.ts';
import type { BridgeAction, DeployActions } from '../../deploy/deploy-actions.ts';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { map } from '../../provider/result.ts';
import { bridgeAbi } from '../abi.ts';
import { parseEvmAddress } from '../address.ts';
import type { EvmConnection } from '../connection.ts';
import { contextOf } from '../context.ts';
import { packedExecutorName } from '../packed-calls.ts';
import { evmProvider } from '../provider.ts';
import { view } from '../views.ts';
import { CREATE2_PROXY, create2Address } from './addresses.ts';
import { CONTRACTS, initCode, SAFE_CONTRACTS } from './artifacts.ts';
import {
  bridgeCode,
  bridgedToken,
  canonicalAsset,
  deploymentBlock,
  openRemote,
  setFee,
  setLimits,
  setRemote,
} from './bridge.ts';
import { create2, hasCode, makeCreate2Proxy, makeOnce, sendAndSettle } from './create2.ts';
import type { EvmDeployOptions } from './options.ts';
import { oracleSafe } from './safe.ts';

/** A deployment on one EVM network: the Safe 1.5.0 contracts, the oracle's Safe, and the bridge, all by CREATE2. */
export function evmActions(options: EvmDeployOptions, connection: EvmConnection): DeployActions {
  const { key } = options;
  const call = (to: string, data: string) => sendAndSettle(connection, key, { to, data, value: 0n });
  return {
    kind: 'evm',
    chainId: String(connection.chainId),
    domain: evmDomain(connection.chainId),
    maxLimit: 2n ** 128n - 1n,
    maxFee: 2n ** 128n - 1n,
    limitSteps: [['canonical'], ['bridged']],
    canonicalAsset: async (steps) => {
      const proxy = await steps.run({
        name: 'create2 proxy',
        present: () => hasCode(connection, CREATE2_PROXY),
        act: () => makeCreate2Proxy(connection, key),
      });
      if (!proxy.ok) return proxy;
      const address = await assetAddress(options, connection, steps);
      return address.ok ? canonicalAsset(connection, options.asset, address.value) : address;
    },
    bridge: async (steps, family, asset) => {
      const oracle = await deployOracle(options, connection, steps);
      return oracle.ok
        ? bridgeAction(options, connection, { family, oracle: steps.deployment.oracle.address, asset })
        : oracle;
    },
    chain: (deployment, family) => map(contextOf(connection, deployment, family), evmProvider),
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

/** The canonical asset's address, or null for the native coin. A test token is deployed if it is missing. */
async function assetAddress(
  { asset, key }: EvmDeployOptions,
  connection: EvmConnection,
  steps: DeploymentSteps,
): Promise<Result<string | null, DeployFailure>> {
  if (asset.type === 'native') return ok(null);
  if (asset.type === 'testToken') {
    const code = initCode(CONTRACTS.testToken, [asset.name, asset.symbol, asset.decimals]);
    return makeOnce(connection, key, steps, 'test token', code);
  }
  return map(parseEvmAddress(asset.address), () => asset.address);
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
  const safe = await oracleSafe(connection, key, contracts, oracle.members, oracle.threshold);
  if (!safe.ok) return safe;
  const { address, present, deploy } = safe.value;
  if (oracle.address !== NO_ORACLE && oracle.address !== address) {
    return fail('DEPLOYMENT_MISMATCH', `${network} has the oracle ${oracle.address} in its file, not ${address}`);
  }
  return steps.run({
    name: 'oracle Safe',
    present: async () => ok(present),
    act: deploy,
    record: () =>
      steps.save({ contracts: { ...steps.deployment.contracts, ...contracts }, oracle: { ...oracle, address } }),
  });
}

/** The bridge's address is that of its code and arguments: other arguments or another build are another bridge. */
function bridgeAction(
  { key, guardian }: EvmDeployOptions,
  connection: EvmConnection,
  { family, oracle, asset }: { readonly family: string; readonly oracle: string; readonly asset: AssetRecord },
): Result<BridgeAction, DeployFailure> {
  const code = bridgeCode(asset.address ?? ZeroAddress, key.address, guardian, oracle);
  const address = create2Address(code);
  return map(parseEvmAddress(address), (address32) => ({
    find: async () => map(await hasCode(connection, address), (there) => (there ? address : null)),
    act: () => create2(connection, key, code),
    facts: async () => {
      const block = await deploymentBlock(connection, address);
      if (!block.ok) return block;
      const read = await view({ connection }, { abi: bridgeAbi, to: address, name: 'packedExecutor' });
      return map(read, ([executor]) => ({
        address,
        address32,
        deployedAtBlock: block.value,
        contracts: { [packedExecutorName(family)]: String(executor) },
      }));
    },
  }));
}
