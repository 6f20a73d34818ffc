import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainConfig,
  type ChainProvider,
  type Deployment,
  deployNetwork,
  type EvmDeployOptions,
  linkNetworks,
  type NetworkDeployer,
  openLane,
  type RadixDeployOptions,
  readDeployment,
  type SolanaDeployOptions,
} from '@causeway/chains';
import type { AnyFailure, BuiltInKind, Result } from '@causeway/protocol';
import { evmSettings } from '../../src/evm/config.ts';
import { openEvmProviders } from '../../src/evm/open.ts';
import { radixSettings } from '../../src/radix/config.ts';
import { openRadixProviders } from '../../src/radix/open.ts';
import { solanaSettings } from '../../src/solana/config.ts';
import { openSolanaProviders } from '../../src/solana/open.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { deployEvmNetwork, deployOptions, must, settings } from './bridges.ts';
import { endWithRun, once } from './once.ts';
import { type RadixChain, radixOptions, startRadix } from './radix.ts';
import { type SolanaChain, solanaOptions, startSolana } from './solana.ts';
import { commitAll } from './traffic.ts';

/** The local node and the canonical asset of a chain of each kind. */
interface Nodes {
  readonly evm: { readonly node: Anvil; readonly asset: EvmDeployOptions['asset'] };
  readonly solana: { readonly node: SolanaChain; readonly asset: SolanaDeployOptions['asset'] };
  readonly radix: { readonly node: RadixChain; readonly asset: RadixDeployOptions['asset'] };
}
type NodeOf<K extends BuiltInKind> = Nodes[K]['node'];
type AssetOf<K extends BuiltInKind> = Nodes[K]['asset'];

interface LocalKind<K extends BuiltInKind> {
  /** The name of its network. */
  readonly network: string;
  start(): Promise<NodeOf<K>>;
  deploy(node: NodeOf<K>, directory: string, asset?: AssetOf<K>): Promise<Result<NetworkDeployer, AnyFailure>>;
  open(config: ChainConfig, deployment: Deployment): Result<Readonly<Record<string, ChainProvider>>, AnyFailure>;
}

const LOCAL: { readonly [K in BuiltInKind]: LocalKind<K> } = {
  evm: {
    network: 'polygon',
    start: () => startAnvil(901_002),
    deploy: (node, directory, asset) =>
      deployEvmNetwork({ ...deployOptions(node, 'polygon', directory), ...(asset && { asset }) }),
    open: (settings, deployment) => openEvmProviders(evmSettings.parse(settings), deployment),
  },
  solana: {
    network: 'solana',
    start: startSolana,
    deploy: (node, directory, asset) => deployNetwork({ kind: 'solana', ...solanaOptions(node, directory, asset) }),
    open: (settings, deployment) => openSolanaProviders(solanaSettings.parse(settings), deployment),
  },
  radix: {
    network: 'radix',
    start: startRadix,
    deploy: (node, directory, asset) => deployNetwork({ kind: 'radix', ...radixOptions(node, directory, asset) }),
    open: (settings, deployment) => openRadixProviders(radixSettings.parse(settings), deployment),
  },
};

/** A chain of the kind `K` and an EVM chain, with linked bridges and open lanes. */
export interface World<K extends BuiltInKind = BuiltInKind> {
  /** The folder of its deployments. */
  readonly directory: string;
  readonly node: NodeOf<K>;
  readonly here: NetworkDeployer;
  readonly ethereum: Anvil;
  readonly there: NetworkDeployer;
  /** A provider of this chain, or of ethereum, over other endpoints or settings, or with a changed deployment file. */
  provider(network?: 'here' | 'ethereum', settings?: Partial<ChainConfig>, deployment?: Deployment): ChainProvider;
}

const directory = once(async () => {
  const path = mkdtempSync(join(tmpdir(), 'causeway-chains-'));
  endWithRun(() => rmSync(path, { recursive: true, force: true }));
  return path;
});

const ethereum = once(async () => {
  const node = await startAnvil(901_001);
  endWithRun(() => node.stop());
  return { node, deployer: must(await deployEvmNetwork(deployOptions(node, 'ethereum', await directory()))) };
});

/** Starts a chain of `kind`, deploys with `asset` as its canonical one, and opens the lane to the one ethereum. */
async function startWorld<K extends BuiltInKind>(kind: K): Promise<World<K>> {
  const local: LocalKind<K> = LOCAL[kind];
  const [{ node: anvil, deployer: there }, node] = await Promise.all([ethereum(), local.start()]);
  endWithRun(() => node.stop());
  const here = must(await local.deploy(node, await directory()));
  must(await linkNetworks(here, there));
  must(await openLane(here, there));
  return worldOf(kind, node, here, anvil, there, await directory());
}

function worldOf<K extends BuiltInKind>(
  kind: K,
  node: NodeOf<K>,
  here: NetworkDeployer,
  anvil: Anvil,
  there: NetworkDeployer,
  directory: string,
): World<K> {
  const [nodes, opened] = [
    { here: node, ethereum: anvil },
    { here: LOCAL[kind].open, ethereum: LOCAL.evm.open },
  ];
  return {
    directory,
    node,
    here,
    ethereum: anvil,
    there,
    provider: (network = 'here', more = {}, deployment) => {
      const name = network === 'here' ? LOCAL[kind].network : network;
      const file = deployment ?? must(readDeployment(directory, name));
      return must(opened[network](settings([nodes[network].url], more), file)).main as ChainProvider;
    },
  };
}

const SHARED = {
  evm: once(() => startWorld('evm')),
  solana: once(() => startWorld('solana')),
  radix: once(() => startWorld('radix')),
};

/**
 * The world of `kind` that all tests of a run share, with a root for every message so far. It ends with the run.
 */
export async function sharedWorld<K extends BuiltInKind>(kind: K): Promise<World<K>> {
  const world = (await SHARED[kind]()) as World as World<K>;
  const [here, there] = [world.provider(), world.provider('ethereum')];
  await commitAll(here, there);
  await commitAll(there, here);
  return world;
}

/** A world of one test, whose chain has the canonical asset `asset`. `stop` ends its chains. */
export async function tokenWorld<K extends BuiltInKind>(
  kind: K,
  asset: AssetOf<K>,
): Promise<World<K> & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-token-'));
  const local: LocalKind<K> = LOCAL[kind];
  const [anvil, node] = await Promise.all([startAnvil(901_003), local.start()]);
  const [here, there] = await Promise.all([
    local.deploy(node, folder, asset).then(must),
    deployEvmNetwork(deployOptions(anvil, 'ethereum', folder)).then(must),
  ]);
  must(await linkNetworks(here, there));
  must(await openLane(here, there));
  return {
    ...worldOf(kind, node, here, anvil, there, folder),
    stop: async () => {
      await Promise.all([node.stop(), anvil.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}
