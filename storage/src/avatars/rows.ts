import type { Row } from '../core/dialect.ts';
import type { Frozen } from '../core/freezes.ts';
import type { AvatarTables } from './schema.ts';

/** An identity: a person, an agent, or a part of the platform. Times are Unix milliseconds. */
export type AvatarRow = Row<AvatarTables['avatars']>;

/** A session: the family of refresh tokens that begins with one entry of a password. */
export type SessionRow = Row<AvatarTables['avatarSessions']>;

/** The parts of an avatar that decide what its credentials may do. */
export type Standing = Pick<AvatarRow, 'avatarType' | 'isAdmin'>;

/**
 * A standing with the owner, with whom an agent is limited together, and the freeze of the account or of its owner's.
 */
export interface LiveStanding extends Standing, Pick<AvatarRow, 'ownerId'> {
  readonly frozen: Frozen | undefined;
}

/** A session with its avatar's standing. */
export interface LiveSession extends SessionRow, LiveStanding {}

export type RefreshTokenRow = Row<AvatarTables['avatarRefreshTokens']>;

export type ApiKeyRow = Row<AvatarTables['avatarApiKeys']>;

/** An API key with its avatar's standing. */
export interface LiveApiKey extends ApiKeyRow, LiveStanding {}

export type MailTokenRow = Row<AvatarTables['avatarMailTokens']>;

/** A message that was asked for and is not delivered yet. */
export type MailRequestRow = Row<AvatarTables['avatarMailRequests']>;

/** A key that signs access tokens. */
export type SigningKeyRow = Row<AvatarTables['avatarSigningKeys']>;

/** One security event: who did what to whom, when and from where. Facts are public to admins and hold no secret. */
export type AuditRow = Row<AvatarTables['avatarAudit']>;
