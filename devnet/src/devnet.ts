import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Deployment, OnProgress } from '@causeway/chains';
import { type ChainOptions, type DevnetChain, isEvmChain, startChains, stopChains } from './chains.ts';
import { type CancelAfter, type Configuration, DEPLOYMENTS, writeConfiguration } from './configuration.ts';
import { deployDevnet } from './deploy.ts';
import {
  DEVNET_NETWORKS,
  type DevnetNetwork,
  type EvmNetwork,
  FAMILIES,
  type Family,
  type RadixNetwork,
  type SolanaNetwork,
} from './networks.ts';
import { freePorts } from './ports.ts';
import { ProcessGuard } from './process-guard.ts';

/** Folder of the chains, below the devnet's folder. */
const CHAINS = 'chains';

/** Ports of the processes on top of the chains, where they are free. */
const PROCESS_PORTS = { api: 3000, relayer: 9100, signers: [9201, 9202, 9203, 9204, 9205] } as const;

export interface DevnetOptions {
  /** Chains to start; all when absent. */
  readonly networks?: readonly DevnetNetwork['name'][];
  /** Asset families to deploy; all when there is a chain besides the EVM's, else "main" alone. */
  readonly families?: readonly Family[];
  /** Keeps deployments, keys and configuration; a temporary one, removed at the end, when absent. */
  readonly folder?: string;
  /** Goes on with the chains that an earlier run left in the folder, instead of new ones. */
  readonly keepState?: boolean;
  /** Seconds between blocks; may be a fraction. */
  readonly blockTime?: number;
  /** Any free ports (for tests, side by side), or the usual ones as far as they are free. */
  readonly ports?: 'free' | 'usual';
  /** How long an order may stay undelivered before it is cancelled and refunded, seconds. */
  readonly cancelAfterSeconds?: CancelAfter;
  /** Log level in the configuration files. */
  readonly logLevel?: 'silent' | 'warn' | 'info' | 'debug';
  readonly onProgress?: OnProgress;
}

/** Local chains with everything deployed, and what it takes to run the rest on them. */
export interface Devnet {
  readonly folder: string;
  /** Folder of deployments/NAME.json. */
  readonly deployments: string;
  readonly chains: readonly DevnetChain[];
  readonly configuration: Configuration;
  /** The chain of that name; its endpoints can be told to fail. */
  chain(name: EvmNetwork['name']): DevnetChain<EvmNetwork>;
  chain(name: SolanaNetwork['name']): DevnetChain<SolanaNetwork>;
  chain(name: RadixNetwork['name']): DevnetChain<RadixNetwork>;
  chain(name: DevnetNetwork['name']): DevnetChain;
  deployment(name: DevnetNetwork['name']): Deployment;
  /** Ends the node of that chain and starts it again, with the chain that it had. */
  restart(name: DevnetNetwork['name']): Promise<void>;
  /** Guards further processes as it does the nodes: they end with the devnet, and with this process. */
  readonly guard: ProcessGuard;
  /** Ends every process and port; a temporary folder is removed. */
  stop(): Promise<void>;
}

/** Starts the chains, deploys and links the bridges, and writes the configuration of every process on top. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const folder = options.folder === undefined ? mkdtempSync(join(tmpdir(), 'causeway-')) : resolve(options.folder);
  const removeFolder = () => {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const guard = new ProcessGuard();
  let chains: readonly DevnetChain[] = [];
  const stop = async () => {
    await stopChains(chains, guard);
    removeFolder();
  };
  try {
    mkdirSync(folder, { recursive: true });
    if (!options.keepState) rmSync(join(folder, CHAINS), { recursive: true, force: true });
    chains = await startChains(chainOptions(folder, options), guard);
    return { ...(await prepare(folder, chains, options)), guard, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const chainOptions = (folder: string, { networks, blockTime = 0.2, ports = 'free' }: DevnetOptions): ChainOptions => ({
  networks: DEVNET_NETWORKS.filter(({ name }) => networks?.includes(name) ?? true),
  blockTime,
  ports,
  stateFolder: join(folder, CHAINS),
});

function familiesOf(chains: readonly DevnetChain[], { families = FAMILIES }: DevnetOptions): readonly Family[] {
  // The others have no lanes between EVM chains.
  const useful = chains.every(isEvmChain) ? (['main'] as const) : FAMILIES;
  return useful.filter((family) => families.includes(family));
}

async function prepare(folder: string, chains: readonly DevnetChain[], options: DevnetOptions) {
  const deployments = join(folder, DEPLOYMENTS);
  const records = await deployDevnet(chains, familiesOf(chains, options), deployments, options.onProgress);
  const configuration = await writeConfiguration({
    folder,
    chains,
    ports: await processPorts(options.ports ?? 'free'),
    cancelAfterSeconds: options.cancelAfterSeconds ?? { default: 120 },
    logLevel: options.logLevel ?? 'info',
  });
  const indexOf = (name: DevnetNetwork['name']) => {
    const index = chains.findIndex(({ network }) => network.name === name);
    if (index < 0) throw new RangeError(`the devnet runs without ${name}`);
    return index;
  };
  return {
    folder,
    deployments,
    chains,
    configuration,
    // Of the kind that the name says.
    chain: ((name) => chains[indexOf(name)]) as Devnet['chain'],
    restart: (name: DevnetNetwork['name']) => (chains[indexOf(name)] as DevnetChain).restart(),
    deployment: (name: DevnetNetwork['name']) => records[indexOf(name)] as Deployment,
  };
}

async function processPorts(ports: 'free' | 'usual') {
  const { api, relayer, signers } = PROCESS_PORTS;
  const usual = [api, relayer, ...signers];
  const [apiPort, relayerPort, ...signerPorts] = await freePorts(ports === 'usual' ? usual : usual.map(() => 0));
  return { api: apiPort as number, relayer: relayerPort as number, signers: signerPorts };
}
