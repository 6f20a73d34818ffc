import { join } from 'node:path';
import { type ChainProvider, type ChainRegistry, openProviders, sharedConfig } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { type Devnet, type DevnetOptions, type Family, startDevnet } from '@causeway/devnet';
import { deployedState } from '@causeway/devnet/state-cache';
import { openIdentity } from '@causeway/keys';
import { httpSigner, relayerConfig, type SignerClient } from '@causeway/relayer';
import { systemClock } from '@causeway/runtime';
import { type BridgeStorage, type OrderRow, openBridgeStorage } from '@causeway/storage';
import { ApiClient } from './api-client.ts';
import { controlOf } from './chain-control.ts';
import type { NetworkName, WithDevnet } from './control.ts';
import { BLOCK_TIME } from './evm-control.ts';
import { newPerson, type PersonName } from './people.ts';
import { CausewayProcess, runCauseway } from './processes.ts';

export type { NetworkName } from './control.ts';

/** A signer on a busy machine answers within this time, milliseconds. */
const SIGNER_TIMEOUT_MS = 30_000;

/** One of the oracle's transactions that has not ended. */
export interface UnderWay {
  readonly id: string;
  readonly state: string;
  readonly orderIds: readonly string[];
}

/** Devnet, five signers, relayer and API, each in its own process, like `npm start`. */
export interface Stack extends WithDevnet {
  readonly registry: ChainRegistry;
  readonly signers: readonly CausewayProcess[];
  /** The signers, asked as the relayer asks them. */
  readonly signerClients: readonly SignerClient[];
  readonly relayer: CausewayProcess;
  readonly api: CausewayProcess;
  /** A REST client with which that avatar is signed in. */
  as(name: PersonName): ApiClient;
  /** The address of that avatar's wallet on a chain. */
  address(name: PersonName, network: NetworkName): string;
  provider(name: NetworkName, family?: Family): ChainProvider;
  /** Runs an operator's `causeway` command with the relayer's configuration. Returns its JSON output. */
  causeway(...args: readonly string[]): Promise<unknown>;
  /** The relayer's order for a lock, if any. */
  orderOfLock(transaction: string): Promise<OrderRow | undefined>;
  /** The triggers that an order has gone through, oldest first. */
  triggersOf(orderId: string): Promise<readonly string[]>;
  /** The outcomes of the oracle's transactions for an order, oldest first. */
  submissionsOf(orderId: string): Promise<readonly string[]>;
  /** The oracle's transactions that have not ended, of all chains, oldest first. */
  underWay(): Promise<readonly UnderWay[]>;
  stop(): Promise<void>;
}

/** Starts the whole stack on free ports. */
export async function startStack(options: Omit<DevnetOptions, 'ports' | 'folder'> = {}): Promise<Stack> {
  const devnet = await startDevnet({
    blockTime: BLOCK_TIME,
    deployed: await deployedState(options.networks),
    ...options,
  });
  try {
    const { configuration, guard, folder } = devnet;
    const signers = configuration.signers.map((signer) => new CausewayProcess('signer', signer, folder, guard));
    const relayer = new CausewayProcess('relayer', configuration.relayer, folder, guard);
    const api = new CausewayProcess('api', configuration.api, folder, guard);
    const causeway = (...args: readonly string[]) => runCauseway(...args, '--config', configuration.relayer.config);
    const registry = await openRegistry(configuration.relayer.config);
    await Promise.all([...signers, relayer, api].map((process) => process.start()));
    const [alice, bob] = await Promise.all([newPerson('alice', api.url, devnet), newPerson('bob', api.url, devnet)]);
    const people = { alice, bob };
    return {
      devnet,
      registry,
      signers,
      signerClients: await signerClientsOf(configuration.relayer.config),
      relayer,
      api,
      as: (name) => new ApiClient(people[name].client, (chain, blocks) => mineAt(devnet, chain, blocks)),
      address: (name, network) => people[name].address(network),
      provider: (name, family = 'main') => registry.provider(name, family) as ChainProvider,
      causeway,
      orderOfLock: (transaction) =>
        withStorage(folder, async ({ orders }) =>
          (await orders.list({}, null, 500)).items.find(({ lockTransaction }) => lockTransaction === transaction),
        ),
      triggersOf: (orderId) =>
        withStorage(folder, async ({ events }) =>
          (await events.after(orderId, 0, 1_000)).map(({ data }) => String(data.trigger)),
        ),
      submissionsOf: (orderId) =>
        withStorage(folder, async ({ submissions }) => (await submissions.forOrder(orderId)).map(({ state }) => state)),
      underWay: () => withStorage(folder, async ({ submissions }) => submissions.open(['oracle'])),
      async stop() {
        await Promise.all([api, relayer, ...signers].map((process) => process.stop()));
        await registry.close();
        await devnet.stop();
      },
    };
  } catch (error) {
    await devnet.stop();
    throw error;
  }
}

/** The signers of a relayer's configuration. */
export async function signerClientsOf(config: string): Promise<readonly SignerClient[]> {
  const { baseDir, relayer } = loadConfig(config, relayerConfig);
  const identity = await openIdentity(relayer.identity, baseDir);
  if (!identity.ok) throw new Error(`${config} has no identity`);
  const asking = { identity: identity.value, clock: systemClock, timeoutMs: SIGNER_TIMEOUT_MS };
  return relayer.signers.map((signer) => httpSigner(signer, asking));
}

/** Makes `blocks` blocks at once. */
async function mineAt(devnet: Devnet, chain: NetworkName, blocks: number): Promise<void> {
  const [family] = Object.keys(devnet.deployment(chain).bridges) as Family[];
  await controlOf({ devnet }, chain, family).mine(blocks);
}

/** Runs `work` on the database that relayer and API share. */
async function withStorage<T>(folder: string, work: (storage: BridgeStorage) => Promise<T>): Promise<T> {
  const storage = await openBridgeStorage(join(folder, 'causeway.db'));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** The chains of a configuration file. */
export async function openRegistry(config: string): Promise<ChainRegistry> {
  const { baseDir, ...shared } = loadConfig(config, sharedConfig);
  const registry = await openProviders(shared, baseDir);
  if (!registry.ok) throw new Error(registry.error.message);
  return registry.value;
}
