import { randomBytes } from 'node:crypto';
import type { PlatformStorage } from '@causeway/storage';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Area, OpenArea } from './area.ts';
import { market } from './areas/market/index.ts';
import { orders } from './areas/orders/index.ts';
import { BRIDGE_ERRORS } from './bridge/errors.ts';
import type { Authenticator } from './http/callers.ts';
import { type ErrorTable, errorMarkdown, HTTP_ERRORS, mergeErrors } from './http/errors.ts';
import type { App } from './http/types.ts';
import { auth } from './plugins/app/auth.ts';
import { idempotency } from './plugins/app/idempotency.ts';
import { jsonBody } from './plugins/app/json-body.ts';
import { problems } from './plugins/app/problems.ts';
import { rateLimit } from './plugins/app/rate-limit.ts';
import { sse } from './plugins/app/sse.ts';
import { validation } from './plugins/app/validation.ts';
import { rateLimitCounter } from './plugins/external/rate-limit.ts';
import { apiDocument, DOCS_PREFIX, type Tag } from './plugins/external/swagger.ts';
import { serviceRoutes } from './service-routes.ts';

/** Every area of the API: this list is all that names one. */
export const AREAS: readonly Area[] = [orders, market];

/** The errorCodes of `areas` and of all routes: the one table behind answers, OpenAPI document and README. */
export const errorsOf = (areas: readonly Area[]): ErrorTable =>
  mergeErrors([HTTP_ERRORS, BRIDGE_ERRORS, ...areas.map(({ errors }) => errors)]);

/** The error table of the API as Markdown. */
export const errorTable = (): string => errorMarkdown(errorsOf(AREAS));

/** Where the areas' routes are; the first is the documented one. */
const PREFIXES = ['/api/v1', '/api/v1/bridge'] as const;

/** What the routes call. */
export interface ApiServices {
  readonly storage: Pick<PlatformStorage, 'events' | 'idempotency'>;
  readonly authenticator: Authenticator;
  readonly areas: readonly OpenArea[];
}

export interface AppOptions {
  readonly perMinute: number;
  readonly heartbeatMs: number;
  readonly maxStreams: number;
  readonly trustProxy: boolean;
  readonly logger: FastifyBaseLogger | false;
}

const SERVICE_TAG: Tag = { name: 'Service', description: 'State of the service itself.' };

/** The trace id of a W3C traceparent header, or a new one. */
function traceIdOf(traceparent: string | string[] | undefined): string {
  const given = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(String(traceparent))?.[1];
  return given ?? randomBytes(16).toString('hex');
}

/** The HTTP application over its services: plugins first, in the order their hooks run, then the routes. */
export async function buildApp(services: ApiServices, options: AppOptions): Promise<App> {
  const { logger, trustProxy } = options;
  const errors = errorsOf(services.areas.map(({ area }) => area));
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    trustProxy,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    genReqId: (request) => traceIdOf(request.headers.traceparent),
  }).withTypeProvider<TypeBoxTypeProvider>();

  await app.register(problems);
  await app.register(validation);
  await app.register(jsonBody);
  await app.register(auth, { authenticator: services.authenticator, publicPrefixes: [DOCS_PREFIX] });
  await app.register(rateLimitCounter, { perMinute: options.perMinute });
  await app.register(rateLimit);
  await app.register(idempotency, { idempotency: services.storage.idempotency });
  await app.register(sse, { events: services.storage.events, ...options });
  await app.register(apiDocument, { errors, tags: [...services.areas.map(({ area }) => area.tag), SERVICE_TAG] });

  serviceRoutes(app, services.storage.events, errors);
  for (const prefix of PREFIXES) {
    await app.register(
      async (scope) => {
        const routes = scope.withTypeProvider<TypeBoxTypeProvider>();
        if (prefix !== PREFIXES[0]) {
          routes.addHook('onRoute', ({ schema }) => {
            if (schema) schema.hide = true;
          });
        }
        for (const { area, service } of services.areas) area.register(routes, service, prefix);
      },
      { prefix },
    );
  }
  return app;
}
