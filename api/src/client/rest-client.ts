import { createParser } from 'eventsource-parser';
import type { OrderBalance, OrderView } from '../areas/orders/schemas.ts';

/** A refusal of the API. */
export class ApiRefusal extends Error {
  override readonly name = 'Refusal';
  readonly errorCode: string;
  constructor(errorCode: string, message: string) {
    super(`${errorCode}: ${message}`);
    this.errorCode = errorCode;
  }
}

/** An event of an order as the API streams it. */
export interface OrderEvent {
  /** Absent for facts that no stream continues after. */
  readonly id?: string;
  readonly type: string;
  readonly data: { readonly status?: OrderView['status']; readonly message?: string; readonly confirmations?: number };
}

/** Status of a stream that has ended for good. */
const NOTHING_MORE = 204;
/** Milliseconds before a reconnect to a broken stream. */
const RECONNECT_MS = 1_000;

/** A client of the bridge's REST API. */
export class RestClient {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  /** `url` is the API's base URL; `token` a bearer token, if one is needed. */
  constructor(url: string, token?: string) {
    this.#base = url.replace(/\/+$/, '');
    this.#headers = token ? { authorization: `Bearer ${token}` } : {};
  }

  /** Creates an order; a repetition with the same `idempotencyKey` does not create a second one. */
  async createOrder(body: Readonly<Record<string, string | number>>, idempotencyKey: string): Promise<OrderView> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const response = await this.#request('/api/v1/orders', { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { result: OrderView }).result;
  }

  async checkBalance(orderId: string): Promise<OrderBalance> {
    const response = await this.#request(`/api/v1/orders/${orderId}/check-balance`, {});
    return ((await response.json()) as { result: OrderBalance }).result;
  }

  /** The order's events from the first on. A broken stream continues after its last event with an id. */
  async *events(orderId: string, signal: AbortSignal): AsyncGenerator<OrderEvent> {
    let lastId = '0';
    while (!signal.aborted) {
      try {
        const headers = { accept: 'text/event-stream', 'last-event-id': lastId };
        const response = await this.#request(`/api/v1/orders/${orderId}/events`, { headers, signal });
        if (response.status === NOTHING_MORE) return;
        for await (const event of readEvents(response)) {
          lastId = event.id ?? lastId;
          yield event;
        }
      } catch (error) {
        if (error instanceof ApiRefusal) throw error;
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${this.#base}${path}`, { ...init, headers: { ...this.#headers, ...init.headers } });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as { errorCode?: string; message?: string };
    throw new ApiRefusal(problem.errorCode ?? `HTTP_${response.status}`, problem.message ?? response.statusText);
  }
}

async function* readEvents(response: Response): AsyncGenerator<OrderEvent> {
  const ready: OrderEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      ready.push({ ...(id !== undefined && { id }), type: event ?? 'message', data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
  }
}
