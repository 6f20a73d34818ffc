import type { SharedConfig } from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import { type BridgeStorage, openBridgeStorage, StorageError, type StorageOptions } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';

/**
 * Opens the database of this process. Throws ConfigError when it cannot be used, or is missing and must exist; the
 * message holds no password of a URL.
 */
export async function openDatabase(
  config: SharedConfig & { readonly baseDir: string },
  options: Pick<StorageOptions, 'mustExist' | 'warn'> = {},
): Promise<BridgeStorage> {
  try {
    return await openBridgeStorage(locateDatabase(config), options);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const hint =
      error.code === 'DATABASE_MISSING' ? '; start its process first, or give the configuration file of another' : '';
    throw new ConfigError(`database: ${error.message}${hint}`);
  }
}
