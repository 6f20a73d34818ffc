import { randomUUID } from 'node:crypto';
import { RestClient } from '@causeway/api/client';
import { FINALITY_BLOCKS } from '@causeway/devnet';
import { isFinalState } from '@causeway/protocol';
import type { NetworkName } from './stack.ts';
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
  /** Unsigned transactions, when the caller signs the lock. */
  readonly transactions?: readonly unknown[];
}

/** Has a chain make so many blocks at once. */
export type Mine = (chain: NetworkName, blocks: number) => Promise<void>;

/** How long an order that waits for blocks is given to go on before more are made, milliseconds. */
const HURRY_MS = 1_000;

/** One caller of the REST API, who waits for orders; blocks that they wait for come at once meanwhile. */
export class ApiClient {
  readonly #client: RestClient;
  readonly #url: string;
  readonly #token: string;
  readonly #mine: Mine;
  /** When blocks were made at a chain last. */
  readonly #mined = new Map<NetworkName, number>();

  constructor(url: string, token: string, mine: Mine) {
    this.#client = new RestClient(url, token);
    this.#url = url;
    this.#token = token;
    this.#mine = mine;
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
      const open = result.filter(({ orderId, status }) => ids.includes(orderId) && status !== 'completed');
      for (const order of open) await this.#hurry(order);
      return open.length === 0 && ids.every((id) => result.some(({ orderId }) => orderId === id));
    });
  }

  /** Waits until the order has one of `states`. */
  reaches(orderId: string, ...states: readonly OrderStatus['status'][]): Promise<OrderStatus> {
    return until(`order ${orderId} is ${states.join(' or ')}`, async () => {
      const now = await this.status(orderId);
      if (states.includes(now.status)) return now;
      if (isFinalState(now.status)) throw new Error(`order ${orderId} is ${now.status}: ${now.message}`);
      await this.#hurry(now);
      return undefined;
    });
  }

  /** Makes the blocks that the order waits for: above its lock, or above what cancelled it. */
  async #hurry({ status, fromChain, toChain, confirmations, requiredConfirmations }: OrderStatus): Promise<void> {
    if (status === 'confirming') await this.#mineAt(fromChain, requiredConfirmations - confirmations);
    if (status === 'refunding') await this.#mineAt(toChain, FINALITY_BLOCKS);
  }

  async #mineAt(chain: string, blocks: number): Promise<void> {
    const name = chain as NetworkName;
    const now = performance.now();
    if (blocks <= 0 || now - (this.#mined.get(name) ?? Number.NEGATIVE_INFINITY) < HURRY_MS) return;
    this.#mined.set(name, now);
    await this.#mine(name, blocks);
  }

  async #get<T>(path: string): Promise<{ readonly result: T }> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await (await fetch(`${this.#url}${path}`, { headers })).json()) as { readonly result: T };
  }
}
