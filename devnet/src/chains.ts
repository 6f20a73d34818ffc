import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AnvilNode, startAnvil } from './anvil.ts';
import { DEVNET_NETWORKS, type DevnetNetwork, RPC_ENDPOINTS } from './networks.ts';
import { freePorts } from './ports.ts';
import type { ProcessGuard } from './process-guard.ts';
import { RpcProxy } from './rpc-proxy.ts';

/** One running chain: a node, and in front of it the RPC endpoints that everything else is configured with. */
export interface DevnetChain {
  readonly network: DevnetNetwork;
  readonly node: AnvilNode;
  readonly endpoints: readonly RpcProxy[];
}

export interface ChainOptions {
  /** Seconds between blocks; may be a fraction. */
  readonly blockTime: number;
  /** Any free ports, or those of the table of networks as far as they are free. */
  readonly ports: 'free' | 'usual';
  /** Folder that keeps the chains between runs. */
  readonly stateFolder?: string;
}

/** Starts every chain of the devnet, side by side. When one cannot start, none is left running. */
export async function startChains(options: ChainOptions, guard: ProcessGuard): Promise<readonly DevnetChain[]> {
  if (options.stateFolder !== undefined) mkdirSync(options.stateFolder, { recursive: true });
  const started = await Promise.allSettled(DEVNET_NETWORKS.map((network) => startChain(network, options, guard)));
  const chains = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = started.find((result) => result.status === 'rejected');
  if (failure === undefined) return chains;
  await stopChains(chains, guard);
  throw failure.reason;
}

/** Stops nodes, which write their state, and endpoints. */
export async function stopChains(chains: readonly DevnetChain[], guard: ProcessGuard): Promise<void> {
  await Promise.all(chains.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.stop())));
  await guard.stop();
}

async function startChain(network: DevnetNetwork, options: ChainOptions, guard: ProcessGuard): Promise<DevnetChain> {
  const wanted = Array.from({ length: 1 + RPC_ENDPOINTS }, (_, offset) => network.port + offset);
  const [port = 0, ...endpointPorts] = options.ports === 'usual' ? await freePorts(wanted) : wanted.map(() => 0);
  const state =
    options.stateFolder === undefined ? {} : { stateFile: join(options.stateFolder, `${network.name}.json`) };
  const node = await startAnvil({ network, port, blockTime: options.blockTime, ...state }, guard);
  const endpoints = await Promise.all(endpointPorts.map((endpoint) => RpcProxy.start(node.url, endpoint)));
  return { network, node, endpoints };
}
