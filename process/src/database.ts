import { ConfigError } from '@causeway/config';
import { StorageError, type StorageOptions } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';

/** The options of a database that processes and commands choose. */
type Options = Pick<StorageOptions, 'mustExist' | 'warn'>;

/**
 * Opens the database of a configuration by `open`. Throws ConfigError when it cannot be used, or is missing and must
 * exist; the message holds no password of a URL.
 */
export async function openDatabase<Storage>(
  open: (database: string, options: Options) => Promise<Storage>,
  config: { readonly database: string; readonly baseDir: string },
  options: Options = {},
): Promise<Storage> {
  try {
    return await open(locateDatabase(config), options);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const hint =
      error.code === 'DATABASE_MISSING' ? '; start its process first, or give the configuration file of another' : '';
    throw new ConfigError(`database: ${error.message}${hint}`);
  }
}
