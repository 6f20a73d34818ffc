import fp from 'fastify-plugin';
import { refuse, unwrap } from '../../http/errors/errors.ts';

/** Length of the counting window, seconds. */
export const RATE_WINDOW_SECONDS = 60;

/**
 * Counts requests per caller (per address without one) and answers RateLimit-Policy, RateLimit (the structured fields
 * of draft-ietf-httpapi-ratelimit-headers) and, beyond the limit, 429 with Retry-After.
 */
export const rateLimit = fp(
  async (app) => {
    const count = app.createRateLimit();
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.withoutStorage) return;
      const state = await count(request);
      if (state.isAllowed) return;
      reply.header('ratelimit-policy', `"default";q=${state.max};w=${RATE_WINDOW_SECONDS}`);
      reply.header('ratelimit', `"default";r=${state.remaining};t=${state.ttlInSeconds}`);
      if (state.isExceeded) {
        const message = `more than ${state.max} requests in ${RATE_WINDOW_SECONDS} seconds`;
        unwrap(refuse('RATE_LIMITED', message, { retryAfter: state.ttlInSeconds }));
      }
    });
  },
  { name: 'rate-limit', dependencies: ['auth', '@fastify/rate-limit'] },
);
