import {
  type Deployment,
  type DeployOptions,
  deployNetwork,
  linkNetworks,
  type NetworkDeployer,
  type OnProgress,
  openLane,
} from '@causeway/chains';
import { devAccount, devKey, ORACLE_THRESHOLD, SIGNER_ROLES } from './accounts.ts';
import type { DevnetChain } from './chains.ts';
import { kindOf } from './kinds.ts';
import type { DevnetAsset, Family } from './networks.ts';
import { withInstantBlocks } from './node-control.ts';
import { unwrap } from './unwrap.ts';

/** Milliseconds between two searches for a deployment's transaction. */
const POLL_MS = 50;

/** Initial balance of each user, whole tokens. */
const FUNDING = 1_000_000n;

/**
 * Deploys a bridge of each family to every chain, links the pairs, opens their lanes and gives tokens to the users,
 * unless they exist. Writes the deployment files to `folder`. Meanwhile the chains include every transaction at
 * once.
 */
export async function deployDevnet(
  chains: readonly DevnetChain[],
  families: readonly Family[],
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<readonly Deployment[]> {
  return withInstantBlocks(chains, async () => {
    const deployments = new Map<DevnetChain, Deployment>();
    // One family after another, because all families of a chain share one deployment file.
    for (const family of families) {
      const homes = chains.filter(({ network }) => network.assets[family] !== undefined);
      const deployed = await deployFamily(homes, family, folder, onProgress);
      for (const [index, chain] of homes.entries()) deployments.set(chain, deployed[index] as Deployment);
    }
    return chains.map((chain) => deployments.get(chain) as Deployment);
  });
}

async function deployFamily(
  chains: readonly DevnetChain[],
  family: Family,
  folder: string,
  onProgress: OnProgress,
): Promise<readonly Deployment[]> {
  const deployers = await Promise.all(chains.map((chain) => deployChain(chain, family, folder, onProgress)));
  const linked = pairs(deployers).filter(([a, b]) => isLinked(family, a.deployment, b.deployment));
  await inTurn(linked, ([a, b]) => connect(a, b, family));
  const deployments = deployers.map(({ deployment }) => deployment);
  await Promise.all(chains.map((chain, index) => fundUsers(chain, deployments[index] as Deployment, family)));
  return deployments;
}

async function deployChain(
  chain: DevnetChain,
  family: Family,
  folder: string,
  onProgress: OnProgress,
): Promise<NetworkDeployer> {
  const { network, node } = chain;
  const { kind } = network;
  await kindOf(network).fundAccounts?.(node.url);
  const common = {
    network: network.name,
    rpc: [node.url],
    deployments: folder,
    key: devKey('deployer', kind),
    family,
    asset: assetChoice(network.assets[family] as DevnetAsset),
    oracle: { members: SIGNER_ROLES.map((role) => devAccount(role, kind).address), threshold: ORACLE_THRESHOLD },
    guardian: devAccount('guardian', kind).address,
    pollMs: POLL_MS,
  };
  const options: DeployOptions = { ...common, kind, ...kindOf(network).deploySettings(network) };
  return unwrap(await deployNetwork(options, onProgress));
}

/** Gives test tokens to every user without any, on a chain whose canonical asset is a test token. */
async function fundUsers({ network, node }: DevnetChain, { bridges }: Deployment, family: Family): Promise<void> {
  const asset = bridges[family]?.canonicalAsset;
  if (!asset?.address) return;
  await kindOf(network).fundUsers(node.url, asset.address, FUNDING * 10n ** BigInt(asset.decimals));
}

/** A canonical asset in the form of the deployment options. */
export const assetChoice = ({ symbol, name, decimals, native }: DevnetAsset) =>
  native ? ({ type: 'native', symbol, name } as const) : ({ type: 'testToken', symbol, name, decimals } as const);

/** True when the devnet has lanes of `family` between two chains. */
const isLinked = (family: Family, a: Deployment, b: Deployment): boolean =>
  family === 'main' || a.kind !== 'evm' || b.kind !== 'evm';

async function connect(a: NetworkDeployer, b: NetworkDeployer, family: Family): Promise<void> {
  unwrap(await linkNetworks(a, b, family));
  unwrap(await openLane(a, b, family));
}

/** Every pair once, ordered so that neighbouring pairs share few items. */
function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  const all = items.flatMap((a, i) =>
    items.slice(i + 1).map((b, offset) => ({ pair: [a, b] as const, sum: 2 * i + 1 + offset })),
  );
  return all.sort((a, b) => (a.sum % items.length) - (b.sum % items.length)).map(({ pair }) => pair);
}

/** Runs `work` for every pair in parallel, but never two pairs with a common item at the same time. */
async function inTurn<T>(
  all: readonly (readonly [T, T])[],
  work: (pair: readonly [T, T]) => Promise<void>,
): Promise<void> {
  const last = new Map<T, Promise<void>>();
  const turns = all.map((pair) => {
    const turn = Promise.all(pair.map((item) => last.get(item))).then(() => work(pair));
    for (const item of pair) last.set(item, turn);
    return turn;
  });
  await Promise.all(turns);
}
