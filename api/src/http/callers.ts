import { createHash, timingSafeEqual } from 'node:crypto';

/** Rights of tokens; `admin` includes all. */
export const SCOPES = [
  'orders:read',
  'orders:write',
  'wallets:read',
  'wallets:write',
  'missions:read',
  'missions:write',
  'libraries:read',
  'libraries:write',
  'agents:read',
  'agents:write',
  'tasks:read',
  'tasks:write',
  'messages:read',
  'messages:write',
  'holons:read',
  'holons:write',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Kinds of callers. An admin's credential may lack the scope `admin`, so rights depend on scopes alone. */
export type Role = 'user' | 'agent' | 'admin';

/** The author of a request. */
export interface Caller {
  readonly avatarId: string;
  /** The avatar's id when it is an agent. */
  readonly agentId: string | null;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
  /** The credential of the request: an access token, an API key, or a token of the configuration. */
  readonly credential: { readonly kind: 'token' | 'apiKey' | 'configured'; readonly id: string };
  /** Unix milliseconds when the avatar last gave its password; 0 if it never did for this credential. */
  readonly authenticatedAtMs: number;
}

/** Finds the caller of a bearer token. */
export interface Authenticator {
  authenticate(token: string): Promise<Caller | null>;
}

/** True when `caller` has the right `scope`. */
export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.scopes.has(scope) || caller.scopes.has('admin');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Asks several authenticators in turn. */
export const firstOf = (authenticators: readonly Authenticator[]): Authenticator => ({
  async authenticate(token) {
    for (const one of authenticators) {
      const caller = await one.authenticate(token);
      if (caller !== null) return caller;
    }
    return null;
  },
});

/** A configured token with its avatar and scopes. */
export interface TokenEntry {
  readonly token: string;
  readonly avatarId: string;
  readonly scopes: readonly Scope[];
}

const configuredCaller = ({ avatarId, scopes }: TokenEntry): Caller => ({
  avatarId,
  agentId: null,
  role: scopes.includes('admin') ? 'admin' : 'user',
  scopes: new Set(scopes),
  credential: { kind: 'configured', id: avatarId },
  authenticatedAtMs: 0,
});

/**
 * Authenticates configured tokens. Only their SHA-256 stays in memory, and every one is compared in constant time, so
 * that the duration of an answer reveals nothing.
 */
export function createTokenAuthenticator(entries: readonly TokenEntry[]): Authenticator {
  const known = entries.map((entry) => ({ hash: sha256(entry.token), caller: configuredCaller(entry) }));
  return {
    async authenticate(token) {
      const hash = sha256(token);
      let found: Caller | null = null;
      for (const entry of known) if (timingSafeEqual(entry.hash, hash)) found = entry.caller;
      return found;
    },
  };
}
