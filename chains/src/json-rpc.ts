import { post } from './post.ts';
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

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

/** A JSON-RPC endpoint over HTTP. Every call has a time-out. */
export class JsonRpcEndpoint implements Endpoint {
  readonly label: string;
  readonly #url: URL;
  readonly #timeoutMs: number;
  #calls = 0;

  constructor(url: string, timeoutMs: number) {
    this.#url = new URL(url);
    this.label = this.#url.origin;
    this.#timeoutMs = timeoutMs;
  }

  /** Rejects with RpcError for an error that the endpoint answers. */
  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    this.#calls += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id: this.#calls, method, params });
    const { status, text } = await post(this.#url, body, this.#timeoutMs);
    const answer = parseExactly(text, status);
    if (answer.error) throw new RpcError(Number(answer.error.code), String(answer.error.message), answer.error.data);
    return answer.result;
  }
}

/** Time for the answer to a single question, milliseconds. */
const ASK_TIMEOUT_MS = 10_000;

/** The answer of the one endpoint at `url`. Rejects when it does not answer. */
export const ask = (url: string, method: string, params: readonly unknown[]): Promise<unknown> =>
  new JsonRpcEndpoint(url, ASK_TIMEOUT_MS).send(method, params);

/** Digits of a number that a double may not hold. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/;

/** Parses JSON; whole numbers that a double cannot hold become bigint. */
function parseExactly(text: string, status: number): RpcAnswer {
  let value: unknown;
  try {
    value = LONG_NUMBER.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  } catch {
    throw new Error(`answered HTTP ${status} without JSON`);
  }
  if (typeof value !== 'object' || value === null) throw new Error('answered in an unknown form');
  return value;
}

const exact = (_key: string, part: unknown, context?: { readonly source?: string }): unknown =>
  typeof part === 'number' && Math.abs(part) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source as string)
    : part;
