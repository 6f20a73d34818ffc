import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOOPBACK_ORIGIN, ownOrigin } from '../../http/callers/own-origin.ts';
import { unwrap } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';

/** Paths that get the cookie on loopback; `__Host-` allows none but all of them. */
const LOOPBACK_PATH = '/api/avatar';
/** A refresh token as a cookie's value. */
const TOKEN = /^[\w-]{1,500}$/;

/** The cookie with the refresh token of a browser's session, at one origin of the service. */
export interface SessionCookie {
  /** The refresh token that the request brings. Undefined without a cookie, and for two of the name. */
  readonly token: string | undefined;
  /** Lets the browser keep `token` for so many seconds, whatever time its own clock has. */
  set(reply: FastifyReply, token: string, seconds: number): void;
  /** Lets the browser forget it. */
  clear(reply: FastifyReply): void;
}

/**
 * The cookie of a request, which a page of the service's own origin makes. Refuses with ORIGIN_NOT_OWN any other
 * request, one without `Origin`, and plain http beyond loopback.
 */
export function sessionCookieOf({ headers, protocol, host }: FastifyRequest): SessionCookie {
  const own = ownOrigin({ protocol, host });
  if (own === undefined || headers.origin !== own) {
    const page =
      headers.origin === undefined ? 'a request without Origin' : `a page of ${headers.origin.slice(0, 200)}`;
    const message = `${page} has no session in a cookie of ${own ?? 'this service'}; behind a proxy, see api.trustProxy`;
    return unwrap(refuse('ORIGIN_NOT_OWN', message));
  }
  const isSecure = own.startsWith('https:');
  if (!isSecure && !LOOPBACK_ORIGIN.test(own)) {
    return unwrap(refuse('ORIGIN_NOT_OWN', `a session in a cookie needs https, and ${own} is plain http`));
  }
  // Browsers let every port of this machine share cookies, so the name has the port.
  const name = isSecure ? '__Host-causeway-session' : `causeway-session-${new URL(own).port || 80}`;
  const place = isSecure ? 'Path=/; Secure' : `Path=${LOOPBACK_PATH}`;
  const write = (reply: FastifyReply, token: string, seconds: number) => {
    reply.header('set-cookie', `${name}=${token}; ${place}; HttpOnly; SameSite=Strict; Max-Age=${seconds}`);
  };
  return {
    token: tokenIn(headers.cookie ?? '', name),
    set: write,
    clear: (reply) => write(reply, '', 0),
  };
}

/** The token of the one cookie with `name`. Of two, one is somebody else's, and nothing tells which. */
function tokenIn(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [token = ''] = values;
  return values.length === 1 && TOKEN.test(token) ? token : undefined;
}
