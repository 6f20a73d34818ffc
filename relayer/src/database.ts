import type { SharedConfig } from '@causeway/chains';
import { openDatabase as openBy } from '@causeway/process';
import { type BridgeStorage, openBridgeStorage, type StorageOptions } from '@causeway/storage';

/**
 * Opens the database of this process. Throws ConfigError when it cannot be used, or is missing and must exist; the
 * message holds no password of a URL.
 */
export const openDatabase = (
  config: SharedConfig & { readonly baseDir: string },
  options: Pick<StorageOptions, 'mustExist' | 'warn'> = {},
): Promise<BridgeStorage> => openBy(openBridgeStorage, config, options);
