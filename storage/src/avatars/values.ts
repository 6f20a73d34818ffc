/** Types of avatars; Wizard and System are assigned by admins only. */
export const AVATAR_TYPES = ['User', 'AI_Agent', 'Wizard', 'System'] as const;

export type AvatarType = (typeof AVATAR_TYPES)[number];

/** The reason why a session ended before its time. */
export type RevokeReason = 'signOut' | 'reuse' | 'passwordChanged' | 'passwordReset' | 'roleChanged';

/** Use of a token that is sent by mail. */
export type TokenPurpose = 'verifyEmail' | 'resetPassword';

/** Security events. */
export const AUDIT_ACTIONS = [
  'avatar.registered',
  'avatar.roleChanged',
  'avatar.profileChanged',
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
  'limits.changed',
  'allowance.given',
  'allowance.withdrawn',
  'wallet.seedDestroyed',
  'masterKey.rotated',
  'agents.trustChanged',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
