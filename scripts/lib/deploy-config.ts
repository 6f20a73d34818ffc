import { ConfigError, chainConfig, keystoreSource, loadConfig } from '@causeway/chains';
import { z } from 'zod';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an EVM address');
const wireUnits = z.string().regex(/^\d{1,39}$/, 'must be a whole number of wire units, quoted');

const asset = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('native'), symbol: z.string().min(1), name: z.string().min(1) }),
  z.strictObject({ type: z.literal('erc20'), address }),
  z.strictObject({
    type: z.literal('testToken'),
    symbol: z.string().min(1),
    name: z.string().min(1),
    decimals: z.int().min(0).max(255),
  }),
]);

const oracle = z.strictObject({ members: z.array(address).min(1), threshold: z.int().min(1) });

const limits = z.strictObject({
  minAmount: wireUnits,
  maxAmount: wireUnits,
  capacity: wireUnits,
  refillPerSecond: wireUnits,
});

const roles = {
  /** Pays, and becomes the bridge's admin; --keystore and --key-env go before it. */
  key: keystoreSource.optional(),
  oracle: oracle.optional(),
  guardian: address.optional(),
};

/** The `deploy` section: what is the same everywhere, and for each network what is its own. */
const deploySection = z.strictObject({
  ...roles,
  networks: z.record(z.string(), z.strictObject({ ...roles, asset, limits: limits.optional() })),
});

/** The configuration of `causeway deploy`: the chains, where deployments lie, and the `deploy` section. */
export const deployConfig = z.object({
  deployments: z.string().default('deployments'),
  chains: z.record(z.string(), chainConfig),
  deploy: deploySection,
});
export type DeployConfig = z.infer<typeof deployConfig> & { readonly baseDir: string };

type Section = z.infer<typeof deploySection>;

/** One network, with what is the same everywhere filled in. */
export interface NetworkPlan {
  readonly name: string;
  readonly rpc: readonly string[];
  readonly maxFeePerGasGwei: number;
  readonly asset: z.infer<typeof asset>;
  readonly oracle: z.infer<typeof oracle>;
  readonly guardian: string;
  readonly key: Section['key'];
  readonly limits: z.infer<typeof limits> | undefined;
}

/** Reads the configuration file. Throws ConfigError with every problem. */
export const loadDeployConfig = (path: string): DeployConfig => loadConfig(path, deployConfig);

/** The plan of network `name`. Throws ConfigError naming everything the file lacks for it. */
export function planOf({ chains, deploy }: DeployConfig, name: string): NetworkPlan {
  const chain = chains[name];
  const own = deploy.networks[name];
  const [oracleHere, guardian] = [own?.oracle ?? deploy.oracle, own?.guardian ?? deploy.guardian];
  const missing = [
    chain ? [] : [`chains.${name}: is missing; give its rpc`],
    own ? [] : [`deploy.networks.${name}: is missing; give its asset`],
    oracleHere ? [] : [`deploy.oracle: is missing; give its members and threshold`],
    guardian ? [] : [`deploy.guardian: is missing; give the address that may pause`],
  ].flat();
  if (!chain || !own || !oracleHere || !guardian) throw new ConfigError(missing.join('\n'));
  const { rpc, maxFeePerGasGwei } = chain;
  const key = own.key ?? deploy.key;
  return { name, rpc, maxFeePerGasGwei, asset: own.asset, oracle: oracleHere, guardian, key, limits: own.limits };
}
