import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainKind, fail, ok, type Result } from '@causeway/protocol';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { commonSettings } from './chain-settings.ts';
import { EVM_DEFAULTS, evmSettings } from './evm/config.ts';
import { RADIX_DEFAULTS, radixSettings } from './radix/config.ts';
import { SOLANA_DEFAULTS, solanaSettings } from './solana/config.ts';

/**
 * Where a secret is read from: a file or an environment variable, exactly one. A configuration file never holds
 * secrets.
 */
export const secretSource = z
  .strictObject({ file: z.string().optional(), env: z.string().optional() })
  .refine((s) => (s.file === undefined) !== (s.env === undefined), 'give either file or env');

/** An encrypted JSON keystore (Web3 Secret Storage v3) and the source of its password. */
export const keystoreSource = z.strictObject({ keystore: z.string(), password: secretSource });
export type KeystoreSource = z.infer<typeof keystoreSource>;

/** The settings of each kind of chain beside the common ones, and their defaults. */
const KINDS = {
  evm: { settings: evmSettings, defaults: EVM_DEFAULTS },
  solana: { settings: solanaSettings, defaults: SOLANA_DEFAULTS },
  radix: { settings: radixSettings, defaults: RADIX_DEFAULTS },
} as const satisfies Record<ChainKind, { readonly settings: z.ZodObject; readonly defaults: object }>;

/**
 * One chain's connection, as configured. The deployment file of the same name gives its kind, domain and bridges;
 * `settingsOf` then refuses settings of another kind.
 */
export const chainConfig = z.strictObject({
  ...commonSettings,
  ...evmSettings.partial().shape,
  ...solanaSettings.partial().shape,
  ...radixSettings.partial().shape,
});
export type ChainConfig = z.infer<typeof chainConfig>;

type Defaulted<Kind extends ChainKind> = keyof (typeof KINDS)[Kind]['defaults'] & keyof ChainConfig;

/** The settings of a chain of that kind, with their defaults. */
export type SettingsOf<Kind extends ChainKind> = ChainConfig & {
  readonly [Name in Defaulted<Kind>]-?: NonNullable<ChainConfig[Name]>;
};

/**
 * The settings of the chain `name`, which is of `kind`, with the kind's defaults. Fails with CONFIG_INVALID, which names the
 * setting, when there is one of another kind.
 */
export function settingsOf<Kind extends ChainKind>(
  kind: Kind,
  name: string,
  config: ChainConfig,
): Result<SettingsOf<Kind>> {
  const known = { ...commonSettings, ...KINDS[kind].settings.shape };
  const foreign = Object.entries(config).find(([setting, value]) => value !== undefined && !(setting in known));
  if (foreign === undefined) return ok({ ...KINDS[kind].defaults, ...config } as SettingsOf<Kind>);
  const [setting] = foreign;
  const owners = Object.entries(KINDS).flatMap(([owner, { settings }]) => (setting in settings.shape ? [owner] : []));
  return fail(
    'CONFIG_INVALID',
    `chains.${name}.${setting}: is a setting of ${owners.join(' and ')} chains, but ${name} is a ${kind} chain; remove it`,
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
});
export type SharedConfig = z.infer<typeof sharedConfig>;

/** Sections that a configuration file may have. Each process checks its own section and the shared ones. */
const SECTIONS = ['deployments', 'database', 'chains', 'relayer', 'signer', 'api', 'deploy'];

/** A configuration file that cannot be used. The message has one line per problem, with its path and how to fix it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and checks the YAML file at `path` against `schema`. Unknown sections and values are refused.
 * Throws ConfigError with every problem found.
 */
export function loadConfig<S extends z.ZodObject>(path: string, schema: S): z.infer<S> & { readonly baseDir: string } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`${path}: cannot be read; give the file with --config`);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos: [start], message }) => {
      const { line, col } = lineCounter.linePos(start);
      return `${path}: line ${line}, column ${col} is not YAML: ${message}`;
    });
    throw new ConfigError(problems.join('\n'));
  }
  const value: unknown = document.toJS() ?? {};
  const problems: string[] = [];
  if (typeof value === 'object') {
    for (const key of Object.keys(value as object)) {
      if (!SECTIONS.includes(key)) problems.push(`${path}: ${key}: unknown section; known are ${SECTIONS.join(', ')}`);
    }
  }
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map((issue) => `${path}: ${issue.path.join('.') || 'file'}: ${wordsOf(issue)}`),
    );
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  return { ...(parsed.data as z.infer<S>), baseDir: dirname(resolve(path)) };
}

/** A problem in words; what is not there at all is called missing. */
const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.input === undefined ? `is missing; give a ${issue.expected}` : issue.message;

/** How often it is looked whether a configuration file is there yet, milliseconds. */
const LOOK_MS = 100;

/** Waits until there is a configuration file at `path`, doing `meanwhile` first. */
export async function waitForConfig(path: string, meanwhile: () => Promise<unknown>): Promise<void> {
  await meanwhile();
  while (!existsSync(path)) await sleep(LOOK_MS);
}
