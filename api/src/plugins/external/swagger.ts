import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';
import type { ErrorTable } from '../../http/errors/errors.ts';
import { errorPath } from '../../http/errors/problem.ts';
import { type ApiDocument, completeDocument } from '../../http/schema/document.ts';
import { VERSION } from '../../version.ts';

/** Where the documentation is served. */
export const DOCS_PREFIX = '/docs';

/** What a reader needs before the first operation. */
const DESCRIPTION = `Causeway moves assets between blockchains: an order locks them on one chain and the same amount arrives on the
other, or comes back. Around the orders there are avatars with wallets on every chain, missions, libraries, messages, stored
documents (holons), and agents with durable tasks.

**Sign in.** \`POST /api/avatar/register\` makes an avatar, \`POST /api/avatar/authenticate\` answers its \`jwtToken\`. Send it as
\`Authorization: Bearer TOKEN\`; programs take an API key the same way. Prices, networks, routes, quotes and reads of single orders need
none.

**A first order.** A wallet on each side, coins in the first, and then one call:

    API=http://127.0.0.1:3000
    curl -s $API/api/avatar/register -H 'Content-Type: application/json' -d '{"username":"ann","password":"PASSWORD"}'
    curl -s $API/api/avatar/authenticate -H 'Content-Type: application/json' -d '{"username":"ann","password":"PASSWORD"}'
    curl -s $API/api/Wallet/avatar/AVATAR_ID/create-wallet -H 'Authorization: Bearer TOKEN' \\
      -H 'Content-Type: application/json' -d '{"walletProviderType":"ethereum"}'
    curl -s $API/api/v1/orders -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' \\
      -d '{"from":"ETH","to":"polygon","amount":"0.5"}'
    curl -sN $API/api/v1/orders/ORDER_ID/events

**Answers** are \`{ "result": …, "isError": false, "message": "…" }\`; lists add \`resultsCount\` and \`nextCursor\`. Paths match in any case;
body members are accepted in camelCase and PascalCase. Every POST takes an \`Idempotency-Key\`, kept for 24 hours. Everything under
\`/api/v1\` is also at \`/api/v1/bridge\`.

**Errors** are problem documents (RFC 9457) with an \`errorCode\`; [the table of all of them](${errorPath('')}) says when each comes and what
to change.`;

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
          description: DESCRIPTION,
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
