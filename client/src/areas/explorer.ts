import type { Transport } from '../client.ts';
import type { operations } from '../schema.ts';
import type { StreamOptions } from '../stream.ts';
import type { Order, OrderEvent } from './orders.ts';

export type ExplorerFilter = Omit<NonNullable<operations['listExplorerOrders']['parameters']['query']>, 'cursor'>;

/** An event of anybody's order. The first one of an order, with which its lock is seen, has the order itself. */
export type ExplorerEvent = OrderEvent & {
  readonly data: { readonly orderId: string; readonly version: number; readonly order?: Order };
};

/** Everybody's orders, as everyone sees them: those whose lock was seen. */
export class Explorer {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The orders that `filter` names, the newest first. */
  orders(filter: ExplorerFilter = {}): AsyncGenerator<Order, void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/v1/explorer/orders', {
        params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /**
   * The events of all orders from now on, or after `lastEventId`; twice a second at most. When `onReset` is called, the
   * client was too far behind: read the orders again.
   */
  events(options: StreamOptions = {}): AsyncGenerator<ExplorerEvent, void, undefined> {
    return this.#transport.stream('/api/v1/explorer/events', options);
  }
}
