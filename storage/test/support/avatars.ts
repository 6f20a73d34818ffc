import type { NewAudit, PlatformStorage, Registration } from '../../src/index.ts';

/** A security event without particulars. */
export const audit = (action: NewAudit['action'], more: Partial<NewAudit> = {}): NewAudit => ({
  action,
  outcome: 'allowed',
  actorId: null,
  subjectId: null,
  credential: null,
  address: '127.0.0.1',
  userAgent: null,
  traceId: null,
  facts: {},
  ...more,
});

/** The registration of a person with a password. */
export function registration(username: string, more: Partial<Registration['avatar']> = {}): Registration {
  const { subjectId: _unknown, ...entry } = audit('avatar.registered');
  return {
    avatar: {
      username,
      usernameKey: username.toLowerCase(),
      usernameSkeleton: username.toLowerCase(),
      email: `${username}@example.org`,
      firstName: null,
      lastName: null,
      title: null,
      avatarType: 'User',
      isAdmin: false,
      ownerId: null,
      metadata: {},
      ...more,
    },
    passwordHash: `hash of ${username}`,
    apiKey: null,
    mailRequest: null,
    audit: entry,
  };
}

/** Registers an avatar whose name is free. */
export async function register(
  { avatars }: Pick<PlatformStorage, 'avatars'>,
  username: string,
  more: Partial<Registration['avatar']> = {},
) {
  const avatar = await avatars.profiles.register(registration(username, more));
  if (!avatar.ok) throw new Error(`${username}: ${avatar.error.code}`);
  return avatar.value;
}
