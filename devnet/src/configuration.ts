import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProfile } from '@causeway/networks';
import { PRIVATE_FILE } from '@causeway/protocol';
import { stringify } from 'yaml';
import { type DevnetKind, devAccount, ORACLE_THRESHOLD, SIGNER_ROLES } from './accounts.ts';
import type { DevnetChain } from './chains.ts';
import { assetChoice } from './deploy.ts';
import { kindOf } from './kinds.ts';
import { FINALITY_BLOCKS, RPC_QUORUM } from './networks.ts';
import { ratesFrom } from './prices.ts';
import {
  type IdentityReference,
  writeDevKeystore,
  writeDevKeystores,
  writeIdentity,
  writeMasterKey,
} from './secrets.ts';
import { DEPLOYMENTS } from './state-copy.ts';

/** Path of the configuration file of the process `name`. The file appears once everything is deployed. */
export const configurationPath = (folder: string, name: string): string => join(folder, `${name}.yaml`);

/** Webhooks may go to programs of this machine. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Ports of the configured processes. */
export interface ProcessPorts {
  readonly relayer: number;
  readonly solver: number;
  readonly watch: number;
  readonly api: number;
  readonly signers: readonly number[];
}

/** A process with its configuration file and URL. */
export interface ConfiguredProcess {
  readonly name: string;
  /** Path of its configuration file. */
  readonly config: string;
  readonly url: string;
}

/** The configuration of everything that runs on top of the chains. */
export interface Configuration {
  /** Configuration file of `causeway deploy` for these chains. */
  readonly deploy: string;
  readonly relayer: ConfiguredProcess;
  readonly signers: readonly ConfiguredProcess[];
  readonly api: ConfiguredProcess;
}

/** Seconds per lane ("source:destination"), and a default for all other lanes. */
export interface CancelAfter {
  readonly default: number;
  readonly lanes?: Readonly<Record<string, number>>;
}

export interface ConfigurationOptions {
  readonly folder: string;
  readonly chains: readonly DevnetChain[];
  readonly ports: ProcessPorts;
  /** Database of relayer and API: a SQLite file relative to the folder, or a PostgreSQL URL. */
  readonly database: string;
  /** Seconds after which an undelivered order is cancelled and refunded. */
  readonly cancelAfterSeconds: CancelAfter;
  /** URL of the server of local prices. */
  readonly pricesUrl: string;
  readonly logLevel: 'silent' | 'warn' | 'info' | 'debug';
}

/**
 * Writes one configuration file per process, with keystores, to `folder`. The relayer and the API share one
 * database; each signer has its own.
 */
export async function writeConfiguration(options: ConfigurationOptions): Promise<Configuration> {
  const { folder } = options;
  const relayerIdentity = await writeIdentity(folder, 'relayer');
  const identities = await Promise.all(SIGNER_ROLES.map((role) => writeIdentity(folder, role)));
  const [signers, relayer, deploy] = await Promise.all([
    Promise.all(identities.map((identity, index) => writeSigner(options, index, identity, relayerIdentity.name))),
    writeRelayer(options, relayerIdentity, identities),
    writeDeploy(options),
  ]);
  return { signers, relayer, api: writeApi(options), deploy };
}

const kindsOf = (chains: readonly DevnetChain[]): readonly DevnetKind[] => [
  ...new Set(chains.map(({ network }) => network.kind)),
];

const local = (port: number): string => `http://127.0.0.1:${port}`;

async function writeSigner(
  options: ConfigurationOptions,
  index: number,
  identity: IdentityReference,
  relayer: string,
): Promise<ConfiguredProcess> {
  const name = SIGNER_ROLES[index] as (typeof SIGNER_ROLES)[number];
  const port = options.ports.signers[index] as number;
  const { cancelAfterSeconds, logLevel } = options;
  return writeProcess(options, name, port, `${name}.db`, {
    signer: {
      http: { port },
      logLevel,
      keys: await writeDevKeystores(options.folder, name, kindsOf(options.chains)),
      identity: identity.source,
      relayers: [relayer],
      cancelAfterSeconds,
    },
  });
}

async function writeRelayer(
  options: ConfigurationOptions,
  identity: IdentityReference,
  signers: readonly IdentityReference[],
): Promise<ConfiguredProcess> {
  const { ports, cancelAfterSeconds, logLevel } = options;
  return writeProcess(options, 'relayer', ports.relayer, options.database, {
    relayer: {
      http: { port: ports.relayer },
      logLevel,
      payers: await writeDevKeystores(options.folder, 'relayer', kindsOf(options.chains)),
      identity: identity.source,
      signers: signers.map(({ name }, index) => ({ url: local(ports.signers[index] as number), identity: name })),
      cancelAfterSeconds,
      // Its chains' final blocks never stand still, and tests cancel what is late at once.
      deliverAfterFinalSeconds: 0,
      // A devnet waits seconds where public chains need minutes.
      lockTimeoutSeconds: 300,
      intervals: { sweepMs: 250 },
    },
  });
}

/** The asset that is at home on a chain of a devnet, by the words of an order. */
const ownAsset = ({ network: { name, assets } }: DevnetChain): string => `${assets.main.symbol}@${name}`;

/**
 * Writes the configuration of a solver that swaps the chains' own assets for one another, with the funded accounts of
 * its role. `apiKey` has the scope offers:write.
 */
