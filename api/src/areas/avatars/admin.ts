import { randomBytes } from 'node:crypto';
import { readSecret, type SecretSource } from '@causeway/config';
import type { OperatedArea } from '../../area.ts';
import { LOCAL_COMMAND } from '../../http/callers/origin.ts';
import type { AvatarService } from './service.ts';

/** Random bytes of a password that the command makes. */
const PASSWORD_BYTES = 18;
const LEAST_PASSWORD = 8;

/** An error that the operator can mend; it has no stack. */
const refusal = (message: string): Error => Object.assign(new Error(message), { name: 'Refusal' });

/** The area of avatars over a configured database. */
type OperatedAvatars = Pick<OperatedArea<AvatarService>, 'withService'>;

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
export async function createAdmin(avatars: OperatedAvatars, options: AdminOptions): Promise<NewAdmin> {
  const { username, email } = options;
  const given = options.password && readSecret(options.password, '.');
  if (given?.ok === false) throw refusal(given.error.message);
  if (given && given.value.length < LEAST_PASSWORD) throw refusal(`the password needs ${LEAST_PASSWORD} characters`);
  const made = given ? null : randomBytes(PASSWORD_BYTES).toString('base64url');
  const input = { username, email, password: given?.value ?? made ?? undefined, avatarType: 'User' as const };
  return avatars.withService(async (service) => {
    const created = await service.registration.create(
      input,
      { isAdmin: true, ownerId: null, scopes: [] },
      LOCAL_COMMAND,
    );
    if (!created.ok) throw refusal(created.error.message);
    return { id: created.value.avatar.id, username, password: made };
  });
}

/**
 * Adds a key that signs access tokens after `delaySeconds`. With `revoke`, at once, and refuses the tokens of all other
 * keys.
 */
export const rotateSigningKeys = (
  avatars: OperatedAvatars,
  { delaySeconds, revoke }: { readonly delaySeconds: number; readonly revoke: boolean },
): Promise<string> =>
  avatars.withService((service) => service.rotateSigningKeys({ delayMs: delaySeconds * 1_000, revoke }));
