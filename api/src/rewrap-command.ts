import { type KeyServiceFailure, masterKeyOf, Sealer } from '@causeway/keys';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { auditOf, LOCAL_COMMAND } from './areas/avatars/index.ts';
import { rewrapSeeds } from './areas/wallets/rewrap.ts';
import type { ApiConfig } from './config.ts';
import { addConfiguredKey, openKeyService, usable } from './keys.ts';
import { otherSecrets, type Sealed, webhookSecretsOf } from './sealed.ts';

/** A secret that could not be opened; it stays as it is. */
interface Unopened {
  readonly name: string;
  readonly failure: KeyServiceFailure;
}

async function rewrapOthers(secrets: readonly Sealed[]) {
  const failed: Unopened[] = [];
  let done = 0;
  for (const { name, before, rewrapped, replace } of secrets) {
    const after = await rewrapped();
    if (!after.ok) failed.push({ name, failure: after.error });
    else if (after.value !== before && (await replace(after.value))) done += 1;
  }
  return { done, failed };
}

/**
 * Records the rotation before the first secret is wrapped anew, so that none goes unrecorded when the process is killed. Nothing is
 * recorded when all secrets are under the current key and it is not new.
 */
async function recordRotation(
  { avatars, wallets }: PlatformStorage,
  secrets: readonly Sealed[],
  masterKey: string,
  newKey: boolean,
): Promise<void> {
  const isOld = secrets.some(({ before }) => masterKeyOf(before) !== masterKey);
  if (!newKey && !isOld && (await wallets.seedsNotUnder(masterKey, null, 1)).length === 0) return;
  await avatars.audit.record(auditOf(LOCAL_COMMAND, { action: 'masterKey.rotated', facts: { masterKey, newKey } }));
}

/**
 * Wraps every secret of the database under the current master key; with `newKey`, under a new one that it adds first.
 * The security log gets `masterKey.rotated`. Answers that are kept for Idempotency-Keys stay under the old key for the 24 hours of their life. Prints the numbers and
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
    const secrets = [...(await otherSecrets(storage, sealer)), ...(await webhookSecretsOf(storage, sealer))];
    await recordRotation(storage, secrets, usable(await sealer.current()), newKey);
    const [seeds, others] = [await rewrapSeeds(storage.wallets, sealer), await rewrapOthers(secrets)];
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