export async function writeSolver(options: ConfigurationOptions, apiKey: string): Promise<ConfiguredProcess> {
  const { folder, chains, ports, logLevel, pricesUrl } = options;
  const keyFile = join('keys', 'solver.key');
  writeFileSync(join(folder, keyFile), `${apiKey}\n`, { mode: PRIVATE_FILE });
  const places = chains.map(ownAsset);
  return writeProcess(options, 'solver', ports.solver, 'solver.db', {
    solver: {
      http: { port: ports.solver },
      logLevel,
      keys: await writeDevKeystores(folder, 'solver', kindsOf(chains)),
      api: { url: local(ports.api), key: { file: keyFile } },
      rates: ratesFrom(pricesUrl),
      lanes: places.flatMap((from) =>
        places.filter((to) => to !== from).map((to) => ({ from, to, minAmount: '0.000001', maxAmount: '1000000' })),
      ),
      // For fees.
      keep: Object.fromEntries(places.map((place) => [place, '1'])),
    },
  });
}

/** Writes the configuration of a watch with the guardians' keys, which pause. `settings` add to its section. */
export async function writeWatch(
  options: ConfigurationOptions,
  settings: Readonly<Record<string, unknown>>,
): Promise<ConfiguredProcess> {
  const { folder, chains, ports, logLevel } = options;
  return writeProcess(options, 'watch', ports.watch, 'watch.db', {
    watch: {
      http: { port: ports.watch },
      logLevel,
      keys: await writeDevKeystores(folder, 'guardian', kindsOf(chains)),
      ...settings,
    },
  });
}

/** A devnet's coins are worth nothing, so sessions spend them without a password. Keys and agents need an allowance. */
const MUCH = '1000000000';
const worthless = (chains: readonly DevnetChain[]) => ({
  perDay: 1_000_000,
  amounts: Object.fromEntries(chains.map(({ network }) => [findProfile(network.name)?.coin, MUCH])),
  otherAmount: MUCH,
  withoutPassword: 1,
});

function writeApi(options: ConfigurationOptions): ConfiguredProcess {
  const { folder, ports, logLevel, chains, cancelAfterSeconds } = options;
  const health = (port: number): string => `${local(port)}/health`;
  return writeProcess(options, 'api', ports.api, options.database, {
    api: {
      port: ports.api,
      logLevel,
      keys: { file: writeMasterKey(folder) },
      rates: ratesFrom(options.pricesUrl),
      swaps: {
        cancelAfterSeconds,
        returnGas: Object.fromEntries(chains.map(({ network }) => [network.name, kindOf(network).returnGas])),
      },
      // All processes of a devnet are on this machine, so that they share the folder.
      holons: { providers: [{ kind: 'database' }, { kind: 'folder', path: 'holons', shared: true }] },
      health: {
        relayers: [{ name: 'relayer', url: health(ports.relayer) }],
        signers: ports.signers.map((port, index) => ({ name: SIGNER_ROLES[index], url: health(port) })),
      },
      webhooks: { allowedNetworks: LOOPBACK },
      // Radix wallets want an account of the service; in developer mode they take any.
      dappDefinitions: Object.fromEntries(
        chains.flatMap(({ network: { name, kind } }) =>
          kind === 'radix' ? [[name, devAccount('deployer', kind).address]] : [],
        ),
      ),
      wallets: { sendLimits: worthless(chains) },
      // Web pages under development call it, and test suites sign in often.
      cors: { origins: ['loopback'] },
      avatars: { attemptsPerMinute: 1_000, anonymousAgentsPerDay: 1_000 },
    },
  });
}

/** The configuration with which the devnet itself deploys the family "main", as a base for further deployments. */
async function writeDeploy({ folder, chains }: ConfigurationOptions): Promise<string> {
  const roles = await Promise.all(
    kindsOf(chains).map(async (kind) => [
      kind,
      {
        key: await writeDevKeystore(folder, 'deployer', kind),
        guardian: devAccount('guardian', kind).address,
        oracle: { members: SIGNER_ROLES.map((role) => devAccount(role, kind).address), threshold: ORACLE_THRESHOLD },
      },
    ]),
  );
  const networks = chains.map(({ network: { name, kind, assets } }) => [
    name,
    { kind, asset: assetChoice(assets.main) },
  ]);
  const deploy = { ...Object.fromEntries(roles), networks: Object.fromEntries(networks) };
  return writeFile(folder, 'deploy', { deployments: DEPLOYMENTS, chains: chainsSection(chains), deploy });
}

function writeProcess(
  { folder, chains }: ConfigurationOptions,
  name: string,
  port: number,
  database: string,
  section: Readonly<Record<string, unknown>>,
): ConfiguredProcess {
  const sections = { deployments: DEPLOYMENTS, database, chains: chainsSection(chains), ...section };
  return { name, config: writeFile(folder, name, sections), url: local(port) };
}

function writeFile(folder: string, name: string, sections: Readonly<Record<string, unknown>>): string {
  const path = configurationPath(folder, name);
  const heading = '# Written by the devnet for local development; it is rewritten at every start.\n';
  // By renaming: a process that waits for the file finds all of it.
  writeFileSync(`${path}.tmp`, heading + stringify(sections, { aliasDuplicateObjects: false }), {
    mode: PRIVATE_FILE,
  });
  renameSync(`${path}.tmp`, path);
  return path;
}

/** Settings of chains that announce blocks and finalize them later. */
const notFinalAtOnce = ([first]: DevnetChain['endpoints']) => ({
  webSocket: first?.webSocketUrl,
  finality: { blocks: FINALITY_BLOCKS },
});

function chainsSection(chains: readonly DevnetChain[]): Record<string, unknown> {
  return Object.fromEntries(
    chains.map(({ network, endpoints }) => [
      network.name,
      {
        value: false,
        rpc: endpoints.map(({ url }) => url),
        quorum: RPC_QUORUM,
        ...(kindOf(network).finalAtOnce ? {} : notFinalAtOnce(endpoints)),
        pollMs: 500,
        escalateAfterMs: 5_000,
      },
    ]),
  );
}
