import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { PUBLIC } from '../http/callers/access.ts';
import { refuse, unwrap } from '../http/errors/errors.ts';
import { notModified } from '../http/requests/etag.ts';
import type { App } from '../http/schema/types.ts';
import { codedFor, type WebApp, type WebFile, type WebPage } from './web-files.ts';

/** What a page may do: load its own files and ask this service. Nothing inline runs, and no text becomes HTML. */
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'", "font-src 'self'"],
    ...["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // The page of a version names the assets of that version, so it is asked for anew each time.
  'cache-control': 'no-cache',
} as const;

/** An asset's name contains its hash. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Routes of files in memory: they need no storage, and count in no limit. */
const ROUTE = { config: { access: PUBLIC, withoutStorage: true }, schema: { hide: true } } as const;

/** A variable part of a path that may stand in the address of a request. */
const SAFE = /^[\w.:-]{1,200}$/;

/** Sends a file in the best coding that the browser takes, or 304. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  reply.header('vary', 'accept-encoding');
  const { data, coding } = codedFor(file, request.headers['accept-encoding']);
  if (notModified(request, reply, file.etag)) return reply.code(304).send();
  if (coding !== undefined) reply.header('content-encoding', coding);
  return reply.type(file.type).send(data);
}

/** True for a browser that goes to a page. */
export const isNavigation = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;

/** The requests of a page, as a Link header with which a browser starts them before it has the script. */
function preloadsOf({ preload }: WebPage, params: Readonly<Record<string, string>>): string | undefined {
  const links = preload.flatMap((path) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
    if (!names.every((name) => SAFE.test(params[name] ?? ''))) return [];
    const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] as string);
    return [`<${filled}>; rel=preload; as=fetch; crossorigin=anonymous`];
  });
  return links.length === 0 ? undefined : links.join(', ');
}

/** Sends a page. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: WebPage): FastifyReply {
  reply.headers(PAGE_HEADERS);
  const links = preloadsOf(page, (request.params ?? {}) as Readonly<Record<string, string>>);
  if (links !== undefined) reply.header('link', links);
  return sendFile(request, reply, page.html);
}

/** Paths of the service itself, whose unknown parts are problems for everyone. */
const OF_SERVICE = /^\/(?:api|docs|assets|openapi|health|live|ready|\.well-known)(?:[/.?]|$)/i;

/** What a browser sees at a path without a page: the app, which says so, with 404. */
export const pageForUnknown =
  ({ notFound }: WebApp) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    if (!isNavigation(request) || OF_SERVICE.test(request.url)) return undefined;
    reply.headers(PAGE_HEADERS).header('vary', 'accept-encoding').code(404);
    const { data, coding } = codedFor(notFound, request.headers['accept-encoding']);
    if (coding !== undefined) reply.header('content-encoding', coding);
    return reply.type(notFound.type).send(data);
  };

/** The page at /, which shares its path with the index for programs. */
export const homeOf = ({ pages }: WebApp): WebPage | undefined => pages.find(({ path }) => path === '/');

/** Serves the assets, and every page but the one at /. */
export function serveWeb(app: App, web: WebApp): void {
  const params = Type.Object({ name: Type.String({ maxLength: 200 }) });
  app.get('/assets/:name', { ...ROUTE, schema: { ...ROUTE.schema, params } }, async (request, reply) => {
    const path = `/assets/${request.params.name}`;
    const asset = web.assets.get(path);
    if (!asset) return unwrap(refuse('ROUTE_NOT_FOUND', `there is no asset ${path}`));
    reply.header('cache-control', FOR_EVER);
    return sendFile(request, reply, asset);
  });
  for (const page of web.pages)
    if (page.path !== '/') app.get(page.path, ROUTE, async (request, reply) => sendPage(request, reply, page));
}
