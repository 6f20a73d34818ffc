import { randomBytes } from 'node:crypto';
import { readSecret, type SecretSource } from '@causeway/config';
import { openPlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { pino } from 'pino';
import { openAreas } from './area.ts';
import { type AvatarService, avatars, LOCAL_COMMAND } from './areas/avatars/index.ts';
import type { ApiConfig } from './config.ts';
import { openSealer } from './keys.ts';

type LocatedConfig = ApiConfig & { readonly baseDir: string };

/** Random bytes of a password that the command makes. */
const PASSWORD_BYTES = 18;
const LEAST_PASSWORD = 8;

/** An error that the operator can mend; it has no stack. */
const refusal = (message: string): Error => Object.assign(new Error(message), { name: 'Refusal' });

/** Runs `work` with the avatars of the configured database, which the API may be serving. */
async function withAvatars<T>(config: LocatedConfig, work: (service: AvatarService) => Promise<T>): Promise<T> {
  const storage = await openPlatformStorage(locateDatabase(config));
  try {
    const sealer = await openSealer(config, storage);
    const random = (length: number): Uint8Array => randomBytes(length);
    const log = pino({ level: 'silent' });
    const { baseDir, api } = config;
    // Avatars use no chain.
    const deps = {
      storage,
      sealer,
      baseDir,
      clock: storage.clock,
      random,
      log,
      tracer: undefined,
      bridge: {} as never,
    };
    const service = openAreas([avatars], deps, api).use(avatars);
    const result = await work(service);
    await service.close();
    return result;
  } finally {
    await storage.close();
  }
}

export interface AdminOptions {
  readonly username: string;
  readonly email?: string | undefined;
  /** Source of the password; a random one is made if absent. */
  readonly password?: SecretSource | undefined;
}

/** A new admin; `password` is the one that was made. */
export interface NewAdmin {
  readonly id: string;
  readonly username: string;
  readonly password: string | null;
}

/** Registers an admin. There is no default password: it is given, or made and returned once. */
export async function createAdmin(config: LocatedConfig, options: AdminOptions): Promise<NewAdmin> {
  const { username, email } = options;
  const given = options.password && readSecret(options.password, '.');
  if (given?.ok === false) throw refusal(given.error.message);
  if (given && given.value.length < LEAST_PASSWORD) throw refusal(`the password needs ${LEAST_PASSWORD} characters`);
  const made = given ? null : randomBytes(PASSWORD_BYTES).toString('base64url');
  const input = { username, email, password: given?.value ?? made ?? undefined, avatarType: 'User' as const };
  return withAvatars(config, async (service) => {
    const created = await service.registration.create(
      input,
      { isAdmin: true, ownerId: null, scopes: [] },
      LOCAL_COMMAND,
    );
    if (!created.ok) throw refusal(created.error.message);
    return { id: created.value.avatar.id, username, password: made };
  });
}

/** Adds a key that signs access tokens after `delaySeconds`. With `revoke`, at once, and refuses those of all others. */
export const rotateSigningKeys = (
  config: LocatedConfig,
  { delaySeconds, revoke }: { readonly delaySeconds: number; readonly revoke: boolean },
): Promise<string> =>
  withAvatars(config, (service) => service.rotateSigningKeys({ delayMs: delaySeconds * 1_000, revoke }));
