import fastifyRateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { RATE_WINDOW_SECONDS } from '../app/rate-limit.ts';

export interface RateLimitOptions {
  /** Most requests per minute of one caller, or of one address without a token. */
  readonly perMinute: number;
}

/** The counter behind the rate limits, in memory; plugins/app/rate-limit applies it. */
export const rateLimitCounter = fp<RateLimitOptions>(async (app, { perMinute }) => {
  await app.register(fastifyRateLimit, {
    global: false,
    max: perMinute,
    timeWindow: RATE_WINDOW_SECONDS * 1000,
    keyGenerator: (request) => (request.caller ? `avatar:${request.caller.avatarId}` : `address:${request.ip}`),
  });
});
