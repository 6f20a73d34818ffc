import type { Clock } from '@causeway/runtime';
import type { RateLimitRepository } from '@causeway/storage';
import fastifyRateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { limitUnit } from '../../http/callers/address-unit.ts';
import { RATE_WINDOW_SECONDS } from '../app/rate-limit.ts';

export interface RateLimitOptions {
  /** Requests per minute of a caller with its agents, or of an address unit without a token. */
  readonly perMinute: number;
  /** Counter of requests; processes that share a database share it. */
  readonly rateLimits: RateLimitRepository;
  /** The clock of `rateLimits`. */
  readonly clock: Clock;
}

type Counted = (error: Error | null, result?: { readonly current: number; readonly ttl: number }) => void;

/** A store for @fastify/rate-limit over the repository. */
const storeOver = ({ rateLimits, clock }: Pick<RateLimitOptions, 'rateLimits' | 'clock'>) =>
  class Store {
    incr(key: string, done: Counted, windowMs: number): void {
      rateLimits.hit(`requests ${key}`, windowMs, clock.now()).then(
        ({ count, resetMs }) => done(null, { current: count, ttl: Math.max(0, resetMs - clock.now()) }),
        (error: Error) => done(error),
      );
    }

    child(): Store {
      return this;
    }
  };

/** The counter of the rate limits; plugins/app/rate-limit enforces them. */
export const rateLimitCounter = fp<RateLimitOptions>(async (app, { perMinute, ...counting }) => {
  await app.register(fastifyRateLimit, {
    global: false,
    max: perMinute,
    timeWindow: RATE_WINDOW_SECONDS * 1000,
    keyGenerator: limitUnit,
    // When storage fails, the API answers the route's failure, not a failure of the counter.
    skipOnError: true,
    store: storeOver(counting) as never,
  });
});
