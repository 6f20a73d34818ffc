import { Avatars } from './areas/avatars.ts';
import { Events } from './areas/events.ts';
import { Market } from './areas/market.ts';
import { Orders } from './areas/orders.ts';
import { type CausewayOptions, Transport } from './client.ts';

export type { EventFilter } from './areas/events.ts';
export {
  type CreatedOrder,
  isFinished,
  type Order,
  type OrderBalance,
  type OrderDetail,
  type OrderEvent,
  type OrderFilter,
  type OrderRequest,
} from './areas/orders.ts';
export type { CausewayOptions } from './client.ts';
export { CausewayError, type Problem } from './errors.ts';
export type { RetryOptions } from './retry.ts';
export type { components, operations, paths } from './schema.ts';
export type { SessionOptions, TokenStore, Tokens } from './session.ts';
export type { StreamEvent, StreamOptions } from './stream.ts';

/** A client of one service. Every method throws CausewayError when the service refuses. */
export class Causeway {
  readonly orders: Orders;
  readonly market: Market;
  readonly avatars: Avatars;
  readonly events: Events;
  readonly #transport: Transport;

  constructor(options: CausewayOptions) {
    this.#transport = new Transport(options);
    this.orders = new Orders(this.#transport);
    this.market = new Market(this.#transport);
    this.avatars = new Avatars(this.#transport);
    this.events = new Events(this.#transport);
  }

  /** Every operation of the API, typed from its OpenAPI document, with the same credential and retries. */
  get http(): Transport['http'] {
    return this.#transport.http;
  }
}
