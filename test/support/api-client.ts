import type { Causeway, Order, OrderBalance, OrderDetail } from '@causeway/client';
import { FINALITY_BLOCKS } from '@causeway/devnet';
import { ORDER_OUTCOMES } from '@causeway/protocol';
import type { NetworkName } from './control.ts';
import { until } from './wait.ts';

/** The API's answer about an order at …/check-balance. */
export type OrderStatus = OrderBalance;

/** The fields of a caller's order. */
export interface OrderRequest {
  readonly from: string;
  readonly to: string;
  readonly amount: string | number;
  readonly destinationAddress: string;
  /** The account that locks; the caller's wallet when absent. */
  readonly fromAddress?: string;
  readonly mode?: 'swap';
  readonly minToAmount?: string;
}

/** Makes a chain mine that many blocks at once. */
export type Mine = (chain: NetworkName, blocks: number) => Promise<void>;

/** Time that a waiting order gets before more blocks are made, milliseconds. */
const HURRY_MS = 1_000;

/** A caller of the REST API that waits for orders. While it waits, it makes the blocks that the orders need. */
export class ApiClient {
  /** Signed in. */
  readonly client: Causeway;
  readonly #mine: Mine;
  /** The time when blocks were last made on a chain. */
  readonly #mined = new Map<NetworkName, number>();

  constructor(client: Causeway, mine: Mine) {
    this.client = client;
    this.#mine = mine;
  }

  /** Creates an order. Returns its id. Throws when the API refuses. */
  async order(request: OrderRequest): Promise<string> {
    return (await this.client.orders.create({ ...request })).orderId;
  }

  /** The order's present status in the API. */
  status(orderId: string): Promise<OrderStatus> {
    return this.client.orders.checkBalance(orderId);
  }

  /** The order in full. */
  detail(orderId: string): Promise<OrderDetail> {
    return this.client.orders.get(orderId);
  }

  /** Waits until all of the caller's orders among `ids` are completed, with one list of orders per poll. */
  async completesAll(ids: readonly string[]): Promise<void> {
    await until(`${ids.length} orders are completed`, async () => {
      const mine: Order[] = [];
      for await (const order of this.client.orders.list({ limit: 200 })) mine.push(order);
      const open = mine.filter(({ orderId, status }) => ids.includes(orderId) && status !== 'completed');
      for (const order of open) await this.#hurry(order);
      return open.length === 0 && ids.every((id) => mine.some(({ orderId }) => orderId === id));
    });
  }

  /** Waits until the order has one of `states`. */
  reaches(orderId: string, ...states: readonly OrderStatus['status'][]): Promise<OrderStatus> {
    return until(`order ${orderId} is ${states.join(' or ')}`, async () => {
      const now = await this.status(orderId);
      if (states.includes(now.status)) return now;
      if (ORDER_OUTCOMES[now.status].isFinished) throw new Error(`order ${orderId} is ${now.status}: ${now.message}`);
      await this.#hurry(now);
      return undefined;
    });
  }

  /** Waits until the bridge has delivered the order, whatever its status is. */
  delivered(orderId: string): Promise<OrderStatus> {
    return until(`order ${orderId} is delivered`, async () => {
      const now = await this.status(orderId);
      if (now.mintTransaction !== null) return now;
      // The status of a swap that is filled does not show where its bridge order is.
      const waits = now.lockTransaction !== null && now.confirmations < now.requiredConfirmations;
      await this.#hurry({ ...now, status: waits ? 'confirming' : now.status });
      return undefined;
    });
  }

  /** Makes the blocks that the order waits for: above its lock, or above the block that cancelled it. */
  async #hurry({
    status,
    fromChain,
    toChain,
    confirmations,
    requiredConfirmations,
  }: Order | OrderStatus): Promise<void> {
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
}
