import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuse, unwrap } from '../../http/errors.ts';

/** The methods of one path. Its segments are in lower case, parameters as declared. */
interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/+$/, '').split('/');

const fits = (known: readonly string[], asked: readonly string[]): boolean =>
  (known.length === asked.length || known.at(-1) === '*') &&
  known.every(
    (segment, at) => segment === '*' || (asked[at] !== undefined && (segment.startsWith(':') || segment === asked[at])),
  );

/** Refuses a request without a host or with several (RFC 9112, 3.2). */
function requireHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
    unwrap(refuse('MALFORMED_REQUEST', 'send exactly one Host header'));
  }
}

/**
 * Rules for every request and answer: exactly one host; 404 for an unknown path and 405 for an unknown method, before
 * the body is read; security and cache headers on answers.
 */
export const edge = fp(
  async (app) => {
    const paths = new Map<string, KnownPath>();
    app.addHook('onRoute', ({ url, method }) => {
      const known = paths.get(url) ?? { segments: segmentsOf(url), methods: new Set<string>() };
      for (const one of [method].flat()) known.methods.add(one);
      paths.set(url, known);
    });

    app.addHook('onRequest', async (request) => {
      requireHost(request);
      if (!request.is404) return;
      const path = request.url.split('?')[0] as string;
      const asked = segmentsOf(path);
      const allowed = new Set(
        [...paths.values()].flatMap(({ segments, methods }) => (fits(segments, asked) ? [...methods] : [])),
      );
      // A router's wildcard takes no empty segment, so a path may fit and still have no route for its own method.
      if (allowed.size === 0 || allowed.has(request.method))
        return unwrap(refuse('ROUTE_NOT_FOUND', `no route ${request.method} ${path}`));
      const allow = [...allowed].sort().join(', ');
      const message = `${path} takes ${allow}, not ${request.method}`;
      return unwrap(refuse('METHOD_NOT_ALLOWED', message, { headers: { allow } }));
    });

    app.addHook('onSend', async (request, reply, payload) => {
      reply.header('x-content-type-options', 'nosniff');
      const personal = request.caller !== null || reply.statusCode >= 400;
      if (personal && !reply.hasHeader('cache-control')) {
        // Only the caller may cache an answer with an ETag, and must revalidate it each time.
        reply.header('cache-control', reply.hasHeader('etag') ? 'private, no-cache' : 'private, no-store');
      }
      return payload;
    });
  },
  { name: 'edge', dependencies: ['auth', 'rate-limit'] },
);
