import type { Clock } from '@causeway/runtime';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type AccessRow, PUBLIC, type ResourceOwner } from '../../http/callers/access.ts';
import { type Authenticator, type Caller, hasScope, withoutAdmin } from '../../http/callers/callers.ts';
import { requireRecent } from '../../http/callers/recent.ts';
import { ProblemError, refuse, unwrap } from '../../http/errors/errors.ts';
import { requireUnfrozen } from '../../http/errors/frozen.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null on public routes without a token. */
    caller: Caller | null;
    /** True while the request's token is still accepted with every scope that it had; for answers that last long. */
    stillAccepted(): Promise<boolean>;
    /** Refuses with REAUTHENTICATION_REQUIRED unless the caller gave its password within five minutes. */
    requireRecent(): void;
  }
  interface FastifyContextConfig {
    /** Who may call the route. Every route has a row. */
    access?: AccessRow;
  }
}

const REFUSED = Symbol('a token was sent and is not accepted');
const identities = new WeakMap<FastifyRequest, typeof REFUSED>();

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  return /^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? '';
}

/** Refuses `caller` where `row` does. */
function requireRow(caller: Caller, { callers, resource, agents }: AccessRow, request: FastifyRequest): void {
  if (callers !== 'public' && callers !== 'authenticated' && !hasScope(caller, callers)) {
    const headers = { 'www-authenticate': `Bearer realm="causeway", error="insufficient_scope", scope="${callers}"` };
    unwrap(refuse('FORBIDDEN', `the token lacks the scope ${callers}`, { facts: { requiredScope: callers }, headers }));
  }
  if (!agents && caller.agentId !== null) unwrap(refuse('FORBIDDEN', 'agents may not do this'));
  requireOwner(caller, resource, request);
}

/** Refuses a path of another avatar. Resources with an id in the path have their owner checked by their service. */
function requireOwner(caller: Caller, resource: ResourceOwner, request: FastifyRequest): void {
  if (typeof resource !== 'object') return;
  const owner = (request.params as Readonly<Record<string, string>>)[resource.avatar];
  if (owner?.toLowerCase() !== caller.avatarId.toLowerCase() && !hasScope(caller, 'admin')) {
    unwrap(refuse('AVATAR_NOT_FOUND', `no avatar of yours is ${owner}`));
  }
}

function authorize(request: FastifyRequest, nowMs: number): void {
  if (request.is404) return;
  const { access } = request.routeOptions.config;
  if (access === undefined) throw new Error(`${request.routeOptions.url} has no row in the access table`);
  if (identities.has(request)) unwrap(refuse('UNAUTHENTICATED', 'the token is not accepted'));
  if (request.caller !== null && access.admins === 'asOthers') request.caller = withoutAdmin(request.caller);
  const { caller } = request;
  if (caller !== null) unwrap(requireUnfrozen(caller, access, request.method));
  if (access.callers === 'public') return;
  if (caller === null) throw new ProblemError(refuse('UNAUTHENTICATED', 'send Authorization: Bearer TOKEN').error);
  requireRow(caller, access, request);
  if (access.recent) unwrap(requireRecent(caller, nowMs));
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('the route is public; it has no caller');
  return request.caller;
}

export interface AuthOptions {
  readonly authenticator: Authenticator;
  /** Paths of public routes without a declaration (documentation that a library registers). */
  readonly publicPrefixes: readonly string[];
  /** Unix milliseconds. */
  readonly clock: Clock;
}

/**
 * Sets `request.caller`, then enforces the route's row of the access table. Callers are identified before the rate
 * limits, which count them, and refused after the limits, so guesses of tokens are limited too. Public routes also
 * refuse a bad token.
 */
export const auth = fp<AuthOptions>(
  async (app, { authenticator, publicPrefixes, clock }) => {
    app.decorateRequest('caller', null);
    app.decorateRequest('stillAccepted', async function stillAccepted() {
      const token = bearerToken(this);
      if (token === null) return this.caller === null;
      const now = await authenticator.authenticate(token);
      return now !== null && [...(this.caller?.scopes ?? [])].every((scope) => now.scopes.has(scope));
    });
    app.decorateRequest('requireRecent', function requirePassword() {
      unwrap(requireRecent(callerOf(this), clock.now()));
    });
    app.addHook('onRoute', (route) => {
      if (publicPrefixes.some((prefix) => route.url.startsWith(prefix)))
        route.config = { access: PUBLIC, ...route.config };
      if (route.config?.access === undefined) throw new Error(`${route.url} has no row in the access table`);
    });
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.withoutStorage) return;
      const token = bearerToken(request);
      if (token === null) return;
      request.caller = await authenticator.authenticate(token);
      if (request.caller === null) identities.set(request, REFUSED);
    });
    app.addHook('preParsing', async (request) => authorize(request, clock.now()));
  },
  { name: 'auth' },
);
