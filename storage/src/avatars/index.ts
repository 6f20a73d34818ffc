import { createApiKeyRepository } from './api-keys.ts';
import { createAttemptRepository } from './attempts.ts';
import { createAuditRepository } from './audit.ts';
import type { AvatarContext } from './context.ts';
import { createFreezeRepository } from './freezes.ts';
import { createInspectionRepository } from './inspection.ts';
import { createKnownAddressRepository } from './known-addresses.ts';
import { createMailRequestRepository } from './mail-requests.ts';
import { createMailTokenRepository } from './mail-tokens.ts';
import { createProfileRepository } from './profiles.ts';
import { avatarTables } from './schema.ts';
import { createSessionRepository } from './sessions.ts';
import { createSigningKeyRepository } from './signing-keys.ts';
import { createTallyRepository } from './tallies.ts';
import { createUsernameRepository } from './usernames.ts';

export type { ApiKeyRefused, Renewal } from './api-keys.ts';
export { attemptsAt, setAttempts } from './attempts.ts';
export type { AuditFilter } from './audit.ts';
export { type AuditContext, type AvatarContext, appendAudit, type NewAudit, type NewMailRequest } from './context.ts';
export type { AccessEnding, Ended } from './endings.ts';
export { type AvatarFrozen, type FreezeWish, freezeSteps } from './freezes.ts';
export type { InspectionRepository } from './inspection.ts';
export * from './locks.ts';
export type { MailRequestRepository } from './mail-requests.ts';
export type { Proved } from './mail-tokens.ts';
export { leavePlace, takePlace } from './owned-agents.ts';
export type { ProfilePatch, Registration, RegistrationRefused, SignInFacts } from './profiles.ts';
export * from './rows.ts';
export { avatarTables } from './schema.ts';
export type { Rotated, Rotation } from './sessions.ts';
export type { Tally } from './tallies.ts';
export type { Named } from './usernames.ts';
export * from './values.ts';

/** The area of avatars: its tables and its repositories. */
export const avatars = {
  tables: avatarTables,
  open: (context: AvatarContext) => ({
    context,
    profiles: createProfileRepository(context),
    sessions: createSessionRepository(context),
    apiKeys: createApiKeyRepository(context),
    freezes: createFreezeRepository(context),
    mailTokens: createMailTokenRepository(context),
    mailRequests: createMailRequestRepository(context),
    attempts: createAttemptRepository(context),
    knownAddresses: createKnownAddressRepository(context),
    tallies: createTallyRepository(context),
    usernames: createUsernameRepository(context),
    signingKeys: createSigningKeyRepository(context),
    audit: createAuditRepository(context),
    inspection: createInspectionRepository(context),
  }),
};

/** Avatars, their credentials and the log of security events. */
export type AvatarRepository = ReturnType<typeof avatars.open>;
