import { Sealer } from '@causeway/keys';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { AREAS } from './app.ts';
import type { Area } from './area.ts';
import type { ApiConfig } from './config.ts';
import { auditOf, LOCAL_COMMAND } from './http/callers/origin.ts';
import { addConfiguredKey, openKeyService, usable } from './keys.ts';
import { type RewrappedSecrets, SERVICE_SECRETS, type SealedSecrets } from './sealed.ts';

/** The sealed secrets of `areas`, and the service's own. */
const groupsOf = (areas: readonly Pick<Area, 'sealed'>[]): readonly SealedSecrets[] => [
  ...areas.flatMap(({ sealed }) => sealed ?? []),
  SERVICE_SECRETS,
];

/** Wraps every secret of `areas` and of the service under the current master key. */
export async function rewrapSecrets(
  storage: PlatformStorage,
  sealer: Sealer,
  areas: readonly Pick<Area, 'sealed'>[],
): Promise<RewrappedSecrets> {
  let done = 0;
  const failed: RewrappedSecrets['failed'][number][] = [];
  for (const { rewrap } of groupsOf(areas)) {
    const group = await rewrap(storage, sealer);
    done += group.done;
    failed.push(...group.failed);
  }
  return { done, failed };
}

/**
 * Records the rotation before the first secret is wrapped anew, so that none goes unrecorded when the process is
 * killed. Nothing is recorded when all secrets are under the current key and it is not new.
 */
async function recordRotation(storage: PlatformStorage, masterKey: string, newKey: boolean): Promise<void> {
  const behind = await Promise.all(groupsOf(AREAS).map(({ isBehind }) => isBehind(storage, masterKey)));
  if (!newKey && !behind.includes(true)) return;
  const event = auditOf(LOCAL_COMMAND, { action: 'masterKey.rotated', facts: { masterKey, newKey } });
  await storage.avatars.audit.record(event);
}

/**
 * Wraps every secret of the database under the current master key; with `newKey`, under a new one that it adds first.
 * The security log gets `masterKey.rotated`. Answers that are kept for Idempotency-Keys stay under the old key for the
 * 24 hours of their life. Prints the number of secrets and those that could not be opened. True when there is none.
 * Throws ConfigError and StorageError.
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
    await recordRotation(storage, usable(await sealer.current()), newKey);
    const { done, failed } = await rewrapSecrets(storage, sealer, AREAS);
    print(`${done} secrets wrapped anew`);
    for (const { name, failure } of failed) print(`${name}: ${failure.code}: ${failure.message}`);
    return failed.length === 0;
  } finally {
    await storage.close();
  }
}
