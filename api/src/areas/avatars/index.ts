import { randomUUID } from 'node:crypto';
import { defineArea } from '../../area.ts';
import { keyedHash } from '../../http/callers/pepper.ts';
import { AVATAR_ACCESS } from './access.ts';
import { AccessTokens } from './access-tokens.ts';
import { avatarCommands } from './commands.ts';
import { AVATAR_ERRORS } from './errors.ts';
import { composer, MailQueue, openMailer } from './mail/index.ts';
import { Passwords } from './passwords.ts';
import { avatarRoutes } from './routes/index.ts';
import { avatarSecrets } from './sealed.ts';
import { AvatarService } from './service.ts';
import { avatarSettings } from './settings.ts';

export { auditOf, LOCAL_COMMAND, type Origin } from '../../http/callers/origin.ts';
export { isLive } from './api-keys.ts';
export { AGENT_SCOPES } from './registration.ts';
export { originOf } from './routes/shared.ts';
export { freezeRequest, frozenMembers, username } from './schemas.ts';
export type { AvatarKey, AvatarService, KeySource } from './service.ts';
export type { Named, NameOf, ShownNames } from './shown-names.ts';
export { skeletonOf } from './usernames/skeleton.ts';
export { wrongIn } from './usernames/username.ts';

/** argon2id below these values is for tests (OWASP's least). */
const LEAST_MEMORY_KIB = 19_456;
const LEAST_PASSES = 2;

/** Identity and access. */
export const avatars = defineArea({
  name: 'avatars',
  tag: { name: 'Avatars', description: 'Identities: register, sign in, keys and roles.' },
  errors: AVATAR_ERRORS,
  access: AVATAR_ACCESS,
  settings: avatarSettings,
  prefixes: [''],
  open({ storage, sealer, settings: { avatars: settings }, baseDir, clock, random, log }) {
    const { memoryKiB, passes } = settings.argon2;
    if (memoryKiB < LEAST_MEMORY_KIB || passes < LEAST_PASSES) {
      log.warn({ memoryKiB, passes }, 'api.avatars.argon2 is too weak for real passwords');
    }
    const mailer = openMailer(settings.mail, { from: settings.mailFrom, baseDir, newName: randomUUID, log });
    const { signingKeys } = storage.avatars;
    const lifetimeMs = settings.accessSeconds * 1_000;
    const tokens = new AccessTokens({ signingKeys, sealer, clock, issuer: settings.issuer, lifetimeMs });
    const addressHash = keyedHash('avatar-addresses', { storage, sealer });
    const compose = composer({ avatars: storage.avatars, settings, hash: addressHash, clock, random });
    if (settings.mail.kind === 'log')
      log.warn('api.avatars.mail is log: no message is sent, and nobody can prove an address');
    const mail = new MailQueue({ storage: storage.avatars, sealer, mailer, compose, newId: randomUUID, clock, log });
    return new AvatarService(
      { storage, passwords: new Passwords(settings.argon2), tokens, mail, settings, addressHash, clock, random },
      log,
    );
  },
  sealed: avatarSecrets,
  commands: avatarCommands,
  provides: ({ authenticator }) => ({ authenticator }),
  register: avatarRoutes,
  start: (service) => service.start(),
  close: (service) => service.close(),
});
