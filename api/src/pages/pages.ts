import { chainKinds } from '@causeway/chains';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { PUBLIC } from '../http/callers/access.ts';
import { type ErrorTable, refuse, unwrap } from '../http/errors/errors.ts';
import { errorPath } from '../http/errors/problem.ts';
import { success } from '../http/schema/envelope.ts';
import type { App } from '../http/schema/types.ts';
import type { NetworkState } from '../service-routes.ts';
import { VERSION } from '../version.ts';
import { escapeHtml, HTML_POLICY, htmlTable, page } from './html.ts';
import { homeOf, isNavigation, sendPage, serveWeb } from './web.ts';
import type { WebApp } from './web-files.ts';

/** Path of the OpenAPI document, which `Link: rel="service-desc"` names (RFC 8631). */
export const OPENAPI_PATH = '/openapi.json';

export interface PageDeps {
  readonly errors: ErrorTable;
  /** Path of the documentation. */
  readonly docs: string;
  networks(): Promise<readonly NetworkState[]>;
  /** The web app at /; without it, / has a small page. */
  readonly web?: WebApp | undefined;
}

/** Where everything begins, for programs. */
const indexOf = (docs: string) => ({
  name: 'Causeway',
  version: VERSION,
  documentation: docs,
  openapi: OPENAPI_PATH,
  health: '/health',
  networks: '/api/v1/networks',
  routes: '/api/v1/routes',
});

const html = (reply: FastifyReply, text: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', HTML_POLICY).send(text);

const link = (path: string, text: string): string => `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;

function homePage(docs: string, networks: readonly NetworkState[]): string {
  const rows = networks.map(({ name, kind, symbol, status, latestBlock }) =>
    [name, kind, symbol, status, latestBlock === null ? 'not known' : String(latestBlock)].map(escapeHtml),
  );
  return page(
    'Causeway',
    `<h1>Causeway</h1>
<p>A bridge between blockchains, with avatars, missions, libraries and agents around it. This is its REST API,
version ${escapeHtml(VERSION)}.</p>
<ul>
<li>${link(docs, 'Documentation')}: every operation, with examples</li>
<li>${link(OPENAPI_PATH, 'OpenAPI document')}, for generators of clients</li>
<li>${link('/api/v1/routes', 'Routes')}: what can be bridged, with limits and fees</li>
<li>${link('/health', 'Health')} of the service, and ${link('/api/provider/health', 'of everything that it uses')}</li>
</ul>
<h2>Networks</h2>
${htmlTable(['Network', 'Kind', 'Coin', 'State', 'Latest block'], rows)}`,
  );
}

function errorsPage(errors: ErrorTable): string {
  const rows = Object.entries(errors)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, when }]) => [
      String(status),
      `<code>${link(errorPath(code), code)}</code>`,
      escapeHtml(when),
    ]);
  return page('Errors of the Causeway API', `<h1>Errors</h1>\n${htmlTable(['Status', 'errorCode', 'When'], rows)}`);
}

/**
 * The pages for browsers: the web app at /, or a small page without it; /docs/errors, the
 * page of each error; /openapi.json; and the file by which wallets of a kind of chain know the service, where they
 * want one.
 */
export function servePages(app: App, { errors, docs, networks, web }: PageDeps): void {
  const open = { config: { access: PUBLIC }, schema: { hide: true } };

  const home = web && homeOf(web);
  if (web) serveWeb(app, web);
  app.get('/', open, async (request, reply) => {
    const isBrowser = isNavigation(request);
    if (home && isBrowser) return sendPage(request, reply, home).header('vary', 'accept, accept-encoding');
    reply
      .header('link', `<${OPENAPI_PATH}>; rel="service-desc", <${docs}>; rel="service-doc"`)
      .header('vary', 'accept');
    if (isBrowser) return html(reply, homePage(docs, await networks()));
    return reply.send(success(indexOf(docs)));
  });

  let document: string | undefined;
  app.get(OPENAPI_PATH, open, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });

  for (const { name, siteFile } of chainKinds()) {
    if (!siteFile) continue;
    app.get(siteFile.path, open, async (_request, reply) => {
      const accounts = (await networks()).flatMap(({ kind, dappDefinition }) =>
        kind === name ? [dappDefinition] : [],
      );
      return reply.send(siteFile.of(accounts.filter((account) => account !== null)));
    });
  }

  const table = errorsPage(errors);
  app.get(errorPath(''), open, async (_request, reply) => html(reply, table));

  const params = Type.Object({ code: Type.String({ maxLength: 60 }) });
  app.get(errorPath(':code'), { ...open, schema: { ...open.schema, params } }, async (request, reply) => {
    const code = request.params.code.toUpperCase();
    const known = Object.hasOwn(errors, code) ? errors[code] : undefined;
    if (known === undefined) return unwrap(refuse('ROUTE_NOT_FOUND', `there is no errorCode ${request.params.code}`));
    const { status, title, when } = known;
    return reply.type('text/plain; charset=utf-8').send(`${code} (${status}): ${title}\n\n${when}\n`);
  });
}
