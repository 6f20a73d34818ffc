import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

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

/** One chain's connection. The deployment file of the same name gives its kind, domain and bridges. */
export const chainConfig = z.strictObject({
  rpc: z.array(z.url()).min(1),
  webSocket: z.url().optional(),
  /** RPC endpoints that must agree on a read; a majority of `rpc` by default. */
  quorum: z.int().min(1).optional(),
  finality: z
    .strictObject({ blocks: z.int().min(1).default(32), finalizedTag: z.boolean().default(false) })
    .default({ blocks: 32, finalizedTag: false }),
  /**
   * Milliseconds between two polls for a new head. Beside a subscription, which announces heads, polls find what it
   * missed, and are ten times rarer on EVM chains.
   */
  pollMs: z.int().min(50).max(60_000).default(1_000),
  /** Most blocks in one log query. */
  logRange: z.int().min(1).max(100_000).default(2_000),
  rpcTimeoutMs: z.int().min(100).default(5_000),
  /** The highest fee per unit of gas that the payer offers, gwei. */
  maxFeePerGasGwei: z.number().positive().default(500),
  /** Solana: the highest price per compute unit that the payer offers and a signer accepts, millionths of a lamport. */
  maxComputeUnitPriceMicroLamports: z.int().min(0).default(1_000_000),
  /**
   * Radix: the tip that the payer offers on top of a transaction's fee, and the highest that a signer accepts, percent.
   */
  tipPercentage: z.int().min(0).max(1_000).default(0),
  /**
   * Radix: the fee that the oracle's payer reserves for a transaction, and the highest that a signer accepts, whole
   * XRD.
   */
  maxFeeXrd: z.int().min(5).max(1_000).default(25),
  /** After this time without inclusion a submission is replaced at a higher fee, milliseconds. */
  escalateAfterMs: z.int().min(200).default(30_000),
});
export type ChainConfig = z.infer<typeof chainConfig>;

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
