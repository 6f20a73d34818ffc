import type { Caller } from '../../src/http/callers/callers.ts';

/** A person with the scopes of holons. */
export const person = (avatarId: string): Caller => ({
  avatarId,
  accountId: avatarId,
  agentId: null,
  role: 'user',
  scopes: new Set(['holons:read', 'holons:write']),
  credential: { kind: 'token', id: avatarId },
  authenticatedAtMs: 0,
});
