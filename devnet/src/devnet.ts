import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Deployment, OnProgress } from '@causeway/chains';
import { ProcessGuard, temporaryFolder } from '@causeway/local-nodes';
import { type ChainOptions, type DevnetChain, startChains, stopChains } from './chains.ts';
import {
  type CancelAfter,
  type Configuration,
  type ConfigurationOptions,
  type ConfiguredProcess,
  writeConfiguration,
  writeSolver,
  writeWatch,
} from './configuration.ts';
import { deployDevnet } from './deploy.ts';
import { Faucet, type GiftRequest } from './faucet/faucet.ts';
import { type FaucetServer, serveFaucet } from './faucet/server.ts';
import type { LoopbackServer } from './loopback.ts';
import {
  DEVNET_NETWORKS,
  type DevnetName,
  type DevnetNetwork,
  FAMILIES,
  type Family,
  USUAL_NETWORKS,
  usualBlockTime,
} from './networks.ts';
import { freePorts } from './ports.ts';
import { servePrices } from './prices.ts';
import { CHAINS, copyState, DEPLOYMENTS } from './state-copy.ts';

/** Preferred ports of the processes on top of the chains, of the faucet and of the prices. */
const PROCESS_PORTS = {
  api: 3000,
  faucet: 3100,
  prices: 3101,
  relayer: 9100,
  solver: 9300,
  watch: 9400,
  signers: [9201, 9202, 9203, 9204, 9205],
} as const;

export interface DevnetOptions {
  /** Chains to start; the five usual ones when absent. */
  readonly networks?: readonly DevnetName[];
  /** Asset families to deploy. When absent: all if there is a chain of another kind than EVM, otherwise only "main". */
  readonly families?: readonly Family[];
  /** Folder for deployments, keys and configuration. When absent, a temporary one that is removed at the end. */
  readonly folder?: string;
  /** Continues the chains that an earlier run left in the folder, instead of starting new ones. */
  readonly keepState?: boolean;
  /** Folder of a stopped devnet with everything deployed: starts with copies of its chains, and deploys nothing. */
  readonly deployed?: string;
  /** Seconds between blocks; fractions are allowed. `usualBlockTime` when absent. */
  readonly blockTime?: number;
  /** "free": any free ports, for parallel tests; "usual": the usual ports, if they are free. */
  readonly ports?: 'free' | 'usual';
  /** Seconds after which an undelivered order is cancelled and refunded. */
  readonly cancelAfterSeconds?: CancelAfter;
  /** PostgreSQL URL for relayer and API, which have a SQLite file in the folder when absent. */
  readonly database?: Promise<string>;
  /** Log level in the configuration files. */
  readonly logLevel?: 'silent' | 'warn' | 'info' | 'debug';
  readonly onProgress?: OnProgress;
}

/** Local chains with everything deployed, and everything needed to run the services on them. */
export interface Devnet {
  readonly folder: string;
  /** Folder of deployments/NAME.json. */
  readonly deployments: string;
  readonly chains: readonly DevnetChain[];
  readonly configuration: Configuration;
  /** Writes the configuration of a solver, which has an API key with the scope offers:write. */
  configureSolver(apiKey: string): Promise<ConfiguredProcess>;
  /** Writes the configuration of a watch with the guardians' keys. `settings` add to its section. */
  configureWatch(settings?: Readonly<Record<string, unknown>>): Promise<ConfiguredProcess>;
  /** Gives coins and test tokens to any address; it also answers at `url`. */
  readonly faucet: Pick<Faucet, 'give'> & FaucetServer;
  /** Prices of what the chains have, in the forms of public price sources; `ratesFrom` configures a reader. */
  readonly prices: LoopbackServer;
  /** The chain of that name. Tests can make its endpoints fail. */
  chain(name: DevnetName): DevnetChain;
  deployment(name: DevnetName): Deployment;
  /** Stops the node of that chain and starts it again with the same chain. */
  restart(name: DevnetName): Promise<void>;
  /** Guards the nodes and further processes: they end with the devnet, and with this process. */
  readonly guard: ProcessGuard;
  /** Stops every process, closes every port and removes a temporary folder. */
  stop(): Promise<void>;
}

