import { type AccessTable, PUBLIC } from '../../http/access.ts';

/**
 * Who may call the operations of avatars. Agents hold API keys and no passwords, so they manage neither sessions nor
 * keys. A person manages the API keys of the agents that they own; the service checks that ownership.
 */
export const AVATAR_ACCESS = {
  registerAvatar: PUBLIC,
  authenticateAvatar: PUBLIC,
  refreshToken: PUBLIC,
  revokeToken: PUBLIC,
  verifyEmail: PUBLIC,
  forgotPassword: PUBLIC,
  validateResetToken: PUBLIC,
  resetPassword: PUBLIC,
  getSigningKeys: PUBLIC,
  getAvatar: PUBLIC,
  getOwnAvatar: { callers: 'authenticated', resource: 'caller', agents: true },
  updateOwnAvatar: { callers: 'authenticated', resource: 'caller', agents: true },
  listOwnAgents: { callers: 'authenticated', resource: 'caller', agents: false },
  resendVerification: { callers: 'authenticated', resource: 'caller', agents: false },
  changePassword: { callers: 'authenticated', resource: 'caller', agents: false },
  reauthenticate: { callers: 'authenticated', resource: 'caller', agents: false },
  listAvatarKeys: { callers: 'authenticated', resource: 'private', agents: true },
  listApiKeys: { callers: 'authenticated', resource: 'private', agents: false },
  createApiKey: { callers: 'authenticated', resource: 'private', agents: false },
  revokeApiKey: { callers: 'authenticated', resource: 'private', agents: false },
  assignRole: { callers: 'admin', resource: 'none', agents: false },
  listAuditLog: { callers: 'admin', resource: 'none', agents: false },
} as const satisfies AccessTable;
