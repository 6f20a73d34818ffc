import { createHash } from 'node:crypto';
import type { IdempotencyRepository } from '@causeway/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuse, unwrap } from '../../http/errors.ts';
import { MAX_KEY_LENGTH } from '../../http/route.ts';

/** An Idempotency-Key, scoped to caller and route. */
export interface IdempotencyKey {
  readonly caller: string;
  readonly route: string;
  readonly key: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The reserved key of the current request. A handler that stores its answer together with its work
     * (OrderRepository.create) takes the key with `takeIdempotencyKey`; otherwise the answer is stored when it is sent.
     */
    idempotency: IdempotencyKey | null;
  }
}

/** How long keys are kept, milliseconds. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;
/** Headers that are stored and repeated with an answer. */
const KEPT_HEADERS = ['content-type', 'etag', 'location'] as const;

/** Hands the key to the handler, which then stores the answer itself. */
export function takeIdempotencyKey(request: FastifyRequest): IdempotencyKey | null {
  const key = request.idempotency;
  request.idempotency = null;
  return key;
}

/** Path, query and body: a repetition must have the same as the first request. */
const fingerprint = ({ params, query, rawBody }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([params, query, rawBody]))
    .digest('hex');

function keyOf(request: FastifyRequest): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined) return null;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    return unwrap(refuse('MALFORMED_REQUEST', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`));
  }
  const caller = request.caller ? `avatar:${request.caller.avatarId}` : `address:${request.ip}`;
  const route = request.routeOptions.schema?.operationId ?? request.routeOptions.url ?? request.url;
  return { caller, route, key };
}

const keptHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );

export interface IdempotencyOptions {
  readonly idempotency: IdempotencyRepository;
}

/**
 * Idempotency-Key on every POST: the first success is stored before it is sent, and repeated for 24 hours. Another
 * request with the key is 422, a repetition during the first request 409. A failure has no effect and frees the key.
 */
export const idempotency = fp<IdempotencyOptions>(
  async (app, options) => {
    const store = options.idempotency;
    app.decorateRequest('idempotency', null);

    app.addHook('preHandler', async (request, reply) => {
      const key = keyOf(request);
      if (key === null) return;
      const found = await store.begin(key.caller, key.route, key.key, fingerprint(request));
      if (found === 'mismatch') return unwrap(refuse('IDEMPOTENCY_KEY_REUSED', 'the key belongs to another request'));
      if (found === 'inFlight') {
        return unwrap(refuse('IDEMPOTENCY_IN_FLIGHT', 'the first request is still running', { retryAfter: 1 }));
      }
      if (found === 'new') request.idempotency = key;
      else
        return reply.code(found.status).headers(found.headers).header('idempotency-replayed', 'true').send(found.body);
    });

    app.addHook('onSend', async (request, reply, payload) => {
      const key = takeIdempotencyKey(request);
      if (key === null) return payload;
      if (reply.statusCode < 300) {
        const answer = { status: reply.statusCode, body: String(payload ?? ''), headers: keptHeaders(reply) };
        await store.finish(key.caller, key.route, key.key, answer);
      } else {
        await store.abandon(key.caller, key.route, key.key);
      }
      return payload;
    });
  },
  { name: 'idempotency', dependencies: ['auth', 'json-body'] },
);
