import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';
import { type ApiDocument, completeDocument } from '../../http/document.ts';
import { type ErrorTable, errorMarkdown } from '../../http/errors.ts';
import { VERSION } from '../../version.ts';

/** Where the documentation is served. */
export const DOCS_PREFIX = '/docs';

const descriptionOf = (errors: ErrorTable): string => `Bridge orders, exchange rates and networks of Causeway.

Answers are \`{ "result": …, "isError": false, "message": "…" }\`; lists add \`resultsCount\` and \`nextCursor\`. Paths match
in any case; body members are accepted in camelCase and PascalCase. Every POST takes an \`Idempotency-Key\`, kept for 24
hours. Everything under \`/api/v1\` is also at \`/api/v1/bridge\`.

Errors are problem documents (RFC 9457) with these codes:

${errorMarkdown(errors)}`;

/** The document's description of a group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The pages load only what this server has, over http and https alike; scripts only from files. */
const PAGE_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

export interface ApiDocumentOptions {
  readonly errors: ErrorTable;
  readonly tags: readonly Tag[];
}

/** The OpenAPI 3.1 document, and the page that shows it. */
export const apiDocument = fp<ApiDocumentOptions>(
  async (app, { errors, tags }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Causeway API',
          description: descriptionOf(errors),
          version: VERSION,
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: '/' }],
        tags: [...tags],
        components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      },
      transformObject: (made) =>
        completeDocument((made as { openapiObject: unknown }).openapiObject as ApiDocument, app.operations, errors),
    });
    await app.register(swaggerUi, {
      routePrefix: DOCS_PREFIX,
      staticCSP: PAGE_POLICY,
      uiConfig: { persistAuthorization: true, displayRequestDuration: true, docExpansion: 'list' },
      // The bar has a field for other documents, which this page's policy does not load.
      theme: {
        title: 'Causeway API',
        css: [{ filename: 'causeway.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    });
  },
  { name: 'api-document' },
);
