import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Administration,
  type BridgeRecord,
  type ChainProvider,
  type ChainRegistry,
  chainConfig,
  type Deployment,
  differenceText,
  type KeyHandle,
  kindOf,
  type Network,
  openKey,
  openProviders,
  settingsOf,
} from '@causeway/chains';
import { keystoreSource, loadConfig, withPlaces } from '@causeway/config';
import { z } from 'zod';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type KeyFlags, keyOf } from '../keys/own-key-of.ts';

/** Options of every command of a bridge's admin or guardian. */
export interface AdminFlags extends KeyFlags {
  /** Absent for every network of the configuration file, where a command allows that. */
  readonly network?: string;
  readonly config: string;
  readonly family: string;
  /** Folder for the files of a plan, "-" for standard output, true for the working directory. */
  readonly plan?: string | true;
  readonly from?: string;
  readonly nonceAccount?: string;
  readonly yes?: true;
  readonly json?: true;
}

const keyed = z.looseObject({ key: keystoreSource.optional() });

/** The part of a configuration file that these commands read; that of any process has it. */
const adminConfig = z.object({
  deployments: z.string().default('deployments'),
  database: z.string().optional(),
  chains: z.record(z.string(), chainConfig),
  /** Keys of `causeway deploy`, by kind of chain and by network. */
  deploy: z.looseObject({ networks: z.record(z.string(), keyed).optional() }).optional(),
});
type AdminConfig = z.infer<typeof adminConfig> & { readonly baseDir: string };

/** One bridge to administer. */
export interface Desk {
  readonly network: Network;
  readonly family: string;
  readonly bridge: ChainProvider;
  readonly administration: Administration;
  /** The bridge in the deployment file. */
  readonly record: BridgeRecord;
}

/** The bridges of a configuration file. */
export interface Office {
  readonly config: AdminConfig;
  readonly registry: ChainRegistry;
  /** Folder of deployments/NAME.json. */
  readonly directory: string;
}

/** Runs `work` with the bridges of the configuration file, and names a setting's line when it fails by a setting. */
export const withOffice = (flags: AdminFlags, work: (office: Office) => Promise<void>): Promise<void> =>
  withPlaces(flags.config, async () => {
    const config = loadConfig(flags.config, adminConfig);
    const registry = unwrap(await openProviders(config, config.baseDir));
    try {
      await work({ config, registry, directory: resolve(config.baseDir, config.deployments) });
    } finally {
      await registry.close();
    }
  });

/**
 * The bridge of `family` on the network `name`. Throws when the endpoints serve another chain than the deployment
 * file's; other differences, and that nobody can compare, are said on standard error, because an emergency may be one.
 */
export async function openDesk({ registry }: Office, name: string, family: string): Promise<Desk> {
  const network = registry.network(name);
  const known = registry.networks.map((each) => each.name).join(', ');
  if (!network) throw usageError(`${name} is no network of the configuration file; it has ${known}`);
  const bridge = network.providers[family];
  const record = network.deployment.bridges[family];
  if (!bridge || !record) throw usageError(`${name} has no bridge of family ${family}`);
  if (!bridge.administration) throw usageError(`${name}: bridges of its kind have no administration here`);
  unwrap(await bridge.administration.ownChain());
  const compared = await bridge.compare();
  const differences = compared.ok ? compared.value.differences.map(differenceText) : [compared.error.message];
  for (const text of differences) process.stderr.write(`${name} (${family}): ${text}\n`);
  return { network, family, bridge, administration: bridge.administration, record };
}

/** The network that the flags name. Throws a UsageError. */
export function networkOf({ network }: AdminFlags): string {
  if (network !== undefined) return network;
  throw usageError('give --network');
}

/**
 * The key for `desk`: of the flags, or of the configuration file's section `deploy`. Without --network, a keystore of
 * the flags serves the networks of its own kind.
 */
export async function keyAt({ config }: Office, { network }: Desk, flags: AdminFlags): Promise<KeyHandle> {
  const { kind, chainId } = network.deployment;
  if (flags.network === undefined && flags.keyEnv !== undefined) {
    throw usageError('give --network: the key of --key-env is for one of them');
  }
  const given = flags.keyEnv !== undefined || flags.keystore !== undefined;
  if (given && (flags.network !== undefined || isKeystoreOf(kind, flags.keystore))) return keyOf(kind, flags, chainId);
  const source = config.deploy?.networks?.[network.name]?.key ?? keyed.safeParse(config.deploy?.[kind]).data?.key;
  if (source) return unwrap(await openKey(kind, source, config.baseDir));
  throw usageError(
    `no key for ${network.name}: give --keystore or --key-env, or deploy.${kind}.key in the configuration file`,
  );
}

function isKeystoreOf(kind: Deployment['kind'], file: string | undefined): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'));
    return typeof content === 'object' && content !== null && kindOf(kind).keyField in content;
  } catch {
    throw usageError(`${file}: is no keystore that can be read`);
  }
}

/** `addresses` in the form in which they would hold a role. Those that cannot hold one are left out. */
export const asHolders = ({ administration }: Desk, addresses: readonly string[]): readonly string[] =>
  addresses.flatMap((address) => {
    const holder = administration.parseHolder(address);
    return holder.ok ? [holder.value] : [];
  });

/** The bridge of `desk` by another deployment file, over connections of its own. */
export async function reopened({ network, family }: Desk, deployment: Deployment): Promise<ChainProvider> {
  const kind = kindOf(deployment.kind);
  const settings = unwrap(settingsOf(kind, network.name, network.config, deployment));
  const bridge = unwrap(await kind.open(settings, deployment))[family];
  if (bridge) return bridge;
  throw usageError(`${network.name} has no bridge of family ${family}`);
}
