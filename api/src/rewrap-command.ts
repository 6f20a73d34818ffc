import { Sealer } from '@causeway/keys';
import type { Failure } from '@causeway/protocol';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { rewrapSeeds } from './areas/wallets/rewrap.ts';
import type { ApiConfig } from './config.ts';
import { addConfiguredKey, openKeyService } from './keys.ts';
import { otherSecrets, webhookSecretsOf } from './sealed.ts';

/** A secret that could not be opened; it stays as it is. */
interface Unopened {
  readonly name: string;
  readonly failure: Failure;
}

async function rewrapOthers(storage: PlatformStorage, sealer: Sealer) {
  const failed: Unopened[] = [];
  let done = 0;
  const secrets = [...(await otherSecrets(storage, sealer)), ...(await webhookSecretsOf(storage, sealer))];
  for (const { name, before, rewrapped, replace } of secrets) {
    const after = await rewrapped();
    if (!after.ok) failed.push({ name, failure: after.error });
    else if (after.value !== before && (await replace(after.value))) done += 1;
  }
  return { done, failed };
}

/**
 * Wraps every secret of the database under the current master key; with `newKey`, under a new one that it adds first.
 * Answers that are kept for Idempotency-Keys stay under the old key for the 24 hours of their life. Prints the numbers and
 * the secrets that could not be opened. True when there is none. Throws ConfigError and StorageError.
 */
export async function runRewrap(
  config: ApiConfig & { readonly baseDir: string },
  newKey: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  const storage = await openPlatformStorage(locateDatabase(config), { mustExist: true });
  try {
    if (newKey) print(`master key ${addConfiguredKey(config)} added`);
    const sealer = new Sealer(await openKeyService(config));
    const [seeds, others] = [await rewrapSeeds(storage.wallets, sealer), await rewrapOthers(storage, sealer)];
    print(`${seeds.done + others.done} secrets wrapped anew`);
    const failed = [
      ...seeds.failed.map(({ avatarId, failure }) => ({ name: `avatar ${avatarId}`, failure })),
      ...others.failed,
    ];
    for (const { name, failure } of failed) print(`${name}: ${failure.code}: ${failure.message}`);
    return failed.length === 0;
  } finally {
    await storage.close();
  }
}
