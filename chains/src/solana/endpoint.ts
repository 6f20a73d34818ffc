import type { Endpoint } from '../quorum.ts';

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

/** An endpoint over HTTP. Every call has a time-out. */
export class HttpEndpoint implements Endpoint {
  readonly label: string;
  readonly #url: string;
  readonly #timeoutMs: number;
  #calls = 0;

  constructor(url: string, timeoutMs: number) {
    this.label = new URL(url).origin;
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    this.#calls += 1;
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#calls, method, params }),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const answer = parseExactly(await response.text(), response.status);
    if (answer.error) throw new RpcError(Number(answer.error.code), String(answer.error.message), answer.error.data);
    return answer.result;
  }
}

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

/** Parses JSON; whole numbers that a double cannot hold become bigint. */
function parseExactly(text: string, status: number): RpcAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text, (_key, part: unknown, context?: { readonly source?: string }) =>
      typeof part === 'number' && Math.abs(part) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(context?.source ?? '')
        ? BigInt(context?.source as string)
        : part,
    );
  } catch {
    throw new Error(`answered HTTP ${status} without JSON`);
  }
  if (typeof value !== 'object' || value === null) throw new Error('answered in an unknown form');
  return value;
}
