import {
  type Deployment,
  type DeployOptions,
  deployNetwork,
  linkNetworks,
  type NetworkDeployer,
  type OnProgress,
  openLane,
} from '@causeway/chains';
import type { Result } from '@causeway/protocol';
import { devAccount, devKey, ORACLE_THRESHOLD, SIGNER_ROLES } from './accounts.ts';
import { type DevnetChain, isEvmChain } from './chains.ts';
import { type DevnetNetwork, FAMILY } from './networks.ts';
import { withInstantBlocks } from './node-control.ts';
import { fundUsers } from './test-token.ts';

/** How often a deployment looks whether its transaction is in a block, milliseconds. */
const POLL_MS = 50;

/** A failed step of the deployment: nothing a caller could handle. */
function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/**
 * Deploys a bridge to every chain, links all pairs, opens all lanes and gives the users tokens; what is there already
 * stays. Deployment files are written to `folder`. Blocks come at once meanwhile, instead of at their interval.
 */
export async function deployDevnet(
  chains: readonly DevnetChain[],
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<readonly Deployment[]> {
  return withInstantBlocks(chains, async () => {
    const deployers = await Promise.all(chains.map((chain) => deployChain(chain, folder, onProgress)));
    // One pair after the other: all of a chain's transactions come from one account.
    for (const [a, b] of pairs(deployers)) {
      unwrap(await linkNetworks(a, b, FAMILY));
      unwrap(await openLane(a, b, FAMILY));
    }
    await Promise.all(
      chains.map((chain, index) =>
        isEvmChain(chain) ? fundUsers(chain, (deployers[index] as NetworkDeployer).deployment) : undefined,
      ),
    );
    return deployers.map(({ deployment }) => deployment);
  });
}

async function deployChain({ network, node }: DevnetChain, folder: string, onProgress: OnProgress) {
  const { kind } = network;
  const common = {
    network: network.name,
    rpc: [node.url],
    deployments: folder,
    key: devKey('deployer', kind),
    family: FAMILY,
    asset: assetChoice(network),
    oracle: { members: SIGNER_ROLES.map((role) => devAccount(role, kind).address), threshold: ORACLE_THRESHOLD },
    guardian: devAccount('guardian', kind).address,
    pollMs: POLL_MS,
  };
  const options: DeployOptions = kind === 'evm' ? { ...common, kind, chainId: network.chainId } : { ...common, kind };
  return unwrap(await deployNetwork(options, onProgress));
}

/** The canonical asset of a chain's bridge, as deployments are told of it. */
export function assetChoice({ canonicalAsset: { symbol, name, decimals, native } }: DevnetNetwork) {
  return native
    ? ({ type: 'native', symbol, name } as const)
    : ({ type: 'testToken', symbol, name, decimals } as const);
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]));
}
