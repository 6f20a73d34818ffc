import {
  type ChainKindDescriptor,
  chainConfig,
  chainKinds,
  commonSettings,
  type DeployedAsset,
  type DeployOptions,
  issuerPower,
  kindOf,
  settingsOf,
} from '@causeway/chains';
import { ConfigError, type KeystoreSource, keystoreSource, loadConfig } from '@causeway/config';
import { type ChainKind, type Domain, parseDecimal } from '@causeway/protocol';
import { z } from 'zod';

const wireUnits = z.string().regex(/^\d{1,39}$/, 'must be a whole number of wire units, quoted');

const limits = z.strictObject({
  minAmount: wireUnits,
  maxAmount: wireUnits,
  capacity: wireUnits,
  refillPerSecond: wireUnits,
});

/** Coins by the remote's name, as text, because a number would be inexact. */
const fees = z.record(z.string(), z.string().regex(/^\d+(\.\d+)?$/, 'must be a number of coins, quoted'));

/** The roles on networks of one kind. */
const roles = ({ deploySettings: { member, guardian } }: ChainKindDescriptor) => ({
  /** Pays, and becomes the bridge's admin. --keystore and --key-env take precedence. */
  key: keystoreSource.optional(),
  oracle: z.strictObject({ members: z.array(member).min(1), threshold: z.int().min(1) }).optional(),
  guardian: guardian.optional(),
});
type Roles = z.infer<z.ZodObject<ReturnType<typeof roles>>>;

const network = (kind: ChainKindDescriptor) =>
  z.strictObject({
    kind: z.literal(kind.name),
    ...roles(kind),
    limits: limits.optional(),
    fees: fees.default({}),
    /** What the issuer of an existing asset may be able to do to the bridge's escrow. */
    acceptIssuerPowers: z.array(issuerPower).default([]),
    ...kind.deploySettings.network.shape,
  });
type NetworkSection = Roles & {
  readonly kind: ChainKind;
  readonly asset: DeployedAsset;
  readonly limits?: z.infer<typeof limits>;
  readonly fees: z.infer<typeof fees>;
};

/**
 * The configuration of `causeway deploy`: the chains, the folder of deployments, and the `deploy` section, which has
 * settings for all networks of a kind, and settings per network.
 */
function deployConfig() {
  const kinds = chainKinds();
  const [first, ...others] = kinds.map(network) as [ReturnType<typeof network>, ...ReturnType<typeof network>[]];
  const ofKinds = kinds.map((kind) => [kind.name, z.strictObject(roles(kind)).prefault({})]);
  return z.object({
    deployments: z.string().default('deployments'),
    chains: z.record(z.string(), chainConfig),
    deploy: z.strictObject({
      ...Object.fromEntries(ofKinds),
      networks: z.record(z.string(), z.discriminatedUnion('kind', [first, ...others])),
    }),
  });
}

/** The checked file. */
export interface DeployConfig extends Omit<z.infer<ReturnType<typeof deployConfig>>, 'deploy'> {
  readonly baseDir: string;
  readonly deploy: { readonly networks: Readonly<Record<string, NetworkSection>> } & Readonly<Record<ChainKind, Roles>>;
}

/** A deployment's parameters beside the plan. */
export interface DeployTarget {
  readonly key: DeployOptions['key'];
  readonly family: string;
  /** Folder of deployments/NAME.json. */
  readonly deployments: string;
}

/** Delivery fees of the command line, over the file's: coins by network and remote. */
export type GivenFees = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One network, with the settings of its kind filled in. */
export interface NetworkPlan {
  readonly name: string;
  readonly kind: ChainKind;
  readonly rpc: readonly string[];
  readonly key: KeystoreSource | undefined;
  readonly guardian: string;
  readonly oracle: DeployOptions['oracle'];
  readonly asset: DeployedAsset;
  /** False for a local or test network. */
  readonly value: boolean;
  /** Delivery fees by remote, smallest units of the native coin. */
  readonly fees: Readonly<Record<string, bigint>>;
  /** Throws ConfigError when the settings do not suit the network `domain`. */
  requireFinality(domain: Domain): void;
  options(target: DeployTarget): DeployOptions;
}

