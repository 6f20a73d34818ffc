import fastifyCors from '@fastify/cors';
import fp from 'fastify-plugin';

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

export interface CorsOptions {
  /** Origins whose pages may call the API; `*` allows every origin. */
  readonly origins: readonly string[];
  /** How long a browser may reuse the answer to a preflight request, seconds. */
  readonly maxAgeSeconds: number;
}

/**
 * Cross-origin requests of browsers (CORS). Callers authenticate by a header and never by a cookie, so credentials are
 * not allowed. Without origins, browsers call the API only from its own pages.
 */
export const cors = fp<CorsOptions>(
  async (app, { origins, maxAgeSeconds }) => {
    if (origins.length === 0) return;
    const origin = origins.includes('*') ? '*' : [...origins];
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
