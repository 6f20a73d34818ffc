/** Types of avatars; Wizard and System are assigned by admins only. */
export const AVATAR_TYPES = ['User', 'AI_Agent', 'Wizard', 'System'] as const;
export type AvatarType = (typeof AVATAR_TYPES)[number];

/** An identity: a person, an agent, or a part of the platform. Times are Unix milliseconds. */
export interface AvatarRow {
  readonly id: string;
  readonly username: string;
  readonly usernameKey: string;
  readonly email: string | null;
  readonly verifiedEmailKey: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly title: string | null;
  readonly avatarType: AvatarType;
  readonly isAdmin: boolean;
  /** The avatar that an agent belongs to. */
  readonly ownerId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The reason why a session ended before its time. */
export type RevokeReason = 'signOut' | 'reuse' | 'passwordChanged' | 'passwordReset' | 'roleChanged';

/** A session: the family of refresh tokens that begins with one entry of a password. */
export interface SessionRow {
  readonly id: string;
  readonly avatarId: string;
  /** When the password was last given. */
  readonly authenticatedAtMs: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
  readonly revokedBecause: RevokeReason | null;
}

/** The parts of an avatar that decide what its credentials may do. */
export type Standing = Pick<AvatarRow, 'avatarType' | 'isAdmin'>;

/** A session with its avatar's standing. */
export interface LiveSession extends SessionRow, Standing {}

export interface RefreshTokenRow {
  readonly hash: string;
  readonly sessionId: string;
  readonly expiresAtMs: number;
  readonly usedAtMs: number | null;
  readonly usedBy: string | null;
  readonly salt: string | null;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly avatarId: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly scopes: readonly string[];
  /** The avatar that made it. */
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
}

/** An API key with its avatar's standing. */
export interface LiveApiKey extends ApiKeyRow, Standing {}

/** Use of a token that is sent by mail. */
export type TokenPurpose = 'verifyEmail' | 'resetPassword';

export interface MailTokenRow {
  readonly hash: string;
  readonly avatarId: string;
  readonly purpose: TokenPurpose;
  readonly email: string;
  readonly expiresAtMs: number;
}

/** A message that was asked for and is not delivered yet. */
export interface MailRequestRow {
  readonly id: string;
  /** The avatar that the message goes to; null where only the address was given. */
  readonly avatarId: string | null;
  readonly sealed: string;
  readonly createdAtMs: number;
  readonly attempts: number;
  /** The next attempt. */
  readonly dueAtMs: number;
}

/** A key that signs access tokens. */
export interface SigningKeyRow {
  /** The `kid` of tokens. */
  readonly id: string;
  readonly publicJwk: Readonly<Record<string, string>>;
  readonly sealed: string;
  /** The key signs from this time on, until another one does. */
  readonly signsFromMs: number;
  readonly createdAtMs: number;
  /** Tokens that it signed are refused from this time on. */
  readonly revokedAtMs: number | null;
}

/** Security events. */
export const AUDIT_ACTIONS = [
  'avatar.registered',
  'avatar.roleChanged',
  'session.started',
  'session.refused',
  'session.reuseDetected',
  'session.revoked',
  'reauthenticated',
  'password.changed',
  'password.resetRequested',
  'password.reset',
  'email.verificationSent',
  'email.verified',
  'email.givenUp',
  'apiKey.created',
  'apiKey.revoked',
  'signingKey.created',
  'signingKey.revoked',
  'wallet.exported',
  'wallet.phraseShown',
  'wallet.deleted',
  'wallet.restored',
  'wallet.sent',
  'masterKey.rotated',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One security event: who did what to whom, when and from where. Facts are public to admins and hold no secret. */
export interface AuditRow {
  readonly id: string;
  readonly atMs: number;
  readonly action: AuditAction;
  readonly outcome: 'allowed' | 'refused';
  readonly actorId: string | null;
  readonly subjectId: string | null;
  /** Kind and id of the credential, such as `apiKey:0198…`. */
  readonly credential: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly traceId: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}