/** What the section of a network of value lacks, or must not have. */
function problemsOfValue(name: string, { asset, limits: chosen }: NetworkSection): readonly string[] {
  const at = `deploy.networks.${name}`;
  const otherwise = `if ${name} is not of value, say chains.${name}.value: false`;
  return [
    chosen
      ? []
      : [
          `${at}.limits: is missing; give minAmount (worth more than a delivery costs), maxAmount, capacity (the most that a ` +
            `compromised remote takes at once) and refillPerSecond, in wire units; ${otherwise}`,
        ],
    chosen && BigInt(chosen.refillPerSecond) === 0n
      ? [`${at}.limits.refillPerSecond: is 0, so that refunds wait for the admin; ${otherwise}`]
      : [],
    asset.type === 'testToken' ? [`${at}.asset: is a test token, which others can mint; ${otherwise}`] : [],
  ].flat();
}

/** Reads the configuration file. Throws ConfigError with every problem. */
export const loadDeployConfig = (path: string): DeployConfig => loadConfig(path, deployConfig()) as DeployConfig;

/** The plan of network `name`. Throws ConfigError with everything that the file lacks for it. */
export function planOf({ chains, deploy }: DeployConfig, name: string, given: GivenFees = {}): NetworkPlan {
  const chain = chains[name];
  const own = deploy.networks[name];
  const shared = own && deploy[own.kind];
  const [oracle, guardian] = [own?.oracle ?? shared?.oracle, own?.guardian ?? shared?.guardian];
  const section = `deploy.${own?.kind ?? 'KIND'}`;
  const missing = [
    chain ? [] : [`chains.${name}: is missing; give its rpc`],
    own ? [] : [`deploy.networks.${name}: is missing; give its kind and asset`],
    oracle ? [] : [`${section}.oracle: is missing; give its members and threshold`],
    guardian ? [] : [`${section}.guardian: is missing; give the address that may pause`],
  ].flat();
  if (!chain || !own || !oracle || !guardian) throw new ConfigError(missing.join('\n'));
  const problems = chain.value ? problemsOfValue(name, own) : [];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const settingsAt = (domain?: Domain) => {
    const settings = settingsOf(
      kindOf(own.kind),
      name,
      chain,
      domain === undefined ? {} : { domain, chainId: `${domain}` },
    );
    if (!settings.ok) throw new ConfigError(settings.error.message);
    return settings.value;
  };
  // Caps of fees are settings of the chain and options of a deployment under one name.
  const caps = Object.entries(settingsAt()).filter(([setting]) => !(setting in commonSettings));
  const { key = shared?.key, fees: texts, ...facts } = own;
  const { rpc, value, profile, logRange } = chain;
  const fees = feesIn(name, own.kind, { ...texts, ...given[name] });
  return {
    ...{ name, kind: own.kind, rpc, key, guardian, oracle, asset: own.asset, value, fees },
    requireFinality: settingsAt,
    options: (target) =>
      ({
        ...Object.fromEntries(caps),
        ...facts,
        network: name,
        rpc,
        profile,
        logRange,
        oracle,
        guardian,
        fees,
        ...target,
      }) as DeployOptions,
  };
}

/** `texts` in smallest units. Throws ConfigError. */
function feesIn(network: string, kind: ChainKind, texts: Readonly<Record<string, string>>): NetworkPlan['fees'] {
  const { decimals } = kindOf(kind).coin;
  const parsed = Object.entries(texts).map(([remote, text]) => {
    const fee = parseDecimal(text, decimals);
    if (!fee.ok) throw new ConfigError(`deploy.networks.${network}.fees.${remote}: ${fee.error.message}`);
    return [remote, fee.value] as const;
  });
  return Object.fromEntries(parsed);
}

/** Throws ConfigError when one of `lanes` would leave a network of value with a delivery fee that nobody has chosen. */
export function requireFees(lanes: readonly (readonly [NetworkPlan, NetworkPlan])[]): void {
  const problems = lanes.flatMap(([{ name, value, fees }, { name: remote }]) =>
    value && fees[remote] === undefined
      ? [
          `deploy.networks.${name}.fees.${remote}: is missing; give what every lock and burn towards ${remote} pays beside ` +
            `its amount, in coins of ${name}: it covers the delivery there, or the refund, so that nobody empties the ` +
            `relayer's payers with small orders; "causeway fees" compares and suggests, '0' takes none`,
        ]
      : [],
  );
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}
