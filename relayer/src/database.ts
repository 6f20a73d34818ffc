import { resolve } from 'node:path';
import { ConfigError, type SharedConfig } from '@causeway/chains';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';

/** The database of this process. Throws ConfigError when the file can't be used. */
export async function openDatabase(config: SharedConfig & { readonly baseDir: string }): Promise<BridgeStorage> {
  const path = resolve(config.baseDir, config.database);
  try {
    return await openBridgeStorage(path);
  } catch (error) {
    throw new ConfigError(`database: ${path} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}
