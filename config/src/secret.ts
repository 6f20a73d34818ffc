import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Failure, fail, letsOthersIn, ok, type Result } from '@causeway/protocol';
import { z } from 'zod';

/** Why a secret cannot be read. */
export type SecretCode = 'SECRET_EXPOSED' | 'SECRET_MISSING';
export type SecretFailure = Failure<SecretCode>;

/**
 * Where a secret is read from: a file or an environment variable, exactly one. A configuration file never holds
 * secrets.
 */
export const secretSource = z
  .strictObject({ file: z.string().optional(), env: z.string().optional() })
  .refine((s) => (s.file === undefined) !== (s.env === undefined), 'give either file or env');
export type SecretSource = z.infer<typeof secretSource>;

/** An encrypted JSON keystore (Web3 Secret Storage v3) and the source of its password. */
export const keystoreSource = z.strictObject({ keystore: z.string(), password: secretSource });
export type KeystoreSource = z.infer<typeof keystoreSource>;

/**
 * The secret at `source`, without a trailing line break. File paths are relative to `baseDir`. Fails with
 * SECRET_MISSING, or with SECRET_EXPOSED when others than its owner may read the file; both name the source and never
 * the secret.
 */
export function readSecret(source: SecretSource, baseDir: string): Result<string, SecretFailure> {
  if (source.env !== undefined) {
    const value = process.env[source.env];
    return value ? ok(value) : fail('SECRET_MISSING', `environment variable ${source.env} is not set`);
  }
  const path = resolve(baseDir, source.file ?? '');
  try {
    if (letsOthersIn(statSync(path).mode)) {
      return fail('SECRET_EXPOSED', `secret file ${path} can be read by others: chmod 600`);
    }
    return ok(readFileSync(path, 'utf8').replace(/\r?\n$/, ''));
  } catch {
    return fail('SECRET_MISSING', `secret file ${path} cannot be read`);
  }
}
