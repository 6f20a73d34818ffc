import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '@causeway/protocol';
import { z } from 'zod';
import type { Random } from './aes.ts';
import { awsKeys, awsSource } from './aws.ts';
import type { KeyServiceFailure } from './failures.ts';
import { environmentKeys, fileKeys } from './local.ts';
import type { Context, KeyService, SigningKey, WrappedKey } from './port.ts';

const file = z.strictObject({ file: z.string().min(1) });
const environment = z.strictObject({ env: z.string().min(1) });
const aws = z.strictObject({ aws: awsSource });
const service = z.union([file, environment, aws], {
  error: 'give the keys as { file: … }, { env: … } or { aws: … }',
});

/**
 * Where the keys are: a file, an environment variable, or AWS KMS. `previous` are services that only unwrap, until
 * everything is re-wrapped. A configuration file never holds keys.
 */
export const keySource = z.union([
  file.extend({ previous: z.array(service).default([]) }),
  environment.extend({ previous: z.array(service).default([]) }),
  aws.extend({ previous: z.array(service).default([]) }),
]);
export type KeySource = z.infer<typeof keySource>;

/** Where signing keys are. */
export const signingKeySource = service;
export type SigningKeySource = z.infer<typeof service>;

export interface KeyDependencies {
  readonly random?: Random;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The services of a source: the first wraps and signs, and each unwraps under its own master keys. */
class Keys implements KeyService {
  readonly #first: KeyService;
  readonly #all: readonly KeyService[];

  constructor(first: KeyService, previous: readonly KeyService[]) {
    this.#first = first;
    this.#all = [first, ...previous];
  }

  current(): Promise<Result<string, KeyServiceFailure>> {
    return this.#first.current();
  }
  wrap(dataKey: Uint8Array, context: Context): Promise<Result<WrappedKey, KeyServiceFailure>> {
    return this.#first.wrap(dataKey, context);
  }
  signingKey(name: string): Promise<Result<SigningKey, KeyServiceFailure>> {
    return this.#first.signingKey(name);
  }

  async unwrap(wrapped: WrappedKey, context: Context): Promise<Result<Uint8Array, KeyServiceFailure>> {
    let failure: Result<Uint8Array, KeyServiceFailure> = fail(
      'KEY_UNKNOWN',
      `no key service has the master key ${wrapped.masterKey}`,
    );
    for (const service of this.#all) {
      const opened = await service.unwrap(wrapped, context);
      if (opened.ok) return opened;
      // A service that has the key, or may have it, says more than those that do not.
      if (opened.error.code !== 'KEY_UNKNOWN') failure = opened;
    }
    return failure;
  }
}

/** Opens one service; a file's path is relative to `baseDir`. */
function openService(
  one: SigningKeySource,
  baseDir: string,
  dependencies: KeyDependencies,
): Result<KeyService, KeyServiceFailure> {
  const { random = randomBytes, environment: variables = process.env } = dependencies;
  if ('aws' in one) return awsKeys(one.aws, variables);
  return ok('file' in one ? fileKeys(resolve(baseDir, one.file), random) : environmentKeys(one.env, variables, random));
}

/** Opens the signing key `name` of a source. Fails as openKeys does, but needs no master key. */
export async function openSigningKey(
  source: SigningKeySource,
  name: string,
  baseDir: string,
  dependencies: KeyDependencies = {},
): Promise<Result<SigningKey, KeyServiceFailure>> {
  const opened = openService(source, baseDir, dependencies);
  return opened.ok ? opened.value.signingKey(name) : opened;
}

/**
 * Opens the keys of a source; paths are relative to `baseDir`. Fails with KEYS_MISSING, KEYS_INVALID, KEYS_EXPOSED,
 * KEY_UNKNOWN when there is no master key, and as the key service does.
 */
export async function openKeys(
  source: KeySource,
  baseDir: string,
  dependencies: KeyDependencies = {},
): Promise<Result<KeyService, KeyServiceFailure>> {
  const first = openService(source, baseDir, dependencies);
  if (!first.ok) return first;
  const previous: KeyService[] = [];
  for (const one of source.previous) {
    const opened = openService(one, baseDir, dependencies);
    if (!opened.ok) return opened;
    previous.push(opened.value);
  }
  const keys = new Keys(first.value, previous);
  const current = await keys.current();
  return current.ok ? ok(keys) : current;
}
