import { Sealer } from '@causeway/keys';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { AREAS } from './app.ts';
import type { ApiConfig } from './config.ts';
import { auditOf, LOCAL_COMMAND } from './http/callers/origin.ts';
import { addConfiguredKey, openKeyService, usable } from './keys.ts';
import { SERVICE_SECRETS } from './sealed.ts';

/** The sealed secrets of all areas, and the service's own. */
const GROUPS = [...AREAS.flatMap(({ sealed }) => sealed ?? []), SERVICE_SECRETS];

/**
 * Records the rotation before the first secret is wrapped anew, so that none goes unrecorded when the process is killed.
 * Nothing is recorded when all secrets are under the current key and it is not new.
 */
async function recordRotation(storage: PlatformStorage, masterKey: string, newKey: boolean): Promise<void> {
  const behind = await Promise.all(GROUPS.map(({ isBehind }) => isBehind(storage, masterKey)));
  if (!newKey && !behind.includes(true)) return;
  const event = auditOf(LOCAL_COMMAND, { action: 'masterKey.rotated', facts: { masterKey, newKey } });
  await storage.avatars.audit.record(event);
}

/**
 * Wraps every secret of the database under the current master key; with `newKey`, under a new one that it adds first.
 * The security log gets `masterKey.rotated`. Answers that are kept for Idempotency-Keys stay under the old key for the 24
 * hours of their life. Prints the number of secrets and those that could not be opened. True when there is none. Throws
 * ConfigError and StorageError.
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
    const wrapped = [];
    for (const { rewrap } of GROUPS) wrapped.push(await rewrap(storage, sealer));
    print(`${wrapped.reduce((sum, { done }) => sum + done, 0)} secrets wrapped anew`);
    const failed = wrapped.flatMap((group) => group.failed);
    for (const { name, failure } of failed) print(`${name}: ${failure.code}: ${failure.message}`);
    return failed.length === 0;
  } finally {
    await storage.close();
  }
}
