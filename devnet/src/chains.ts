import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { devAccounts } from './accounts.ts';
import { startAnvil } from './anvil.ts';
import {
  type DevnetNetwork,
  type EvmNetwork,
  type RadixNetwork,
  RPC_ENDPOINTS,
  type SolanaNetwork,
} from './networks.ts';
import { freePorts } from './ports.ts';
import { endProcess, type ProcessGuard } from './process-guard.ts';
import { startRadixNode } from './radix-node.ts';
import { RpcProxy } from './rpc-proxy.ts';
import { startSolanaNode } from './solana-node.ts';

/** Initial balance of every development account, lamports: 10,000 SOL. */
const SOLANA_FUNDING = 10_000n * 10n ** 9n;

/** Rounds of Radix per block time of the other chains, while transactions wait. */
const ROUNDS_PER_BLOCK = 4;

/** A running node of any kind. Its port serves HTTP and, where the kind has it, WebSocket. */
export interface DevnetNode {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
}

/** A running chain: a node, and the RPC endpoints in front of it that everything else uses. */
export interface DevnetChain<Network extends DevnetNetwork = DevnetNetwork> {
  readonly network: Network;
  readonly node: DevnetNode;
  readonly endpoints: readonly RpcProxy[];
  /** Stops the node and starts it again on the same port with the same chain. */
  restart(): Promise<void>;
}

export const isEvmChain = (chain: DevnetChain): chain is DevnetChain<EvmNetwork> => chain.network.kind === 'evm';
export const isSolanaChain = (chain: DevnetChain): chain is DevnetChain<SolanaNetwork> =>
  chain.network.kind === 'solana';
export const isRadixChain = (chain: DevnetChain): chain is DevnetChain<RadixNetwork> => chain.network.kind === 'radix';

export interface ChainOptions {
  readonly networks: readonly DevnetNetwork[];
  /** Seconds between blocks; fractions are allowed. */
  readonly blockTime: number;
  /** "free": any free ports; "usual": the ports in the table of networks, if they are free. */
  readonly ports: 'free' | 'usual';
  /** Folder of the chains' state. A chain that an earlier run left there continues. */
  readonly stateFolder: string;
}

/** Starts all chains in parallel. When one fails, the others are stopped. */
export async function startChains(options: ChainOptions, guard: ProcessGuard): Promise<readonly DevnetChain[]> {
  mkdirSync(options.stateFolder, { recursive: true });
  const started = await Promise.allSettled(options.networks.map((network) => startChain(network, options, guard)));
  const chains = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = started.find((result) => result.status === 'rejected');
  if (failure === undefined) return chains;
  await stopChains(chains, guard);
  throw failure.reason;
}

/** Stops the nodes, which write their state, and the endpoints. */
export async function stopChains(chains: readonly DevnetChain[], guard: ProcessGuard): Promise<void> {
  await Promise.all(chains.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.stop())));
  await guard.stop();
}

async function startChain(network: DevnetNetwork, options: ChainOptions, guard: ProcessGuard): Promise<DevnetChain> {
  const nodePorts = NODE_PORTS[network.kind];
  const wanted = Array.from({ length: nodePorts + RPC_ENDPOINTS }, (_, offset) => network.port + offset);
  const ports = options.ports === 'usual' ? await freePorts(wanted) : wanted.map(() => 0);
  const usual = ports.slice(0, nodePorts).every((port, offset) => port === network.port + offset);
  const port = nodePorts === 1 || usual ? (ports[0] as number) : 0;
  let node = await startNode(network, port, options, guard);
  const { url } = node;
  return {
    network,
    get node() {
      return node;
    },
    endpoints: await Promise.all(ports.slice(nodePorts).map((endpoint) => RpcProxy.start(url, endpoint))),
    async restart() {
      await endProcess(node.process);
      node = await startNode(network, node.port, options, guard);
    },
  };
}

/** Ports per node. Solana's clients expect subscriptions on the port after the node's. */
const NODE_PORTS = { evm: 1, solana: 2, radix: 1 } as const;

function startNode(
  network: DevnetNetwork,
  port: number,
  { stateFolder, blockTime }: ChainOptions,
  guard: ProcessGuard,
): Promise<DevnetNode> {
  if (network.kind === 'evm') {
    const { name, chainId } = network;
    return startAnvil({ name, chainId, port, blockTime, stateFile: join(stateFolder, `${name}.json`) }, guard);
  }
  const state = join(stateFolder, network.name);
  if (network.kind === 'radix') {
    return startRadixNode({ port, roundMs: Math.round((blockTime * 1000) / ROUNDS_PER_BLOCK), state }, guard);
  }
  const balances = Object.fromEntries(devAccounts('solana').map(({ address }) => [address, SOLANA_FUNDING]));
  return startSolanaNode({ port, slotMs: Math.round(blockTime * 1000), balances, state }, guard);
}
