import type { Sealer } from '@causeway/keys';
import type { Clock } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Area, OpenArea } from './area.ts';
import { a2a } from './areas/a2a/index.ts';
import { agents } from './areas/agents/index.ts';
import { avatars } from './areas/avatars/index.ts';
import { events } from './areas/events/index.ts';
import { explorer } from './areas/explorer/index.ts';
import { health } from './areas/health/index.ts';
import { holons } from './areas/holons/index.ts';
import { libraries } from './areas/libraries/index.ts';
import { market } from './areas/market/index.ts';
import { mcp } from './areas/mcp/index.ts';
import { messages } from './areas/messages/index.ts';
import { missions } from './areas/missions/index.ts';
import { offers } from './areas/offers/index.ts';
import { operator } from './areas/operator/index.ts';
import { orders } from './areas/orders/index.ts';
import { statistics } from './areas/stats/index.ts';
import { wallets } from './areas/wallets/index.ts';
import { inexactAmount } from './bridge/amount.ts';
import { BRIDGE_ERRORS } from './bridge/errors.ts';
import { type AccessTable, mergeAccess, requireOperations } from './http/callers/access.ts';
import type { Authenticator } from './http/callers/callers.ts';
import { type TrustProxy, trusted } from './http/callers/trusted-proxies.ts';
import { type ErrorTable, errorMarkdown, HTTP_ERRORS, mergeErrors } from './http/errors/errors.ts';
import { traceIdOf } from './http/requests/trace-context.ts';
import { createRouter } from './http/route.ts';
import type { App } from './http/schema/types.ts';
import { servePages } from './pages/pages.ts';
import { pageForUnknown } from './pages/web.ts';
import type { WebApp } from './pages/web-files.ts';
import { auth } from './plugins/app/auth.ts';
import { edge } from './plugins/app/edge.ts';
import { forwarded } from './plugins/app/forwarded.ts';
import { idempotency } from './plugins/app/idempotency.ts';
import { BODY_LIMIT, jsonBody } from './plugins/app/json-body.ts';
import { clientErrorHandler, frameworkErrors, problems } from './plugins/app/problems.ts';
import { rateLimit } from './plugins/app/rate-limit.ts';
import { sse } from './plugins/app/sse.ts';
import { validation } from './plugins/app/validation.ts';
import { compression } from './plugins/external/compression.ts';
import { type CorsOptions, cors } from './plugins/external/cors.ts';
import { type OverloadOptions, overload } from './plugins/external/overload.ts';
import { rateLimitCounter } from './plugins/external/rate-limit.ts';
import { apiDocument, DOCS_PREFIX } from './plugins/external/swagger.ts';
import { SERVICE_ACCESS, SERVICE_TAG, type ServiceState, serviceRoutes } from './service-routes.ts';
import { measureRequests } from './telemetry/metrics.ts';

/** Every area of the API; only this list names them. */
export const AREAS: readonly Area[] = [
  orders,
  explorer,
  offers,
  market,
  avatars,
  wallets,
  events,
  libraries,
  messages,
  agents,
  a2a,
  mcp,
  missions,
  holons,
  health,
  statistics,
  operator,
];

/** The errorCodes of `areas` and of all routes: the table for answers, OpenAPI document and README. */
export const errorsOf = (areas: readonly Area[]): ErrorTable =>
  mergeErrors([HTTP_ERRORS, BRIDGE_ERRORS, ...areas.map(({ errors }) => errors)]);

/** The access table of `areas` and of the service's own routes. */
export const accessTableOf = (areas: readonly Area[]): AccessTable =>
  mergeAccess([SERVICE_ACCESS, ...areas.map(({ access }) => access)]);

/** The error table of the API as Markdown. */
export const errorTable = (): string => errorMarkdown(errorsOf(AREAS));

/** Default prefixes of an area's routes; the first is the documented one. */
const PREFIXES = ['/api/v1', '/api/v1/bridge'] as const;

