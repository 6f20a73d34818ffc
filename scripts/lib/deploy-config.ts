import {
  type ChainConfig,
  ConfigError,
  chainConfig,
  type DeployOptions,
  decodeRadixAddress,
  type KeystoreSource,
  keystoreSource,
  kindOf,
  loadConfig,
  settingsOf,
} from '@causeway/chains';
import type { BuiltInKind } from '@causeway/protocol';
import { z } from 'zod';

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an EVM address');
const solanaAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a Solana address in base58');
const isRadix = (text: string, ...entities: readonly string[]) =>
  entities.includes(decodeRadixAddress(text)?.entity ?? 'nothing');
const radixAccount = z.string().refine((text) => isRadix(text, 'account'), 'must be a Radix account');
const radixResource = z.string().refine((text) => isRadix(text, 'resource'), 'must be a Radix resource');
const radixBadge = z
  .string()
  .refine(
    (text) => isRadix(text.replace(/:.*$/s, ''), 'account', 'resource'),
    'must be a Radix account, resource or non-fungible',
  );
const wireUnits = z.string().regex(/^\d{1,39}$/, 'must be a whole number of wire units, quoted');
const label = z.string().min(1);

const native = z.strictObject({ type: z.literal('native'), symbol: label, name: label });
const testToken = z.strictObject({
  type: z.literal('testToken'),
  symbol: label,
  name: label,
  decimals: z.int().min(0).max(255),
});
const evmAsset = z.discriminatedUnion('type', [
  native,
  z.strictObject({ type: z.literal('erc20'), address: evmAddress }),
  testToken,
]);
const solanaAsset = z.discriminatedUnion('type', [
  native,
  z.strictObject({ type: z.literal('spl'), address: solanaAddress, symbol: label, name: label }),
  testToken,
]);
const radixAsset = z.discriminatedUnion('type', [
  native,
  z.strictObject({ type: z.literal('resource'), address: radixResource, symbol: label, name: label }),
  testToken.extend({ decimals: z.int().min(0).max(18) }),
]);

const limits = z.strictObject({
  minAmount: wireUnits,
  maxAmount: wireUnits,
  capacity: wireUnits,
  refillPerSecond: wireUnits,
});

/** The roles on networks of one kind. */
const roles = (address: z.ZodString, guardian = address) => ({
  /** Pays, and becomes the bridge's admin. --keystore and --key-env take precedence. */
  key: keystoreSource.optional(),
  oracle: z.strictObject({ members: z.array(address).min(1), threshold: z.int().min(1) }).optional(),
  guardian: guardian.optional(),
});

const evmNetwork = z.strictObject({
  kind: z.literal('evm'),
  ...roles(evmAddress),
  asset: evmAsset,
  limits: limits.optional(),
});
const solanaNetwork = z.strictObject({
  kind: z.literal('solana'),
  ...roles(solanaAddress),
  asset: solanaAsset,
  limits: limits.optional(),
  upgradeable: z.boolean().optional(),
});

const radixNetwork = z.strictObject({
  kind: z.literal('radix'),
  ...roles(radixAccount, radixBadge),
  asset: radixAsset,
  limits: limits.optional(),
});

/** The `deploy` section: settings for all networks of a kind, and settings per network. */
const deploySection = z.strictObject({
  evm: z.strictObject(roles(evmAddress)).prefault({}),
  solana: z.strictObject(roles(solanaAddress)).prefault({}),
  radix: z.strictObject(roles(radixAccount, radixBadge)).prefault({}),
  networks: z.record(z.string(), z.discriminatedUnion('kind', [evmNetwork, solanaNetwork, radixNetwork])),
});

/** The configuration of `causeway deploy`: the chains, the folder of deployments, and the `deploy` section. */
export const deployConfig = z.object({
  deployments: z.string().default('deployments'),
  chains: z.record(z.string(), chainConfig),
  deploy: deploySection,
});
export type DeployConfig = z.infer<typeof deployConfig> & { readonly baseDir: string };

type BuiltInOptions = Extract<DeployOptions, { readonly kind: BuiltInKind }>;

/** A deployment's parameters beside the plan. */
export interface DeployTarget {
  readonly key: DeployOptions['key'];
  readonly family: string;
  /** Folder of deployments/NAME.json. */
  readonly deployments: string;
}

/** One network, with the settings of its kind filled in. */
export interface NetworkPlan {
  readonly name: string;
  readonly kind: BuiltInKind;
  readonly rpc: readonly string[];
  readonly key: KeystoreSource | undefined;
  readonly guardian: string;
  readonly oracle: DeployOptions['oracle'];
  readonly asset: BuiltInOptions['asset'];
  options(target: DeployTarget): BuiltInOptions;
}

/** Reads the configuration file. Throws ConfigError with every problem. */
export const loadDeployConfig = (path: string): DeployConfig => loadConfig(path, deployConfig);

/** The plan of network `name`. Throws ConfigError with everything that the file lacks for it. */
export function planOf({ chains, deploy }: DeployConfig, name: string): NetworkPlan {
  const chain = chains[name];
  const own = deploy.networks[name];
  const shared = own && deploy[own.kind];
  const [oracle, guardian] = [own?.oracle ?? shared?.oracle, own?.guardian ?? shared?.guardian];
  const section = `deploy.${own?.kind ?? 'evm'}`;
  const missing = [
    chain ? [] : [`chains.${name}: is missing; give its rpc`],
    own ? [] : [`deploy.networks.${name}: is missing; give its kind and asset`],
    oracle ? [] : [`${section}.oracle: is missing; give its members and threshold`],
    guardian ? [] : [`${section}.guardian: is missing; give the address that may pause`],
  ].flat();
  if (!chain || !own || !oracle || !guardian) throw new ConfigError(missing.join('\n'));
  const settings = settingsOf(kindOf(own.kind), name, chain);
  if (!settings.ok) throw new ConfigError(settings.error.message);
  const facts = { rpc: chain.rpc, oracle, guardian, ...(own.limits && { limits: own.limits }) };
  return {
    ...facts,
    name,
    kind: own.kind,
    key: own.key ?? shared?.key,
    asset: own.asset,
    options: (target) => ({ network: name, ...facts, ...target, ...ofKind(own, chain) }),
  };
}

/** The parameters for one kind of chain. */
function ofKind(own: DeployConfig['deploy']['networks'][string], chain: ChainConfig) {
  const { maxFeePerGasGwei, maxComputeUnitPriceMicroLamports: price } = chain as {
    readonly maxFeePerGasGwei?: number;
    readonly maxComputeUnitPriceMicroLamports?: number;
  };
  if (own.kind === 'evm') return { kind: own.kind, asset: own.asset, ...(maxFeePerGasGwei && { maxFeePerGasGwei }) };
  if (own.kind === 'radix') return { kind: own.kind, asset: own.asset };
  const capped = price === undefined ? {} : { maxComputeUnitPriceMicroLamports: price };
  return { kind: own.kind, asset: own.asset, upgradeable: own.upgradeable === true, ...capped };
}
