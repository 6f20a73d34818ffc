import { type AccessTable, PUBLIC } from '../../http/callers/access.ts';

/**
 * Who may call the operations of avatars. Agents hold API keys and no passwords, so they manage neither sessions nor
 * keys. A person manages the API keys of the agents that they own; the service checks that ownership.
 */
const SIGN_IN = { ...PUBLIC, whileFrozen: 'always' } as const;
/** What the owner of a frozen account still does: stop the theft, and get the account back. */
const STOP = { whileFrozen: 'sessions' } as const;

export const AVATAR_ACCESS = {
  registerAvatar: PUBLIC,
  authenticateAvatar: SIGN_IN,
  refreshToken: SIGN_IN,
  revokeToken: SIGN_IN,
  verifyEmail: SIGN_IN,
  forgotPassword: SIGN_IN,
  disownMail: SIGN_IN,
  validateResetToken: SIGN_IN,
  resetPassword: SIGN_IN,
  getSigningKeys: PUBLIC,
  getAvatar: PUBLIC,
  findAvatar: { callers: 'authenticated', resource: 'none', agents: true },
  getOwnAvatar: { callers: 'authenticated', resource: 'caller', agents: true },
  updateOwnAvatar: { callers: 'profile:write', resource: 'caller', agents: true },
  listOwnAgents: { callers: 'agents:read', resource: 'caller', agents: false },
  listSecurityLog: { callers: 'profile:read', resource: 'caller', agents: false },
  listSessions: { callers: 'profile:read', resource: 'caller', agents: false },
  endSession: { callers: 'keys:write', resource: 'private', agents: false, admins: 'asOthers', ...STOP },
  endSessions: { callers: 'keys:write', resource: 'private', agents: false, ...STOP },
  freezeAvatar: { callers: 'profile:write', resource: 'private', agents: true, ...STOP },
  thawAvatar: { callers: 'profile:write', resource: 'private', agents: false, recent: true, ...STOP },
  resendVerification: { callers: 'profile:write', resource: 'caller', agents: false },
  changePassword: { callers: 'profile:write', resource: 'caller', agents: false, ...STOP },
  reauthenticate: { callers: 'profile:write', resource: 'caller', agents: false, ...STOP },
  listAvatarKeys: { callers: 'keys:read', resource: 'private', agents: true },
  listApiKeys: { callers: 'keys:read', resource: 'private', agents: false },
  getOwnApiKey: { callers: 'authenticated', resource: 'caller', agents: true },
  renewApiKey: { callers: 'authenticated', resource: 'caller', agents: true },
  createApiKey: { callers: 'keys:write', resource: 'private', agents: false, admins: 'asOthers', recent: true },
  revokeApiKey: { callers: 'keys:write', resource: 'private', agents: false, admins: 'asOthers', ...STOP },
  assignRole: { callers: 'admin', resource: 'none', agents: false, recent: true },
  listAuditLog: { callers: 'admin', resource: 'none', agents: false },
} as const satisfies AccessTable;
