import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';
import { MAX_PROPOSAL_BYTES } from './plan/proposal.ts';
import type { Progress } from './view/catching-up.ts';
import type { Broken } from './view/soundness.ts';

/** State of one chain in a process. */
export interface ChainHealth {
  readonly chain: string;
  readonly family: string;
  readonly head: number | null;
  readonly final: number | null;
  /** Age of the newest processed block, milliseconds. */
  readonly ageMs: number | null;
  /** Code of the failure that stops its progress, or null. */
  readonly failure: string | null;
  /** The progress of a first scan or a rescan; null while the head is followed. */
  readonly catchingUp: Progress | null;
  /** Why and since when its view must not be acted on; null while it is whole. */
  readonly broken: Broken | null;
  /** True when another process on the same database follows it. */
  readonly standby?: boolean;
}

/** The answer of /health. All but "ok" have status 503. */
export interface Health {
  readonly status: 'ok' | 'catching up' | 'degraded';
  readonly chains: readonly ChainHealth[];
  readonly [fact: string]: unknown;
}

/**
 * Degraded while a chain cannot be followed, a view is broken or a lane differs, else catching up while one is not yet
 * followed to its head.
 */
export function statusOf(chains: readonly ChainHealth[], differences: readonly unknown[] = []): Health['status'] {
  if (differences.length > 0) return 'degraded';
  const own = chains.filter(({ standby }) => !standby);
  if (chains.some(({ broken }) => broken)) return 'degraded';
  if (own.some(({ failure, head, catchingUp }) => failure !== null || (head === null && !catchingUp)))
    return 'degraded';
  return own.some(({ catchingUp }) => catchingUp) ? 'catching up' : 'ok';
}

/** Time limit for the arrival of a request, milliseconds. Without it a slow sender keeps its connection for good. */
const REQUEST_TIMEOUT_MS = 30_000;

/** An HTTP server with GET /live, GET /health and GET /metrics. `collect` updates gauges before they are read. */
export function createServer(
  metrics: Metrics,
  health: () => Promise<Health>,
  collect: () => Promise<void> = async () => {},
): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit: MAX_PROPOSAL_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
  });
  server.get('/live', async () => ({ status: 'ok' }));
  server.get('/health', async (_request, reply) => {
    const current = await health();
    return reply.code(current.status === 'ok' ? 200 : 503).send(current);
  });
  server.get('/metrics', async (_request, reply) => {
    await collect();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
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
