import { randomBytes } from 'node:crypto';
import type { Storage } from '@causeway/storage';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { App } from './http/types.ts';
import { type Authenticator, auth } from './plugins/app/auth.ts';
import { idempotency } from './plugins/app/idempotency.ts';
import { jsonBody } from './plugins/app/json-body.ts';
import { problems } from './plugins/app/problems.ts';
import { rateLimit } from './plugins/app/rate-limit.ts';
import { sse } from './plugins/app/sse.ts';
import { validation } from './plugins/app/validation.ts';
import { rateLimitCounter } from './plugins/external/rate-limit.ts';
import { apiDocument, DOCS_PREFIX } from './plugins/external/swagger.ts';
import { marketRoutes } from './routes/market.ts';
import { orderRoutes } from './routes/orders/index.ts';
import { serviceRoutes } from './routes/service.ts';
import type { NetworkService } from './services/bridge/networks.ts';
import type { RateService } from './services/exchange-rate/index.ts';
import type { OrderService } from './services/orders/index.ts';

/** Where the bridge's routes are; the first is the documented one. */
const BRIDGE_PREFIXES = ['/api/v1', '/api/v1/bridge'] as const;

/** What the routes call. */
export interface ApiServices {
  readonly storage: Pick<Storage, 'events' | 'idempotency'>;
  readonly authenticator: Authenticator;
  readonly orders: OrderService;
  readonly rates: RateService;
  readonly networks: NetworkService;
}

export interface AppOptions {
  readonly perMinute: number;
  readonly heartbeatMs: number;
  readonly maxStreams: number;
  readonly trustProxy: boolean;
  readonly logger: FastifyBaseLogger | false;
}

/** The trace id of a W3C traceparent header, or a new one. */
function traceIdOf(traceparent: string | string[] | undefined): string {
  const given = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(String(traceparent))?.[1];
  return given ?? randomBytes(16).toString('hex');
}

/** The HTTP application over its services: plugins first, in the order their hooks run, then the routes. */
export async function buildApp(services: ApiServices, options: AppOptions): Promise<App> {
  const { logger, trustProxy } = options;
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
  await app.register(apiDocument);

  serviceRoutes(app, services.storage.events);
  for (const prefix of BRIDGE_PREFIXES) {
    await app.register(
      async (scope) => {
        const area = scope.withTypeProvider<TypeBoxTypeProvider>();
        if (prefix !== BRIDGE_PREFIXES[0]) {
          area.addHook('onRoute', ({ schema }) => {
            if (schema) schema.hide = true;
          });
        }
        orderRoutes(area, services.orders, prefix);
        marketRoutes(area, services.rates, services.networks);
      },
      { prefix },
    );
  }
  return app;
}
