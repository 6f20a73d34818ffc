import underPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import { ProblemError, refuse } from '../../http/errors/errors.ts';

/** Retry-After while the service is overloaded, seconds. */
const RETRY_AFTER_SECONDS = 2;

export interface OverloadOptions {
  /** Mean delay of the event loop within a second above which requests are refused, milliseconds; 0: no limit. */
  readonly maxEventLoopDelayMs: number;
  /** Memory of the JavaScript heap above which requests are refused, bytes; 0: no limit. */
  readonly maxHeapBytes: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is answered also while the service is overloaded. */
    evenOverloaded?: boolean;
  }
}

/** Refuses requests with 503 while the process is overloaded, so that the requests under way can end. */
export const overload = fp<OverloadOptions>(
  async (app, { maxEventLoopDelayMs, maxHeapBytes }) => {
    await app.register(underPressure, {
      maxEventLoopDelay: maxEventLoopDelayMs,
      maxHeapUsedBytes: maxHeapBytes,
      pressureHandler: (request, _reply, _kind, value) => {
        // After one long pause there is no mean to judge by, and the library reports an infinite one.
        if (request.routeOptions.config.evenOverloaded || value === Number.POSITIVE_INFINITY) return undefined;
        const refused = refuse('SERVICE_UNAVAILABLE', 'the service is overloaded', { retryAfter: RETRY_AFTER_SECONDS });
        return Promise.reject(new ProblemError(refused.error));
      },
    });
  },
  { name: 'overload' },
);