/** Starts the chains, deploys and links the bridges, and writes the configuration of every service. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const temporary = options.folder === undefined ? temporaryFolder('devnet') : undefined;
  const folder = temporary?.folder ?? resolve(options.folder as string);
  const guard = new ProcessGuard();
  let chains: readonly DevnetChain[] = [];
  const servers: LoopbackServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await stopChains(chains, guard);
    temporary?.remove();
  };
  try {
    mkdirSync(folder, { recursive: true });
    if (!options.keepState) rmSync(join(folder, CHAINS), { recursive: true, force: true });
    const chosen = chainOptions(folder, options);
    const families = familiesOf(chosen.networks, options);
    const names = chosen.networks.map(({ name }) => name);
    const copied = options.deployed && copyState(options.deployed, folder, names, families);
    chains = await startChains(chosen, guard);
    const deploy = () => deployDevnet(chains, families, join(folder, DEPLOYMENTS), options.onProgress);
    const prepared = await prepare(folder, chains, copied || (await deploy()), options, servers);
    return { ...prepared, guard, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const chainOptions = (
  folder: string,
  { networks = USUAL_NETWORKS, blockTime = usualBlockTime(networks.length), ports = 'free' }: DevnetOptions,
): ChainOptions => ({
  networks: DEVNET_NETWORKS.filter(({ name }) => networks.includes(name)),
  blockTime,
  ports,
  stateFolder: join(folder, CHAINS),
});

function familiesOf(networks: readonly DevnetNetwork[], { families = FAMILIES }: DevnetOptions): readonly Family[] {
  // The other families have no lanes between EVM chains.
  const useful = networks.every(({ kind }) => kind === 'evm') ? (['main'] as const) : FAMILIES;
  return useful.filter((family) => families.includes(family));
}

/** Each server that it starts is added to `servers` at once. */
async function prepare(
  folder: string,
  chains: readonly DevnetChain[],
  records: readonly Deployment[],
  options: DevnetOptions,
  servers: LoopbackServer[],
) {
  const { faucet: faucetPort, prices: pricesPort, ports } = await processPorts(options.ports ?? 'free');
  const prices = await servePrices(pricesPort);
  servers.push(prices);
  const configurationOptions: ConfigurationOptions = {
    folder,
    chains,
    database: (await options.database) ?? 'causeway.db',
    ports,
    cancelAfterSeconds: options.cancelAfterSeconds ?? { default: 120 },
    pricesUrl: prices.url,
    logLevel: options.logLevel ?? 'info',
  };
  const configuration = await writeConfiguration(configurationOptions);
  const faucet = await Faucet.open(chains, records);
  const served = await serveFaucet(faucet, faucetPort);
  servers.push(served);
  const indexOf = (name: DevnetName) => {
    const index = chains.findIndex(({ network }) => network.name === name);
    if (index < 0) throw new RangeError(`the devnet runs without ${name}`);
    return index;
  };
  return {
    folder,
    deployments: join(folder, DEPLOYMENTS),
    chains,
    configuration,
    faucet: { give: (request: GiftRequest) => faucet.give(request), ...served },
    prices,
    configureSolver: (apiKey: string) => writeSolver(configurationOptions, apiKey),
    configureWatch: (settings = {}) => writeWatch(configurationOptions, settings),
    chain: (name: DevnetName) => chains[indexOf(name)] as DevnetChain,
    restart: (name: DevnetName) => (chains[indexOf(name)] as DevnetChain).restart(),
    deployment: (name: DevnetName) => records[indexOf(name)] as Deployment,
  };
}

async function processPorts(ports: 'free' | 'usual') {
  const { api, faucet, prices, relayer, solver, watch, signers } = PROCESS_PORTS;
  const usual = [api, faucet, prices, relayer, solver, watch, ...signers];
  const [apiPort, faucetPort, pricesPort, relayerPort, solverPort, watchPort, ...signerPorts] = await freePorts(
    ports === 'usual' ? usual : usual.map(() => 0),
  );
  return {
    faucet: faucetPort as number,
    prices: pricesPort as number,
    ports: {
      api: apiPort as number,
      relayer: relayerPort as number,
      solver: solverPort as number,
      watch: watchPort as number,
      signers: signerPorts,
    },
  };
}
