import { type Clock, systemClock } from '@causeway/runtime';
import { type EndpointLimits, Poster, TimeoutError } from './post.ts';
import type { Endpoint } from './quorum.ts';

/** A JSON-RPC error object. An endpoint that answers with an error is alive. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Calls of many bytes, in themselves or in answers that anybody on the chain can make long. A provider may drop a
 * request or an answer that is too long, so these are sent one by one when that happens.
 */
const MAY_BE_LONG = new Set(['getTransaction', 'sendTransaction', 'simulateTransaction']);

/** One call on its way, and what settles it. */
interface Call {
  readonly id: number;
  readonly method: string;
  readonly body: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

/** Most calls in one request, which every common provider takes. */
const MOST_AT_ONCE = 20;
/** How long an endpoint that took no request of so many calls gets smaller ones, milliseconds. */
const SMALLER_MS = 600_000;
/** The status of an endpoint that was asked too often. */
const TOO_MANY_REQUESTS = 429;

/**
 * Longest call that shares a request, characters. A longer one is a transaction or simulation of an EVM chain, which
 * takes long. 20 such calls fit into the 50 kB that a Solana node takes.
 */
const SHORT_CALL = 2_000;

/**
 * Reads of a block, an account, a transaction or a receipt, and what a Solana node does within milliseconds. Nodes
 * answer the calls of a request together, so slow ones go alone.
 */
const QUICK = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'getAccountInfo',
  'getBalance',
  'getMultipleAccounts',
  'getSlot',
  'getTransaction',
  'sendTransaction',
  'simulateTransaction',
]);

/**
 * A JSON-RPC endpoint over HTTP. Every request has a time-out. Quick calls of one turn of the event loop share a
 * request. Half as many share one for a while after the endpoint did not take a request of several, down to one.
 */
export class JsonRpcEndpoint implements Endpoint {
  readonly label: string;
  readonly #url: URL;
  readonly #poster: Poster;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #calls = 0;
  #atOnce = MOST_AT_ONCE;
  #smallerUntilMs = Number.NEGATIVE_INFINITY;
  #waiting: Call[] = [];

  constructor(url: string, limits: EndpointLimits, clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#clock = clock;
    this.#url = new URL(url);
    this.label = this.#url.origin;
    this.#poster = new Poster(limits);
  }

  /** Rejects with RpcError for an error that the endpoint answers. */
  send(method: string, params: readonly unknown[]): Promise<unknown> {
    this.#calls += 1;
    const id = this.#calls;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve, reject) => {
      const call = { id, method, body, resolve, reject };
      if (QUICK.has(method) && body.length <= SHORT_CALL) this.#gather(call);
      else void this.#sendOne(call);
    });
  }

  #gather(call: Call): void {
    this.#waiting.push(call);
    if (this.#waiting.length === 1) setImmediate(() => this.#sendWaiting());
  }

  #sendWaiting(): void {
    const calls = this.#waiting;
    this.#waiting = [];
    if (this.#clock.monotonic() >= this.#smallerUntilMs) this.#atOnce = MOST_AT_ONCE;
    const atOnce = this.#atOnce;
    for (let at = 0; at < calls.length; at += atOnce) {
      const [first, ...others] = calls.slice(at, at + atOnce) as [Call, ...Call[]];
      void (others.length === 0 ? this.#sendOne(first) : this.#sendBatch([first, ...others]));
    }
  }

  async #sendOne(call: Call): Promise<void> {
    try {
      const { status, text } = await this.#poster.post(this.#url, call.body);
      const answer = parseExactly(text);
      if (answer === undefined) call.reject(new Error(`answered HTTP ${status} without JSON`));
      else settle(call, answer);
    } catch (error) {
      call.reject(error as Error);
    }
  }

  /**
   * Sends `calls` in one request. When the endpoint does not take it, each is sent in its own; but none when it says
   * that it is asked too often, and when it drops the connection only those that may be too long.
   */
  async #sendBatch(calls: readonly Call[]): Promise<void> {
    try {
      const { status, text } = await this.#poster.post(this.#url, `[${calls.map(({ body }) => body).join(',')}]`);
      const answers = parseExactly(text);
      const byId = new Map(Array.isArray(answers) ? answers.map((one: RpcAnswer | null) => [one?.id, one]) : []);
      const isTaken = calls.some(({ id }) => byId.has(id));
      if (!isTaken) this.#sendFewer(calls.length);
      for (const call of calls) {
        if (isTaken) settle(call, byId.get(call.id));
        else if (status === TOO_MANY_REQUESTS) call.reject(new Error(`answered HTTP ${status}`));
        else void this.#sendOne(call);
      }
    } catch (error) {
      const isDropped = !(error instanceof TimeoutError || neverConnected(error));
      if (isDropped) this.#sendFewer(calls.length);
      for (const call of calls) {
        if (isDropped && MAY_BE_LONG.has(call.method)) void this.#sendOne(call);
        else call.reject(error as Error);
      }
    }
  }

  /** Requests have fewer calls for a while than the `calls` of one that was not taken. */
  #sendFewer(calls: number): void {
    this.#atOnce = Math.max(1, Math.min(this.#atOnce, Math.floor(calls / 2)));
    this.#smallerUntilMs = this.#clock.monotonic() + SMALLER_MS;
  }
}

/** Whether `error` says that there was no connection, so that no smaller request would get through either. */
const neverConnected = (error: unknown): boolean =>
  ['connect', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '');

/** Settles `call` with what the endpoint answered to it. */
function settle({ resolve, reject }: Call, answer: unknown): void {
  const { result, error }: RpcAnswer = typeof answer === 'object' && answer !== null ? answer : {};
  if (error) reject(new RpcError(Number(error.code), String(error.message), error.data));
  else if (result === undefined) reject(new Error('answered in an unknown form'));
  else resolve(result);
}

/** Limits of a single question. */
const ASKING: EndpointLimits = { rpcTimeoutMs: 10_000, rpcInFlight: 1 };

/** The answer of the one endpoint at `url`. Rejects when it does not answer. */
export const ask = (url: string, method: string, params: readonly unknown[]): Promise<unknown> =>
  new JsonRpcEndpoint(url, ASKING).send(method, params);

/** Digits of a number that a double may not hold. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/;

/** The value of JSON, whose whole numbers that a double cannot hold become bigint; undefined for any other text. */
function parseExactly(text: string): unknown {
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const exact = (_key: string, part: unknown, context?: { readonly source?: string }): unknown =>
  typeof part === 'number' && Math.abs(part) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source as string)
    : part;
