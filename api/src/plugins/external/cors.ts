import fastifyCors from '@fastify/cors';
import fp from 'fastify-plugin';
import { LOOPBACK_ORIGIN } from '../../http/callers/own-origin.ts';

/** Answer headers that scripts of other origins may read. */
const EXPOSED = [
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
];

/** The methods of the API's operations. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every origin. */
export const EVERY_ORIGIN = '*';
/** The pages that a browser loads from its own machine, at any port. */
export const LOOPBACK_ORIGINS = 'loopback';

export interface CorsOptions {
  /** Origins whose pages may call the API; `loopback` allows pages of the same machine, `*` every origin. */
  readonly origins: readonly string[];
  /** How long a browser may reuse the answer to a preflight request, seconds. */
  readonly maxAgeSeconds: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True when the configuration lets pages of `origin` call the API. */
    allowsOrigin(origin: string): boolean;
  }
}

/**
 * Cross-origin requests of browsers (CORS). Callers authenticate by a header, and the cookie of a session is for pages
 * of the service's own origin, so credentials are not allowed. Without origins, browsers call the API only from its own
 * pages.
 */
export const cors = fp<CorsOptions>(
  async (app, { origins, maxAgeSeconds }) => {
    app.decorate('allowsOrigin', (origin: string) =>
      origins.some(
        (one) => one === EVERY_ORIGIN || one === origin || (one === LOOPBACK_ORIGINS && LOOPBACK_ORIGIN.test(origin)),
      ),
    );
    if (origins.length === 0) return;
    const named = origins.map((origin) => (origin === LOOPBACK_ORIGINS ? LOOPBACK_ORIGIN : origin));
    const origin = origins.includes(EVERY_ORIGIN) ? EVERY_ORIGIN : named;
    const allowed = { origin, methods: METHODS, exposedHeaders: EXPOSED, maxAge: maxAgeSeconds };
    await app.register(fastifyCors, {
      delegator: (request, done) => {
        // OPTIONS without these headers is no preflight, so the API answers 405.
        const preflight = 'access-control-request-method' in request.headers && 'origin' in request.headers;
        done(null, request.method === 'OPTIONS' && !preflight ? { origin: false } : allowed);
      },
    });
  },
  { name: 'cors' },
);
