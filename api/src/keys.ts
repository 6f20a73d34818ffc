import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '@causeway/config';
import { addMasterKey, type KeyService, type KeySource, masterKeyOf, openKeys, Sealer } from '@causeway/keys';
import type { AnyFailure, Result } from '@causeway/protocol';
import type { PlatformStorage } from '@causeway/storage';
import { isPostgresUrl } from '@causeway/storage/location';
import type { Area } from './area.ts';
import type { ApiConfig } from './config.ts';
import { SERVICE_SECRETS, type Sealed } from './sealed.ts';

/** The key file of a configuration without `keys`, beside the configuration. */
const DEFAULT_FILE = 'master.keys';

type Located = Pick<ApiConfig, 'api' | 'database'> & { readonly baseDir: string };

/** The source of the keys of a configuration. Throws ConfigError when several machines could each make a key. */
function sourceOf({ api, database }: Located): KeySource {
  if (api.keys) return api.keys;
  if (isPostgresUrl(database)) throw new ConfigError('api.keys: is missing; give the master keys of this database');
  return { file: DEFAULT_FILE, previous: [] };
}

/** The value, or a ConfigError that names the setting. */
export function usable<T>(result: Result<T, AnyFailure>): T {
  if (!result.ok) throw new ConfigError(`api.keys: ${result.error.message}`);
  return result.value;
}

/**
 * Adds a master key to the key file of a configuration. Throws ConfigError when its keys are in no file, or in one that
 * cannot be used.
 */
export function addConfiguredKey(config: Located): number {
  const source = sourceOf(config);
  if (!('file' in source)) throw new ConfigError('api.keys: is no file; add the new master key where the keys are');
  return usable(addMasterKey(resolve(config.baseDir, source.file)));
}

/** The keys of a configuration. Throws ConfigError when they cannot be used. */
export async function openKeyService(config: Located): Promise<KeyService> {
  return usable(await openKeys(sourceOf(config), config.baseDir));
}

/**
 * Seals with the keys of the configuration. A configuration without `keys` gets a key file at its first start. Throws
 * ConfigError when the master key of a secret in the database is missing: it would fail at its first use.
 */
export async function openSealer(
  config: Located,
  storage: PlatformStorage,
  areas: readonly Pick<Area, 'sealed'>[],
): Promise<Sealer> {
  const path = resolve(config.baseDir, DEFAULT_FILE);
  if (!config.api.keys && !isPostgresUrl(config.database) && !existsSync(path)) {
    if ((await neededSecrets(storage, areas)).length > 0)
      throw new ConfigError(`api.keys: ${path} is missing, but secrets of the database need it`);
    usable(addMasterKey(path));
  }
  const sealer = new Sealer(await openKeyService(config));
  await requireKeys(await neededSecrets(storage, areas), sealer);
  return sealer;
}

/** The secrets that the service and its areas cannot do without. */
async function neededSecrets(
  storage: PlatformStorage,
  areas: readonly Pick<Area, 'sealed'>[],
): Promise<readonly Sealed[]> {
  const groups = [...areas.flatMap(({ sealed }) => sealed ?? []), SERVICE_SECRETS];
  return (await Promise.all(groups.map(({ needed }) => needed(storage)))).flat();
}

/** Codes that are about a master key; others are about one secret. */
const ABOUT_KEYS = new Set(['KEY_UNKNOWN', 'KEYS_MISSING', 'KEYS_INVALID', 'KEYS_EXPOSED']);

/**
 * Throws ConfigError when the master key of a secret is missing. The key service is asked for its current key once, and
 * then once for every other key that a secret has, however many secrets there are. One damaged secret keeps nobody from
 * the others.
 */
async function requireKeys(secrets: readonly Sealed[], sealer: Sealer): Promise<void> {
  if (secrets.length === 0) return;
  const current = await sealer.current();
  const known = new Set(current.ok ? [current.value] : []);
  for (const { name, before, rewrapped } of secrets) {
    const key = masterKeyOf(before);
    if (key === null || known.has(key)) continue;
    const opened = await rewrapped(sealer);
    // Another secret under the same key tells more only after a damaged one.
    if (opened.ok || opened.error.code !== 'SEALED_DAMAGED') known.add(key);
    if (opened.ok || !ABOUT_KEYS.has(opened.error.code)) continue;
    const advice = 'bring back the master key under which it was sealed, or name its service in api.keys.previous';
    throw new ConfigError(`api.keys: ${name} cannot be opened (${opened.error.message}); ${advice}`);
  }
}
