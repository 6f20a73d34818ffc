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

/** The author of a request. */
export interface Caller {
  readonly avatarId: string;
  readonly scopes: readonly Scope[];
}

/** Finds the caller of a bearer token. */
export interface Authenticator {
  authenticate(token: string): Promise<Caller | null>;
}

/** True when `caller` has the right `scope`. */
export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.scopes.includes(scope) || caller.scopes.includes('admin');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A token and its caller. */
export interface TokenEntry {
  readonly token: string;
  readonly caller: Caller;
}

/**
 * Authenticates configured tokens. Only their SHA-256 stays in memory, and every one is compared in constant time, so
 * that the duration of an answer reveals nothing.
 */
export function createTokenAuthenticator(entries: readonly TokenEntry[]): Authenticator {
  const known = entries.map(({ token, caller }) => ({ hash: sha256(token), caller }));
  return {
    async authenticate(token) {
      const hash = sha256(token);
      let found: Caller | null = null;
      for (const entry of known) if (timingSafeEqual(entry.hash, hash)) found = entry.caller;
      return found;
    },
  };
}
