import type { Sealer } from '@causeway/keys';
import { type AnyFailure, parseExactJson, type Result } from '@causeway/protocol';
import { isUnavailable, type PlatformStorage, type StoredAnswer } from '@causeway/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { addressUnit, limitUnit } from '../../http/callers/address-unit.ts';
import { type KeyedHash, keyedHash } from '../../http/callers/pepper.ts';
import { isUnguessable } from '../../http/callers/unguessable.ts';
import { refuse, unwrap } from '../../http/errors/errors.ts';
import { MAX_KEY_LENGTH } from '../../http/route.ts';
import { isPlainObject } from '../../http/schema/schema.ts';

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
/** Retry-After for a caller who has too many keys, seconds. */
const FULL_RETRY_SECONDS = 600;
/** Headers that are stored and repeated with an answer. */
const KEPT_HEADERS = ['content-type', 'etag', 'location'] as const;

/** Hands the key to the handler, which then stores the answer itself. */
export function takeIdempotencyKey(request: FastifyRequest): IdempotencyKey | null {
  const key = request.idempotency;
  request.idempotency = null;
  return key;
}

/** `value` with the members of objects in one order. */
const ordered = (_name: string, value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/**
 * Path, query and body: a repetition must have the same as the first request. White space and the order of members do
 * not matter; a number counts as it is written. A body can have a password, so the hash is keyed.
 */
const fingerprint = ({ params, query, rawBody }: FastifyRequest, hash: KeyedHash): Promise<string> =>
  hash(JSON.stringify([params, query, rawBody.trim() === '' ? null : parseExactJson(rawBody)], ordered));

/** Name of the key of fingerprints among the service's sealed secrets. */
const PEPPER = 'idempotency-fingerprint';

const opened = <T>(result: Result<T, AnyFailure>, doing: string): T => {
  if (!result.ok) throw new Error(`${doing}: ${result.error.message} (${result.error.code})`);
  return result.value;
};

function keyOf(request: FastifyRequest): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined) return null;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    return unwrap(refuse('MALFORMED_REQUEST', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`));
  }
  const caller = request.caller ? `avatar:${request.caller.avatarId}` : `address:${addressUnit(request.ip)}`;
  const route = request.routeOptions.schema?.operationId ?? request.routeOptions.url ?? request.url;
  return { caller, route, key };
}

/** Retry-After while the key service does not answer. */
const KEYS_RETRY_SECONDS = 5;

const answerContext = ({ caller, route, key }: IdempotencyKey) => ['idempotency', caller, route, key];

/** The answer with its body sealed, so that neither the database nor a backup of it has the secret. */
async function sealedAnswer(sealer: Sealer, key: IdempotencyKey, answer: StoredAnswer): Promise<StoredAnswer> {
  const sealed = await sealer.seal(Buffer.from(answer.body), answerContext(key));
  return { ...answer, body: opened(sealed, 'an answer cannot be sealed'), sealed: true };
}

const NOT_KEPT =
  'the request succeeded before; its answer had a secret and was not kept, because others could guess the key. Take a random ' +
  'Idempotency-Key, such as a UUID of version 4';

/**
 * True when nobody but the caller can ask for the kept answer: the caller has a token, or a key that nobody guesses.
 */
const mayKeep = ({ caller }: FastifyRequest, { key }: IdempotencyKey): boolean => caller !== null || isUnguessable(key);

/** What is kept of an answer with a secret: its sealed body, or none where somebody else could ask for it. */
const keptSecret = async (
  request: FastifyRequest,
  sealer: Sealer,
  key: IdempotencyKey,
  answer: StoredAnswer,
): Promise<StoredAnswer> =>
  mayKeep(request, key) ? sealedAnswer(sealer, key, answer) : { ...answer, body: '', withheld: true };

/**
 * The body of a stored answer. Refuses where it was not kept or cannot be opened, and where an earlier release kept an
 * answer with a secret that somebody else could ask for.
 */
async function shown(
  request: FastifyRequest,
  sealer: Sealer,
  key: IdempotencyKey,
  answer: StoredAnswer,
): Promise<string> {
  const { body, sealed, withheld } = answer;
  if (withheld || (sealed && !mayKeep(request, key))) {
    return unwrap(refuse('IDEMPOTENCY_ANSWER_NOT_KEPT', NOT_KEPT));
  }
  if (!sealed) return body;
  const plain = await sealer.open(body, answerContext(key));
  if (plain.ok) return Buffer.from(plain.value).toString('utf8');
  return unwrap(
    plain.error.retryable
      ? refuse('KEYS_UNAVAILABLE', plain.error.message, { retryAfter: KEYS_RETRY_SECONDS })
      : refuse('IDEMPOTENCY_ANSWER_LOST', 'the request succeeded before, and the key that sealed its answer is gone'),
  );
}

const keptHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );

export interface IdempotencyOptions {
  readonly storage: Pick<PlatformStorage, 'idempotency' | 'sealedSecrets'>;
  readonly sealer: Sealer;
  /** Keys that are kept for a caller with its agents, or for an address unit without a token. */
  readonly maxKeysPerCaller: number;
}

/** Keys whose outcome is remembered until the database takes it; the oldest is forgotten first. */
const MAX_PENDING = 1_000;

/**
 * Outcomes of keys that the database did not take when they were there: the answer, or undefined for a key that is
 * free. A repetition pays the debt first. Otherwise a disk that was full for a moment would leave the key in flight.
 */
class PendingAnswers {
  readonly #store: PlatformStorage['idempotency'];
  readonly #pending = new Map<string, StoredAnswer | undefined>();

  constructor(store: PlatformStorage['idempotency']) {
    this.#store = store;
  }

  /**
   * Stores the outcome of `key`. While the database is unavailable, it waits; an answer that is not stored is not sent
   * either, so this throws then, but a refusal needs nothing.
   */
  async store({ caller, route, key }: IdempotencyKey, answer: StoredAnswer | undefined): Promise<void> {
    const name = JSON.stringify([caller, route, key]);
    this.#pending.delete(name);
    try {
      if (answer === undefined) await this.#store.abandon(caller, route, key);
      else await this.#store.finish(caller, route, key, answer);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#owe(name, answer);
      if (answer !== undefined) throw error;
    }
  }

  /** Stores the pending answer of `key`. */
  async pay(key: IdempotencyKey): Promise<void> {
    const name = JSON.stringify([key.caller, key.route, key.key]);
    if (this.#pending.has(name)) await this.store(key, this.#pending.get(name));
  }

  #owe(name: string, answer: StoredAnswer | undefined): void {
    this.#pending.set(name, answer);
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > MAX_PENDING && oldest !== undefined) this.#pending.delete(oldest);
  }
}

/**
 * Idempotency-Key on every POST: the first success is stored before it is sent, and repeated for 24 hours. Another
 * request with the key is 422, a repetition during the first request 409. A failure has no effect and frees the key.
 * Answers of operations with secrets are stored sealed, and not at all where somebody else could guess the key.
 */
export const idempotency = fp<IdempotencyOptions>(
  async (app, options) => {
    const store = options.storage.idempotency;
    const pending = new PendingAnswers(store);
    const hash = keyedHash(PEPPER, options);
    app.decorateRequest('idempotency', null);

    app.addHook('preHandler', async (request, reply) => {
      const key = keyOf(request);
      if (key === null) return;
      await pending.pay(key);
      const print = await fingerprint(request, hash);
      const limit = { account: limitUnit(request), most: options.maxKeysPerCaller };
      const found = await store.begin(key.caller, key.route, key.key, print, limit);
      if (found === 'full') {
        const message = `${options.maxKeysPerCaller} answers are kept for you; they are forgotten after 24 hours`;
        return unwrap(refuse('IDEMPOTENCY_KEYS_EXCEEDED', message, { retryAfter: FULL_RETRY_SECONDS }));
      }
      if (found === 'mismatch') return unwrap(refuse('IDEMPOTENCY_KEY_REUSED', 'the key belongs to another request'));
      if (found === 'inFlight') {
        return unwrap(refuse('IDEMPOTENCY_IN_FLIGHT', 'the first request is still running', { retryAfter: 1 }));
      }
      if (found === 'new') request.idempotency = key;
      else {
        const body = await shown(request, options.sealer, key, found);
        return reply.code(found.status).headers(found.headers).header('idempotency-replayed', 'true').send(body);
      }
    });

    app.addHook('onSend', async (request, reply, payload) => {
      const key = takeIdempotencyKey(request);
      if (key === null) return payload;
      // A cookie is no part of what is kept, so such an answer is none to repeat.
      if (reply.statusCode < 300 && !reply.hasHeader('set-cookie')) {
        const answer = { status: reply.statusCode, body: String(payload ?? ''), headers: keptHeaders(reply) };
        const secret = request.routeOptions.config.operation?.declaration.secret === true;
        const kept = secret ? await keptSecret(request, options.sealer, key, answer) : answer;
        await pending.store(key, kept);
      } else {
        await pending.store(key, undefined);
      }
      return payload;
    });

    // A stream is no answer that can be kept.
    app.addHook('onResponse', async (request) => {
      const isStream = request.routeOptions.config.operation?.declaration.stream === true;
      const key = isStream ? takeIdempotencyKey(request) : null;
      if (key !== null) await pending.store(key, undefined);
    });
  },
  { name: 'idempotency', dependencies: ['auth', 'json-body'] },
);
