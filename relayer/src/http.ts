import { type DeploymentHealth, isRefused } from '@causeway/chains';
import { createServer as createProcessServer } from '@causeway/process';
import type { FastifyInstance } from 'fastify';
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
 * Degraded while a chain cannot be followed, a view is broken, or a lane or a deployment differs, else catching up
 * while one is not yet followed to its head.
 */
export function statusOf(
  chains: readonly ChainHealth[],
  differences: readonly unknown[] = [],
  deployments: readonly DeploymentHealth[] = [],
): Health['status'] {
  if (differences.length > 0 || isRefused(deployments)) return 'degraded';
  const own = chains.filter(({ standby }) => !standby);
  if (chains.some(({ broken }) => broken)) return 'degraded';
  if (own.some(({ failure, head, catchingUp }) => failure !== null || (head === null && !catchingUp)))
    return 'degraded';
  return own.some(({ catchingUp }) => catchingUp) ? 'catching up' : 'ok';
}

/** An HTTP server with GET /live, GET /health and GET /metrics. `collect` updates gauges before they are read. */
export const createServer = (
  { registry }: Metrics,
  health: () => Promise<Health>,
  collect: () => Promise<void> = async () => {},
): FastifyInstance => createProcessServer({ registry, health, collect, bodyLimit: MAX_PROPOSAL_BYTES });
