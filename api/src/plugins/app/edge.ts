import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuse, unwrap } from '../../http/errors/errors.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT_SECURITY } from '../../http/security-headers.ts';

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

/** True for a route that only receives the preflight requests of other routes. */
const isPreflight = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url === '*';

/** Refuses a request without a host or with several (RFC 9112, 3.2). */
function requireHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
    unwrap(refuse('MALFORMED_REQUEST', 'send exactly one Host header'));
  }
}

/**
 * An answer may be cached for the time that its declaration gives, or when it has an ETag, which must be revalidated
 * each time: an answer to a caller by the caller alone, any other by everybody. Nothing else is stored.
 */
function cacheControl({ caller, routeOptions, method }: FastifyRequest, reply: FastifyReply): string {
  const scope = caller === null ? 'public' : 'private';
  if (reply.statusCode >= 400 || (method !== 'GET' && method !== 'HEAD')) return 'private, no-store';
  const seconds = routeOptions.config.operation?.declaration.maxAgeSeconds;
  if (seconds !== undefined) return `${scope}, max-age=${seconds}`;
  return reply.hasHeader('etag') ? `${scope}, no-cache` : 'private, no-store';
}

/**
 * Rules for every request and answer: exactly one host; 404 for an unknown path and 405 for an unknown method, before
 * the body is read; security and cache headers on answers.
 */
export const edge = fp(
  async (app) => {
    const paths = new Map<string, KnownPath>();
    /** The methods of the paths without parameters. */
    const exact = new Map<string, ReadonlySet<string>>();
    app.addHook('onRoute', ({ url, method }) => {
      const known = paths.get(url) ?? { segments: segmentsOf(url), methods: new Set<string>() };
      for (const one of [method].flat()) known.methods.add(one);
      paths.set(url, known);
      if (!url.includes(':') && !url.includes('*')) exact.set(known.segments.join('/'), known.methods);
    });

    /** The methods of `path`: of the path itself if a route has it, otherwise of those whose parameters fit. */
    const methodsOf = (path: string): ReadonlySet<string> => {
      const asked = segmentsOf(path);
      const fitting = [...paths.values()].filter(({ segments }) => fits(segments, asked));
      return exact.get(asked.join('/')) ?? new Set(fitting.flatMap(({ methods }) => [...methods]));
    };

    /** True when a path without parameters is meant, which the router gave to a route whose parameter fits it. */
    const isMistaken = ({ url, method, routeOptions }: FastifyRequest): boolean => {
      if (!routeOptions.url?.includes(':')) return false;
      const methods = exact.get(segmentsOf(url.split('?')[0] as string).join('/'));
      return methods !== undefined && !methods.has(method);
    };

    app.addHook('onRequest', async (request) => {
      requireHost(request);
      if (!request.is404 && !isPreflight(request) && !isMistaken(request)) return;
      const path = request.url.split('?')[0] as string;
      const allowed = methodsOf(path);
      // A router's wildcard takes no empty segment, so a path may fit and still have no route for its own method.
      if (allowed.size === 0 || allowed.has(request.method))
        return unwrap(refuse('ROUTE_NOT_FOUND', `no route ${request.method} ${path}`));
      const allow = [...allowed].sort().join(', ');
      const message = `${path} takes ${allow}, not ${request.method}`;
      return unwrap(refuse('METHOD_NOT_ALLOWED', message, { headers: { allow } }));
    });

    let closing = false;
    app.addHook('preClose', async () => {
      closing = true;
    });
    app.addHook('onSend', async (request, reply, payload) => {
      const own = reply.getHeader('content-security-policy');
      reply.headers({ ...SECURITY_HEADERS, ...(own !== undefined && { 'content-security-policy': own }) });
      if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY);
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', cacheControl(request, reply));
      // A connection that stays open after its last answer would hold up the server's close.
      if (closing) reply.header('connection', 'close');
      return payload;
    });
  },
  { name: 'edge', dependencies: ['auth', 'rate-limit'] },
);
