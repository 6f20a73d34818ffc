import { type Deployment, linkNetworks, type NetworkDeployer, type OnProgress, openLane } from '@causeway/chains';
import { type AssetChoice, deployEvmNetwork, keyFromPrivate } from '@causeway/chains/evm';
import type { Hex, Result } from '@causeway/protocol';
import { devAccount, ORACLE_THRESHOLD, SIGNER_ROLES } from './accounts.ts';
import type { DevnetChain } from './chains.ts';
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
    await Promise.all(chains.map((chain, index) => fundUsers(chain, (deployers[index] as NetworkDeployer).deployment)));
    return deployers.map(({ deployment }) => deployment);
  });
}

async function deployChain(
  { network, node }: DevnetChain,
  folder: string,
  onProgress: OnProgress,
): Promise<NetworkDeployer> {
  const options = {
    network: network.name,
    rpc: [node.url],
    chainId: network.chainId,
    deployments: folder,
    key: keyFromPrivate(devAccount('deployer').privateKey as Hex),
    family: FAMILY,
    asset: assetChoice(network),
    oracle: { members: SIGNER_ROLES.map((role) => devAccount(role).address), threshold: ORACLE_THRESHOLD },
    guardian: devAccount('guardian').address,
    pollMs: POLL_MS,
  };
  return unwrap(await deployEvmNetwork(options, onProgress));
}

/** The canonical asset of a chain's bridge, as deployments are told of it. */
export function assetChoice({ canonicalAsset: { symbol, name, decimals, native } }: DevnetNetwork): AssetChoice {
  return native ? { type: 'native', symbol, name } : { type: 'testToken', symbol, name, decimals };
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]));
}
