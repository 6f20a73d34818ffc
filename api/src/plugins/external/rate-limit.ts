import type { RateLimitRepository } from '@causeway/storage';
import fastifyRateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { RATE_WINDOW_SECONDS } from '../app/rate-limit.ts';

export interface RateLimitOptions {
  /** Requests one caller, or one address without a token, may make a minute. */
  readonly perMinute: number;
  /** Where requests are counted; the processes of one database count together if it is shared. */
  readonly rateLimits: RateLimitRepository;
  /** The clock that `rateLimits` counts by. */
  readonly clock: () => number;
}

type Counted = (error: Error | null, result?: { readonly current: number; readonly ttl: number }) => void;

/** The store that @fastify/rate-limit counts in, over the repository. */
const storeOver = ({ rateLimits, clock }: Pick<RateLimitOptions, 'rateLimits' | 'clock'>) =>
  class Store {
    incr(key: string, done: Counted, windowMs: number): void {
      rateLimits.hit(`requests ${key}`, windowMs, clock()).then(
        ({ count, resetMs }) => done(null, { current: count, ttl: Math.max(0, resetMs - clock()) }),
        (error: Error) => done(error),
      );
    }

    child(): Store {
      return this;
    }
  };

/** The counter behind the rate limits; plugins/app/rate-limit applies it. */
export const rateLimitCounter = fp<RateLimitOptions>(async (app, { perMinute, ...counting }) => {
  await app.register(fastifyRateLimit, {
    global: false,
    max: perMinute,
    timeWindow: RATE_WINDOW_SECONDS * 1000,
    keyGenerator: (request) => (request.caller ? `avatar:${request.caller.avatarId}` : `address:${request.ip}`),
    // Without its storage the API answers what failed, not that it could not count.
    skipOnError: true,
    store: storeOver(counting) as never,
  });
});
