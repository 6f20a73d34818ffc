import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Authenticator, type Caller, hasScope, type Scope } from '../../http/callers.ts';
import { refuse, unwrap } from '../../http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null on public routes without a token. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Who may call the route: everyone, or callers with the scope. Absent: every authenticated caller. */
    access?: 'public' | Scope;
  }
}

const REFUSED = Symbol('a token was sent and is not accepted');
const identities = new WeakMap<FastifyRequest, typeof REFUSED>();

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  return /^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? '';
}

function authorize(request: FastifyRequest): void {
  if (request.is404) return;
  const access = request.routeOptions.config.access;
  if (identities.has(request)) unwrap(refuse('UNAUTHENTICATED', 'the token is not accepted'));
  if (access === 'public') return;
  const { caller } = request;
  if (caller === null) unwrap(refuse('UNAUTHENTICATED', 'send Authorization: Bearer TOKEN'));
  else if (access !== undefined && !hasScope(caller, access)) {
    const headers = { 'www-authenticate': `Bearer realm="causeway", error="insufficient_scope", scope="${access}"` };
    unwrap(refuse('FORBIDDEN', `the token lacks the scope ${access}`, { facts: { requiredScope: access }, headers }));
  }
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
}

/**
 * Sets `request.caller`, then enforces the route's `access`. Callers are identified before the rate limits, which count
 * them, and refused after the limits, so guesses of tokens are limited too. Public routes also refuse a bad token.
 */
export const auth = fp<AuthOptions>(
  async (app, { authenticator, publicPrefixes }) => {
    app.decorateRequest('caller', null);
    app.addHook('onRoute', (route) => {
      if (publicPrefixes.some((prefix) => route.url.startsWith(prefix)))
        route.config = { access: 'public', ...route.config };
    });
    app.addHook('onRequest', async (request) => {
      const token = bearerToken(request);
      if (token === null) return;
      request.caller = await authenticator.authenticate(token);
      if (request.caller === null) identities.set(request, REFUSED);
    });
    app.addHook('preParsing', async (request) => authorize(request));
  },
  { name: 'auth' },
);
