import type { Identity } from '@causeway/keys';
import type { Clock } from '@causeway/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../signer/refusal.ts';
import { Nonces } from './nonces.ts';
import { type Headers, hasBody, MOST_AGE_MS, type Sender, signAnswer, verifyRequest } from './signed-message.ts';

/** Most requests of one relayer in the last two minutes whose nonces are remembered. */
const MOST_NONCES = 20_000;

/** Who answers, and whose requests are answered. */
export interface Peers {
  readonly identity: Identity;
  /** Names of the identities of relayers. */
  readonly relayers: readonly string[];
  readonly clock: Clock;
  /** Most requests of one relayer in two minutes; 20,000 when absent. */
  readonly mostNonces?: number;
}

/**
 * Adds POST routes at `path` that accept a request only if a known relayer signed it for this signer and it was not
 * seen before. Each answer is signed for the sender. `handle` gets the body's bytes and the relayer's name. Any other
 * request ends with 401 before its body is read.
 */
export function authenticatedPost(
  server: FastifyInstance,
  path: string,
  { identity, relayers, clock, mostNonces = MOST_NONCES }: Peers,
  handle: (body: Buffer, relayer: string, reply: FastifyReply) => Promise<unknown>,
): void {
  // One relayer's requests never use up another's places.
  const nonces = new Map(relayers.map((name) => [name, new Nonces(clock, 2 * MOST_AGE_MS, mostNonces)]));
  const senders = new WeakMap<FastifyRequest, Sender>();
  server.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      const head = { method: request.method, path: request.url };
      const verified = await verifyRequest(head, headersOf(request), { to: identity.name, from: relayers, clock });
      if (!verified.ok) return reply.code(401).send(refuse('UNAUTHENTICATED', verified.error.message).error);
      const taken = nonces.get(verified.value.from)?.take(verified.value.nonce);
      if (taken === 'seen') {
        return reply.code(401).send(refuse('UNAUTHENTICATED', 'this request was received before').error);
      }
      senders.set(request, verified.value);
      if (taken === 'full') return reply.code(503).send(refuse('BUSY', 'too many requests in two minutes').error);
      return undefined;
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      const sender = senders.get(request);
      if (sender === undefined || typeof payload !== 'string') return payload;
      const answering = { from: identity, to: sender.from, nonce: sender.nonce, clock };
      const signed = await signAnswer(reply.statusCode, payload, answering);
      // The relayer takes no answer without a signature, and asks again.
      if (signed.ok) reply.headers(signed.value);
      return payload;
    });
    scope.post<{ readonly Body: Buffer }>(path, async (request, reply) => {
      const { from } = senders.get(request) as Sender;
      if (hasBody(headersOf(request), request.body)) return handle(request.body, from, reply);
      return reply.code(401).send(refuse('UNAUTHENTICATED', 'the body is not the one that was signed').error);
    });
  });
}

/** The request's headers, of which a repeated one is joined. */
const headersOf = ({ headers }: FastifyRequest): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
