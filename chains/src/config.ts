import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';

/** Where a secret is read from; exactly one of the two. Secrets themselves are never in the configuration file. */
export const secretSource = z
  .strictObject({ file: z.string().optional(), env: z.string().optional() })
  .refine((s) => (s.file === undefined) !== (s.env === undefined), 'give either file or env');

/** A key in an encrypted JSON keystore (Web3 Secret Storage v3) and where its password is read from. */
export const keystoreSource = z.strictObject({ keystore: z.string(), password: secretSource });
export type KeystoreSource = z.infer<typeof keystoreSource>;

/** One chain's connection. The deployment file of the same name tells its kind, domain and bridges. */
export const chainConfig = z.strictObject({
  rpc: z.array(z.url()).min(1),
  webSocket: z.url().optional(),
  /** RPC endpoints that must agree on a read; a majority of `rpc` by default. */
  quorum: z.int().min(1).optional(),
  finality: z
    .strictObject({ blocks: z.int().min(1).default(32), finalizedTag: z.boolean().default(false) })
    .default({ blocks: 32, finalizedTag: false }),
  /** How often heads are polled where there is no subscription, and gaps are looked for, milliseconds. */
  pollMs: z.int().min(50).max(60_000).default(1_000),
  /** Most blocks asked for in one log query. */
  logRange: z.int().min(1).max(100_000).default(2_000),
  rpcTimeoutMs: z.int().min(100).default(5_000),
  /** The most the payer ever offers per unit of gas, in gwei. */
  maxFeePerGasGwei: z.number().positive().default(500),
  /** Solana: the most the payer ever offers, and a signer agrees to, per compute unit, millionths of a lamport. */
  maxComputeUnitPriceMicroLamports: z.int().min(0).default(1_000_000),
  /** Radix: the tip on a transaction's fee that the payer offers, and the most that a signer agrees to, percent. */
  tipPercentage: z.int().min(0).max(1_000).default(0),
  /** Radix: what the oracle's payer sets aside for a transaction's fee, and the most a signer agrees to, whole XRD. */
  maxFeeXrd: z.int().min(5).max(1_000).default(25),
  /** A submission without inclusion for this long is replaced at a higher fee, milliseconds. */
  escalateAfterMs: z.int().min(200).default(30_000),
});
export type ChainConfig = z.infer<typeof chainConfig>;

/** What every process reads: the chains and where their deployments lie. */
export const sharedConfig = z.object({
  /** Folder of deployments/NAME.json, relative to the configuration file. */
  deployments: z.string().default('deployments'),
  /** SQLite database file of this process, relative to the configuration file. */
  database: z.string(),
  chains: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), chainConfig),
});
export type SharedConfig = z.infer<typeof sharedConfig>;

/** Sections a configuration file may have; each process checks its own and the shared ones. */
const SECTIONS = ['deployments', 'database', 'chains', 'relayer', 'signer', 'api', 'deploy'];

/** A configuration file that cannot be used: every problem with its path and what to change, one a line. */
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
  const document = parseDocument(text);
  if (document.errors.length > 0) {
    throw new ConfigError(document.errors.map((error) => `${path}: ${error.message}`).join('\n'));
  }
  const value: unknown = document.toJS() ?? {};
  const problems: string[] = [];
  if (typeof value === 'object') {
    for (const key of Object.keys(value as object)) {
      if (!SECTIONS.includes(key)) problems.push(`${path}: ${key}: unknown section; known are ${SECTIONS.join(', ')}`);
    }
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map((issue) => `${path}: ${issue.path.join('.') || 'file'}: ${issue.message}`),
    );
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  return { ...(parsed.data as z.infer<S>), baseDir: dirname(resolve(path)) };
}
