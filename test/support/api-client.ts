import { randomUUID } from 'node:crypto';
import { RestClient } from '@causeway/api/client';
import { isFinalState } from '@causeway/protocol';
import { until } from './wait.ts';

/** What the API says of an order at …/check-balance. */
export type OrderStatus = Awaited<ReturnType<RestClient['checkBalance']>>;

/** An order as a caller asks for it. */
export interface OrderRequest {
  readonly from: string;
  readonly to: string;
  readonly amount: string | number;
  readonly destinationAddress: string;
}

/** One caller of the REST API, who waits for orders. */
export class ApiClient {
  readonly #client: RestClient;
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#client = new RestClient(url, token);
    this.#url = url;
    this.#token = token;
  }

  /** Creates an order; its id. Throws when the API refuses. */
  async order(request: OrderRequest): Promise<string> {
    return (await this.#client.createOrder({ ...request }, randomUUID())).orderId;
  }

  /** The order's status as the API tells it now. */
  status(orderId: string): Promise<OrderStatus> {
    return this.#client.checkBalance(orderId);
  }

  /** Waits until all of the caller's orders among `ids` are completed: one list a look, however many there are. */
  async completesAll(ids: readonly string[]): Promise<void> {
    await until(`${ids.length} orders are completed`, async () => {
      const headers = { authorization: `Bearer ${this.#token}` };
      const response = await fetch(`${this.#url}/api/v1/orders?limit=200`, { headers });
      const { result } = (await response.json()) as { readonly result: readonly OrderStatus[] };
      return ids.every((id) => result.some((order) => order.orderId === id && order.status === 'completed'));
    });
  }

  /** Waits until the order has one of `states`. */
  reaches(orderId: string, ...states: readonly OrderStatus['status'][]): Promise<OrderStatus> {
    return until(`order ${orderId} is ${states.join(' or ')}`, async () => {
      const now = await this.status(orderId);
      if (states.includes(now.status)) return now;
      if (isFinalState(now.status)) throw new Error(`order ${orderId} is ${now.status}: ${now.message}`);
      return undefined;
    });
  }
}
