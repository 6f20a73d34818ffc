import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';
import type { StreamEvent, StreamOptions } from '../stream.ts';

type Schemas = components['schemas'];
export type OrderRequest = Schemas['OrderRequest'];
export type Order = Schemas['Order'];
export type CreatedOrder = Schemas['CreatedOrder'];
export type OrderDetail = Schemas['OrderDetail'];
export type OrderBalance = Schemas['OrderBalance'];
export type OrderProof = Schemas['OrderProof'];
export type CreditClaim = Schemas['CreditClaim'];
export type OrderFilter = Omit<NonNullable<operations['listOrders']['parameters']['query']>, 'cursor'>;

/** The states in which an order waits only for finality or for an operator. */
const FINISHED: readonly Order['status'][] = ['completed', 'refunded', 'returned', 'expired', 'failed'];

/** True when an order in this state does not go on by itself, unless its destination is reorganised. */
export const isFinished = (status: Order['status']): boolean => FINISHED.includes(status);

/** An event of an order: its new status, or more confirmations. */
export type OrderEvent = StreamEvent<{
  readonly status?: Order['status'];
  readonly message?: string;
  /** When it happened; absent from confirmations, which are of the present. */
  readonly at?: string;
  readonly confirmations?: number;
}>;

/** The query of a page after `cursor`. */
const at = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Bridge orders. */
export class Orders {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates an order. The same `idempotencyKey` never creates a second one; each call has its own when absent. */
  create(body: OrderRequest, idempotencyKey?: string): Promise<CreatedOrder> {
    const { http } = this.#transport;
    const params = idempotencyKey === undefined ? {} : { params: { header: { 'idempotency-key': idempotencyKey } } };
    return this.#transport.data(http.POST('/api/v1/orders', { body, ...params }));
  }

  get(id: string): Promise<OrderDetail> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/orders/{id}', { params: { path: { id } } }));
  }

  /** The order's message, and the way from it to the root on the destination: for `verifyOrder`. */
  proof(id: string): Promise<OrderProof> {
    const { http } = this.#transport;
    return this.#transport.result(http.GET('/api/v1/orders/{id}/proof', { params: { path: { id } } }));
  }

  /**
   * What the holder signs for a payment that its account refused, of an order whose `claimable` is true. `to` is paid
   * in the holder's place.
   */
  claim(id: string, to?: string): Promise<CreditClaim> {
    const { http } = this.#transport;
    const query = to === undefined ? {} : { to };
    return this.#transport.result(http.GET('/api/v1/orders/{id}/claim', { params: { path: { id }, query } }));
  }

  /** The order's status with the balances that matter to it. */
  checkBalance(id: string): Promise<OrderBalance> {
    const { http } = this.#transport;
    return this.#transport.result(http.GET('/api/v1/orders/{id}/check-balance', { params: { path: { id } } }));
  }

  /** The caller's orders, the newest first. */
  list(filter: OrderFilter = {}): AsyncGenerator<Order, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/v1/orders', { params: { query: { ...filter, ...at(cursor) } } }),
    );
  }

  /**
   * Orders of a transaction of their source or destination: a lock or burn, a delivery or a refund. The newest first.
   */
  byTransaction(transaction: string): AsyncGenerator<Order, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/v1/orders/by-transaction/{transaction}', { params: { path: { transaction }, query: at(cursor) } }),
    );
  }

  /** The order of a message, or of the Cancel that refunds it: 32 bytes in hexadecimal. */
  byMessage(messageId: string): AsyncGenerator<Order, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/v1/orders/by-message/{messageId}', { params: { path: { messageId }, query: at(cursor) } }),
    );
  }

  /** Orders whose lock has this reference: 32 bytes in hexadecimal. The newest first. */
  byReference(reference: string): AsyncGenerator<Order, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/v1/orders/by-reference/{reference}', { params: { path: { reference }, query: at(cursor) } }),
    );
  }

  /**
   * The order's events from its first on, or after `lastEventId`. Ends when nothing can change any more: a completed
   * order has its destination's finality then. `isFinished` tells earlier that the order has ended.
   */
  events(id: string, options: StreamOptions = {}): AsyncGenerator<OrderEvent, void, undefined> {
    return this.#transport.stream(`/api/v1/orders/${encodeURIComponent(id)}/events`, options);
  }

  cancel(id: string): Promise<Order> {
    const { http } = this.#transport;
    return this.#transport.result(http.POST('/api/v1/orders/{id}/cancel', { params: { path: { id } }, body: {} }));
  }
}
