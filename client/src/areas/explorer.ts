import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';
import type { StreamOptions } from '../stream.ts';
import type { Order, OrderEvent } from './orders.ts';

export type ExplorerFilter = Omit<NonNullable<operations['listExplorerOrders']['parameters']['query']>, 'cursor'>;

export type SeriesQuery = Omit<operations['listExplorerSeries']['parameters']['query'], 'cursor'>;
export type SeriesBucket = components['schemas']['SeriesBucket'];

/** What orders did, one bucket after another. */
export interface Series {
  readonly buckets: readonly SeriesBucket[];
  /** RFC 3339: everything before is counted; null while the service still counts orders of before. */
  readonly asOf: string | null;
}

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

  /**
   * What everybody's orders did by minute, hour or day: the buckets of a range, the oldest first, also those in which
   * nothing happened. It has up to 1,500 of them.
   */
  async series(query: SeriesQuery): Promise<Series> {
    let asOf: string | null = null;
    const buckets = await this.#transport.all(async (cursor) => {
      const answer = await this.#transport.http.GET('/api/v1/explorer/series', {
        params: { query: { ...query, ...(cursor !== undefined && { cursor }) } },
      });
      asOf = answer.data?.asOf ?? null;
      return answer;
    });
    return { buckets, asOf };
  }
}
