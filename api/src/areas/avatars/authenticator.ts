import type { LiveStanding, Standing } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Authenticator, Caller, Role, Scope } from '../../http/callers/callers.ts';
import { isLive } from './api-keys.ts';
import type { AvatarParts } from './parts.ts';
import { API_KEY_MARK, hashOf } from './secrets.ts';
import { scopesOf } from './sign-in.ts';

/** The time of an API key's last use is stored this often at most, milliseconds. */
const USE_EVERY_MS = 60_000;

const roleOf = ({ avatarType, isAdmin }: Standing): Role =>
  isAdmin ? 'admin' : avatarType === 'AI_Agent' ? 'agent' : 'user';

/** A credential's own scopes, without those that its avatar has lost. */
const allowed = ({ isAdmin, frozen }: LiveStanding, scopes: readonly string[]): ReadonlySet<Scope> =>
  // Who is frozen is no admin, and so reads nothing of others and thaws nobody.
  new Set(scopesOf({ isAdmin: isAdmin && !frozen }).filter((scope) => scopes.includes(scope)));

/** Finds the caller of an access token or an API key. Ended sessions and revoked keys are refused at once. */
export function createAvatarAuthenticator(
  { storage, tokens, clock }: Pick<AvatarParts, 'storage' | 'tokens' | 'clock'>,
  log: Pick<BaseLogger, 'error'>,
): Authenticator {
  const { sessions, apiKeys } = storage.avatars;

  const callerOf = (avatarId: string, standing: LiveStanding, scopes: readonly string[]) => ({
    avatarId,
    accountId: standing.ownerId ?? avatarId,
    agentId: standing.avatarType === 'AI_Agent' ? avatarId : null,
    role: roleOf(standing),
    scopes: allowed(standing, scopes),
    frozen: standing.frozen,
  });

  async function byKey(key: string): Promise<Caller | null> {
    const row = await apiKeys.byHash(hashOf(key));
    const nowMs = clock.now();
    if (!row || !isLive(row, nowMs)) return null;
    if (row.lastUsedAtMs === null || nowMs - row.lastUsedAtMs >= USE_EVERY_MS) {
      apiKeys.used(row.id, nowMs).catch((err: unknown) => log.error({ err }, 'the use of an API key was not stored'));
    }
    const credential = { kind: 'apiKey', id: row.id } as const;
    const caller = callerOf(row.avatarId, row, row.scopes);
    return { ...caller, credential, authenticatedAtMs: 0, keyEndsAtMs: row.expiresAtMs };
  }

  async function byToken(token: string): Promise<Caller | null> {
    const claims = await tokens.check(token);
    if (claims === null) return null;
    const session = await sessions.live(claims.sessionId);
    if (!session || session.revokedAtMs !== null || session.avatarId !== claims.avatarId) return null;
    if (session.expiresAtMs <= clock.now()) return null;
    const credential = { kind: 'token', id: session.id } as const;
    const caller = callerOf(session.avatarId, session, claims.scopes);
    return { ...caller, credential, authenticatedAtMs: session.authenticatedAtMs };
  }

  return {
    authenticate: (token) => (token.startsWith(API_KEY_MARK) ? byKey(token) : byToken(token)),
  };
}
