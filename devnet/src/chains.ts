import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalNode } from '@causeway/local-nodes';
import { endProcess, type ProcessGuard, RpcProxy } from '@causeway/local-nodes';
import { kindOf } from './kinds.ts';
import { type DevnetNetwork, RPC_ENDPOINTS } from './networks.ts';
import { freePorts } from './ports.ts';

/** A running chain: a node, and the RPC endpoints in front of it that everything else uses. */
export interface DevnetChain {
  readonly network: DevnetNetwork;
  readonly node: LocalNode;
  readonly endpoints: readonly RpcProxy[];
  /** Stops the node and starts it again on the same port with the same chain. */
  restart(): Promise<void>;
}

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
  const { nodePorts } = kindOf(network);
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

function startNode(
  network: DevnetNetwork,
  port: number,
  { stateFolder, blockTime }: ChainOptions,
  guard: ProcessGuard,
): Promise<LocalNode> {
  return kindOf(network).start(network, { port, blockTime, state: join(stateFolder, network.name) }, guard);
}
