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
  /** Who locks, unless it is the caller's wallet. */
  readonly fromAddress?: string;
}

/** An order in full, as far as tests look at it. */
export interface OrderDetail {
  readonly claimable: boolean;
  readonly destinationAddress: string;
  /** Where the caller locks: what he is given to sign. */
  readonly transactions?: readonly unknown[];
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

  /** The order in full. */
  async detail(orderId: string): Promise<OrderDetail> {
    return (await this.#get<OrderDetail>(`/api/v1/orders/${orderId}`)).result;
  }

  /** Waits until all of the caller's orders among `ids` are completed: one list a look, however many there are. */
  async completesAll(ids: readonly string[]): Promise<void> {
    await until(`${ids.length} orders are completed`, async () => {
      const { result } = await this.#get<readonly OrderStatus[]>('/api/v1/orders?limit=200');
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

  async #get<T>(path: string): Promise<{ readonly result: T }> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await (await fetch(`${this.#url}${path}`, { headers })).json()) as { readonly result: T };
  }
}
