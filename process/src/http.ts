import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** A started process: its URL, and how to end it. */
export interface Running {
  readonly url: string;
  /** Ends it cleanly: loops finish their turn, and its own connections and files are closed. */
  stop(): Promise<void>;
}

/** The answer of /health. All but "ok" have status 503. */
export interface ServedHealth {
  readonly status: string;
}

export interface ServerOptions {
  readonly registry: Registry;
  readonly health: () => Promise<ServedHealth>;
  /** Updates gauges before they are read. */
  readonly collect?: () => Promise<void>;
  /** Largest body of a request, bytes. */
  readonly bodyLimit?: number;
}

/** Time limit for the arrival of a request, milliseconds. Without it a slow sender keeps its connection for good. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Largest body of a request to a process that takes none, bytes. */
const NO_BODY = 1_024;

/** An HTTP server with GET /live, GET /health and GET /metrics. */
export function createServer({ registry, health, collect, bodyLimit = NO_BODY }: ServerOptions): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
  });
  server.get('/live', async () => ({ status: 'ok' }));
  server.get('/health', async (_request, reply) => {
    const current = await health();
    return reply.code(current.status === 'ok' ? 200 : 503).send(current);
  });
  server.get('/metrics', async (_request, reply) => {
    await collect?.();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return server;
}

/** Starts listening. Returns the server's URL. */
export async function listen(
  server: FastifyInstance,
  at: { readonly host: string; readonly port: number },
): Promise<string> {
  return server.listen(at);
}
