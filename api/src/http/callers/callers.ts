import type { Frozen } from '@causeway/storage';

/** Rights of tokens; `admin` includes all. */
export const SCOPES = [
  'orders:read',
  'orders:write',
  'offers:write',
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
  'profile:read',
  'profile:write',
  'keys:read',
  'keys:write',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Kinds of callers. An admin's credential may lack the scope `admin`, so rights depend on scopes alone. */
export type Role = 'user' | 'agent' | 'admin';

/** The author of a request. */
export interface Caller {
  readonly avatarId: string;
  /** The avatar with which the caller is limited together: the owner of an agent, otherwise the caller's own. */
  readonly accountId: string;
  /** The avatar's id when it is an agent. */
  readonly agentId: string | null;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
  /** The credential of the request: an access token or an API key. */
  readonly credential: { readonly kind: 'token' | 'apiKey'; readonly id: string };
  /** Unix milliseconds when the avatar last gave its password; 0 if it never did for this credential. */
  readonly authenticatedAtMs: number;
  /** The end of the API key of the request, Unix milliseconds; null for a key without an end and for a session. */
  readonly keyEndsAtMs?: number | null;
  /** The freeze of the caller's account, or of its owner's. */
  readonly frozen?: Frozen | undefined;
}

/** Finds the caller of a bearer token. */
export interface Authenticator {
  authenticate(token: string): Promise<Caller | null>;
}

/** The caller without the rights of its role as an admin; every other right stays. */
export const withoutAdmin = (caller: Caller): Caller =>
  caller.scopes.has('admin') ? { ...caller, scopes: new Set(SCOPES.filter((scope) => scope !== 'admin')) } : caller;

/** True when `caller` has the right `scope`. */
export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.scopes.has(scope) || caller.scopes.has('admin');
