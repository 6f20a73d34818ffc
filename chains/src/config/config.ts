import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import { z } from 'zod';
import type { ConfigFailure } from '../failures.ts';
import type { ChainKindDescriptor } from '../kind.ts';
import { chainKinds } from '../kinds.ts';
import { commonSettings } from './chain-settings.ts';
import { delayAboveSection } from './delay-above.ts';
import type { Deployment } from './deployment.ts';
import { placeholderProblem, profileProblem, whyTagOf, withProfile } from './profile.ts';

/**
 * One chain's connection, as configured: the common settings, and the settings of its kind. The deployment file of the
 * same name gives its kind, domain and bridges, so `settingsOf` is the first to know whether a setting is of another
 * kind.
 */
const checkedConfig = z.looseObject(commonSettings).superRefine(
  (config, context) => {
    for (const [setting, value] of Object.entries(config)) {
      if (setting in commonSettings) continue;
      const results = ownersOf(setting).map(({ settings }) => settings.shape[setting]?.safeParse(value));
      if (results.some((result) => result?.success)) continue;
      const issues = results[0]?.error?.issues ?? [{ code: 'custom', message: 'is no setting of a chain', path: [] }];
      for (const { message, path } of issues) context.addIssue({ code: 'custom', message, path: [setting, ...path] });
    }
  },
  // Unknown settings are reported beside the other problems.
  { when: ({ value }) => typeof value === 'object' && value !== null },
);
/** `checkedConfig`, over the settings of the profile that is named. */
export const chainConfig = z.preprocess(withProfile, checkedConfig);
export type ChainConfig = Readonly<z.infer<typeof checkedConfig>>;

const ownersOf = (setting: string) => chainKinds().filter(({ settings }) => setting in settings.shape);

/**
 * The settings of the chain `name`, which is of `kind`, with the kind's defaults. Fails with CONFIG_INVALID, which
 * names the setting, when there is one of another kind, when the profile is of another network than `chain`, and when a
 * network of value has a placeholder for an endpoint, leaves open what makes its blocks final, or relies on a depth
 * that is known not to do so on `chain` or on the network of its profile.
 */
export function settingsOf<Settings extends z.ZodObject>(
  kind: Pick<ChainKindDescriptor<Settings>, 'name' | 'settings' | 'depth'>,
  name: string,
  config: ChainConfig,
  chain: Partial<Pick<Deployment, 'domain' | 'chainId'>> = {},
): Result<z.infer<Settings>, ConfigFailure> {
  const other = config.profile && profileProblem(config.profile, { kind: kind.name, chainId: chain.chainId });
  if (other) return fail('CONFIG_INVALID', `chains.${name}.profile: ${other}`);
  const foreign = Object.keys(config).find((setting) => !(setting in kind.settings.shape));
  if (foreign !== undefined) {
    const owners = ownersOf(foreign).map((owner) => owner.name);
    return fail(
      'CONFIG_INVALID',
      `chains.${name}.${foreign}: is a setting of ${owners.join(' and ')} chains, but ${name} is a ${kind.name} chain; remove it`,
    );
  }
  const placeholder = placeholderProblem(config);
  if (placeholder !== undefined) return fail('CONFIG_INVALID', `chains.${name}.rpc: ${placeholder}`);
  const settings = kind.settings.safeParse(config);
  if (settings.success) {
    const problem = kind.depth && config.value ? finalityProblem(kind.depth, name, config, chain.domain) : undefined;
    return problem === undefined ? ok(settings.data) : fail('CONFIG_INVALID', problem);
  }
  const problems = settings.error.issues.map((issue) => `chains.${name}.${issue.path.join('.')}: ${issue.message}`);
  return fail('CONFIG_INVALID', problems.join('\n'));
}

/** What a network of value says of the finality of its blocks, beside defaults. */
const saidOfFinality = z
  .looseObject({ blocks: z.int().optional(), finalizedTag: z.boolean().optional() })
  .optional()
  .catch(undefined);

/** What is wrong with the finality of a network of value, and the line that mends it. */
function finalityProblem(
  { whyNotAlone }: NonNullable<ChainKindDescriptor['depth']>,
  name: string,
  { finality, profile }: ChainConfig,
  domain: Domain | undefined,
): string | undefined {
  const { blocks, finalizedTag } = saidOfFinality.parse(finality) ?? {};
  const why = (domain === undefined ? undefined : whyNotAlone(domain)) ?? whyTagOf(profile);
  if (finalizedTag === true || (finalizedTag === false && why === undefined)) return undefined;
  const line = (tag: boolean) =>
    `"finality: { ${blocks === undefined ? '' : `blocks: ${blocks}, `}finalizedTag: ${tag} }"`;
  const otherwise = `, or "value: false" for a test network`;
  const at = `chains.${name}.finality.finalizedTag`;
  if (why !== undefined)
    return `${at}: must be true, because ${why}; write ${line(true)} in chains.${name}${otherwise}`;
  return (
    `${at}: is missing; on a network of value, write ${line(true)} in chains.${name}, or ${line(false)} if blocks as deep as ` +
    `that are never taken back there${otherwise}`
  );
}

/** The configuration that every process reads: the chains and the folder of their deployments. */
export const sharedConfig = z.object({
  /** Folder that holds deployments/NAME.json, relative to the configuration file. */
  deployments: z.string().default('deployments'),
  /**
   * SQLite database file of this process, relative to the configuration file. Relayer and API also take the URL of a
   * PostgreSQL database, `postgres://…`, which may hold a password: never show it.
   */
  database: z.string(),
  chains: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), chainConfig),
  /** Lanes on which large amounts wait. */
  delayAbove: delayAboveSection,
});
export type SharedConfig = z.infer<typeof sharedConfig>;
