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
    for (const round of rounds(deployers)) await Promise.all(round.map(([a, b]) => connect(a, b)));
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

async function connect(a: NetworkDeployer, b: NetworkDeployer): Promise<void> {
  unwrap(await linkNetworks(a, b, FAMILY));
  unwrap(await openLane(a, b, FAMILY));
}

/** All pairs, in rounds that have each item once at most: a chain's transactions all come from one account. */
function rounds<T>(items: readonly T[]): (readonly [T, T])[][] {
  const found: (readonly [T, T])[][] = [];
  for (const pair of items.flatMap((a, index) => items.slice(index + 1).map((b) => [a, b] as const))) {
    const free = found.find((round) => round.every((other) => !other.some((item) => pair.includes(item))));
    if (free) free.push(pair);
    else found.push([pair]);
  }
  return found;
}
