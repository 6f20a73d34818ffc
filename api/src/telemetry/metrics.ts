import { DEPLOYMENT_DIFFERS, type DeploymentComparisons, showDifferences } from '@causeway/chains';
import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenArea } from '../area.ts';
import type { App } from '../http/schema/types.ts';

/** Upper bounds of the time of a request, seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Time limit for the arrival of a request, milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * The metrics of one API process: of Node (the delay of the event loop, memory, processor time), of requests, and of
 * areas.
 */
export function createMetrics(
  areas: readonly OpenArea[],
  database: { ahead(): number },
  deployments: Pick<DeploymentComparisons, 'health'>,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    registers: [registry],
    name: 'causeway_clock_ahead_seconds',
    help: 'How far the clock of the machine is ahead of the database’s time, which decides; negative when it is behind',
    collect() {
      this.set(database.ahead() / 1_000);
    },
  });
  new Gauge({
    registers: [registry],
    ...DEPLOYMENT_DIFFERS,
    collect() {
      showDifferences(this, deployments.health());
    },
  });
  for (const { area, service } of areas) area.metrics?.(registry, service);
  return registry;
}

/**
 * Counts the requests of `app` and its streams. Operations are the OpenAPI document's; `none` is a request of no
 * operation.
 */
export function measureRequests(app: App, registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    registers,
    name: 'causeway_http_requests_total',
    help: 'Answered requests, by operation and status',
    labelNames: ['operation', 'status'],
  });
  const took = new Histogram({
    registers,
    name: 'causeway_http_request_seconds',
    help: 'Time of requests other than streams, by operation; a long poll has its wait',
    labelNames: ['operation'],
    buckets: SECONDS,
  });
  new Gauge({
    registers,
    name: 'causeway_stream_clients',
    help: 'Open streams of server-sent events',
    collect() {
      this.set(app.streamClients());
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { declaration } = request.routeOptions.config.operation ?? {};
    const operation = declaration?.operationId ?? 'none';
    requests.inc({ operation, status: reply.statusCode });
    if (!declaration?.stream) took.observe({ operation }, reply.elapsedTime / 1_000);
    done();
  });
}

/** An HTTP server with GET /metrics alone. */
export function createMetricsServer(registry: Registry): FastifyInstance {
  const server = Fastify({ logger: false, requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true });
  server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return server;
}
