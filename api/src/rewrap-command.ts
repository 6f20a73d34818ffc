import { Sealer } from '@causeway/keys';
import { openPlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { rewrapSeeds } from './areas/wallets/rewrap.ts';
import type { ApiConfig } from './config.ts';
import { addConfiguredKey, openKeyService } from './keys.ts';

/**
 * Wraps every seed under the current master key; with `newKey`, under a new one that it adds first. Prints the numbers and
 * the avatars whose seed could not be opened. True when there is none. Throws ConfigError and StorageError.
 */
export async function runRewrap(
  config: ApiConfig & { readonly baseDir: string },
  newKey: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  const storage = await openPlatformStorage(locateDatabase(config), { mustExist: true });
  try {
    if (newKey) print(`master key ${addConfiguredKey(config)} added`);
    const { done, failed } = await rewrapSeeds(storage.wallets, new Sealer(await openKeyService(config)));
    print(`${done} secrets wrapped anew`);
    for (const { avatarId, failure } of failed) print(`avatar ${avatarId}: ${failure.code}: ${failure.message}`);
    return failed.length === 0;
  } finally {
    await storage.close();
  }
}
