import { resolve } from 'node:path';
import { ConfigError, type SharedConfig } from '@causeway/chains';
import { type BridgeStorage, openBridgeStorage, StorageError, type StorageOptions } from '@causeway/storage';

/**
 * Opens the database of this process. Throws ConfigError when the file cannot be used, or is missing and must exist.
 */
export async function openDatabase(
  config: SharedConfig & { readonly baseDir: string },
  options: Pick<StorageOptions, 'mustExist'> = {},
): Promise<BridgeStorage> {
  const path = resolve(config.baseDir, config.database);
  try {
    return await openBridgeStorage(path, options);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'DATABASE_MISSING') {
      throw new ConfigError(
        `database: there is no ${path}; start the relayer first, or give its own configuration file`,
      );
    }
    throw new ConfigError(`database: ${path} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}
