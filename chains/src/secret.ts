import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '@causeway/protocol';
import type { z } from 'zod';
import type { secretSource } from './config.ts';

/** Where a secret is read from. */
export type SecretSource = z.infer<typeof secretSource>;

/**
 * The secret at `source`, without a trailing line break. File paths are relative to `baseDir`. Fails with
 * SECRET_MISSING, which names the source and never the secret.
 */
export function readSecret(source: SecretSource, baseDir: string): Result<string> {
  if (source.env !== undefined) {
    const value = process.env[source.env];
    return value ? ok(value) : fail('SECRET_MISSING', `environment variable ${source.env} is not set`);
  }
  const path = resolve(baseDir, source.file ?? '');
  try {
    return ok(readFileSync(path, 'utf8').replace(/\r?\n$/, ''));
  } catch {
    return fail('SECRET_MISSING', `secret file ${path} cannot be read`);
  }
}
