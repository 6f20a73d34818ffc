import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '@causeway/chains';
import { addMasterKey, type KeyService, type KeySource, openKeys, Sealer } from '@causeway/keys';
import type { PlatformStorage } from '@causeway/storage';
import { isPostgresUrl } from '@causeway/storage/location';
import type { ApiConfig } from './config.ts';

/** The key file of a configuration without `keys`, beside the configuration. */
const DEFAULT_FILE = 'master.keys';

type Located = Pick<ApiConfig, 'api' | 'database'> & { readonly baseDir: string };

/** The source of the keys of a configuration. Throws ConfigError when several machines could each make a key. */
function sourceOf({ api, database }: Located): KeySource {
  if (api.keys) return api.keys;
  if (isPostgresUrl(database)) throw new ConfigError('api.keys: is missing; give the master keys of this database');
  return { file: DEFAULT_FILE, previous: [] };
}

/** Adds a master key to the key file of a configuration. Throws ConfigError when its keys are not in a file. */
export function addConfiguredKey(config: Located): number {
  const source = sourceOf(config);
  if (!('file' in source)) throw new ConfigError('api.keys: is no file; add the new master key where the keys are');
  return addMasterKey(resolve(config.baseDir, source.file));
}

/** The keys of a configuration. Throws ConfigError when they cannot be used. */
export async function openKeyService(config: Located): Promise<KeyService> {
  const keys = await openKeys(sourceOf(config), config.baseDir);
  if (keys.ok) return keys.value;
  throw new ConfigError(`api.keys: ${keys.error.message}`);
}

/**
 * Seals with the keys of the configuration. A configuration without `keys` gets a key file at its first start, unless the
 * database has secrets already, which need the key file that is missing.
 */
export async function openSealer(config: Located, { wallets }: Pick<PlatformStorage, 'wallets'>): Promise<Sealer> {
  const path = resolve(config.baseDir, DEFAULT_FILE);
  if (!config.api.keys && !isPostgresUrl(config.database) && !existsSync(path)) {
    const sealed = await wallets.seedsNotUnder('', null, 1);
    if (sealed.length > 0) throw new ConfigError(`api.keys: ${path} is missing, but secrets of the database need it`);
    addMasterKey(path);
  }
  return new Sealer(await openKeyService(config));
}
