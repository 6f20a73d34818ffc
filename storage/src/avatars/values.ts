/** Types of avatars; Wizard and System are assigned by admins only. */
export const AVATAR_TYPES = ['User', 'AI_Agent', 'Wizard', 'System'] as const;

export type AvatarType = (typeof AVATAR_TYPES)[number];

/** The reason why a session ended before its time. */
export type RevokeReason =
  | 'signOut'
  | 'reuse'
  | 'passwordChanged'
  | 'passwordReset'
  | 'emailProved'
  | 'roleChanged'
  | 'endedByOwner'
  | 'endedByAdmin';

/** Which API keys end with something else: none, the avatar's own, or also the keys of its agents. */
export const KEY_RANGES = ['none', 'own', 'all'] as const;

export type KeyRange = (typeof KEY_RANGES)[number];

/** Use of a token that is sent by mail. */
export type TokenPurpose = 'verifyEmail' | 'resetPassword' | 'disownAddress' | 'disownReset';

/** Security events. */
export const AUDIT_ACTIONS = [
  'avatar.registered',
  'avatar.roleChanged',
  'avatar.profileChanged',
  'avatar.frozen',
  'avatar.thawed',
  'session.started',
  'session.refused',
  'session.reuseDetected',
  'session.revoked',
  'sessions.ended',
  'reauthenticated',
  'password.changed',
  'password.resetRequested',
  'password.reset',
  'email.verificationSent',
  'email.verified',
  'email.givenUp',
  'email.disowned',
  'password.resetDisowned',
  'apiKey.created',
  'apiKey.renewed',
  'apiKey.endsSoon',
  'apiKey.revoked',
  'signingKey.created',
  'signingKey.revoked',
  'wallet.created',
  'wallet.exported',
  'wallet.phraseShown',
  'wallet.deleted',
  'wallet.restored',
  'wallet.sent',
  'limits.changed',
  'allowance.given',
  'allowance.withdrawn',
  'wallet.seedDestroyed',
  'wallet.frozen',
  'wallet.thawed',
  'masterKey.rotated',
  'agents.trustChanged',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