/** Services for the routes. */
export interface ApiServices {
  readonly storage: Pick<PlatformStorage, 'events' | 'idempotency' | 'rateLimits' | 'sealedSecrets'>;
  readonly sealer: Sealer;
  readonly authenticator: Authenticator;
  readonly areas: readonly OpenArea[];
  /** The state of the service, for /live, /ready and /health. */
  readonly state: ServiceState;
}

export interface AppOptions {
  readonly clock: Clock;
  readonly perMinute: number;
  /** Idempotency-Keys that are kept for one caller. */
  readonly maxKeysPerCaller: number;
  readonly heartbeatMs: number;
  readonly maxStreams: number;
  readonly maxStreamsPerCaller: number;
  readonly maxPublicStreams: number;
  readonly maxPublicStreamsPerCaller: number;
  readonly trustProxy: TrustProxy;
  /** Time limit for the arrival of a request, milliseconds. */
  readonly requestTimeoutMs: number;
  readonly cors: CorsOptions;
  readonly overload: OverloadOptions;
  /** The web app at /; none when absent. */
  readonly web?: WebApp | undefined;
  /** Gets the metrics of requests; they are not measured without it. */
  readonly metrics?: Registry | undefined;
  readonly logger: FastifyBaseLogger | false;
}

/** Options of the HTTP server: trusted proxies, time limits and size limits. */
const serverOptions = ({ logger, trustProxy, requestTimeoutMs }: AppOptions) => ({
  ...(logger ? { loggerInstance: logger } : { logger: false }),
  trustProxy: trusted(trustProxy),
  bodyLimit: BODY_LIMIT,
  requestTimeout: requestTimeoutMs,
  http: {
    // Given at the server's creation, because Node's limits for the headers and for its checks follow from it.
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 4),
    // Node would answer a request without a host itself.
    requireHostHeader: false,
  },
  // A request on an open connection is still answered while the server closes; /ready sends new ones elsewhere.
  return503OnClosing: false,
  routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  genReqId: traceIdOf,
  frameworkErrors,
  clientErrorHandler,
});

/** The HTTP application over its services: plugins first, in the order their hooks run, then the routes. */
export async function buildApp(services: ApiServices, options: AppOptions): Promise<App> {
  const { areas, storage, authenticator } = services;
  const errors = errorsOf(areas.map(({ area }) => area));
  const access = accessTableOf(areas.map(({ area }) => area));
  const app: App = Fastify(serverOptions(options)).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('operations', []);
  if (options.metrics) measureRequests(app, options.metrics);

  await app.register(problems, { notFoundPage: options.web && pageForUnknown(options.web) });
  await app.register(forwarded, { trusts: trusted(options.trustProxy), log: app.log });
  await app.register(overload, options.overload);
  await app.register(cors, options.cors);
  await app.register(compression);
  await app.register(validation);
  await app.register(auth, { authenticator, publicPrefixes: [DOCS_PREFIX], clock: options.clock });
  await app.register(rateLimitCounter, {
    perMinute: options.perMinute,
    rateLimits: storage.rateLimits,
    clock: options.clock,
  });
  await app.register(rateLimit);
  await app.register(edge);
  await app.register(jsonBody, { refuseInexact: inexactAmount });
  await app.register(idempotency, {
    storage,
    sealer: services.sealer,
    maxKeysPerCaller: options.maxKeysPerCaller,
  });
  await app.register(sse, { events: storage.events, ...options });
  await app.register(apiDocument, { errors, tags: [...areas.map(({ area }) => area.tag), SERVICE_TAG] });

  serviceRoutes(app, services.state, errors);
  servePages(app, { errors, docs: DOCS_PREFIX, networks: () => services.state.networks(), web: options.web });
  for (const { area, service } of areas) {
    const { prefixes = PREFIXES, tag } = area;
    area.register(createRouter(app, { prefixes, tag: tag.name, errors, access }), service);
  }
  requireOperations(
    access,
    app.operations.map(({ declaration }) => declaration.operationId),
  );
  return app;
}
