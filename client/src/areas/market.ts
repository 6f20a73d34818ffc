import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';

type Schemas = components['schemas'];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** Networks, routes, quotes and exchange rates. */
export class Market {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async networks(): Promise<readonly Schemas['Network'][]> {
    return (await this.#transport.data(this.#transport.http.GET('/api/v1/networks'))).result;
  }

  /** What can be bridged: the routes of each asset from and to its home, or those that `filter` names. */
  async routes(filter: Query<'listRoutes'> = {}): Promise<readonly Schemas['Route'][]> {
    const { http } = this.#transport;
    return (await this.#transport.data(http.GET('/api/v1/routes', { params: { query: filter } }))).result;
  }

  /** What an order would cost and deliver, and what a refund would return. */
  quote(query: Query<'getQuote'>): Promise<Schemas['Quote']> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/quote', { params: { query } }));
  }

  exchangeRate(query: Query<'getExchangeRate'>): Promise<Schemas['ExchangeRate']> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/exchange-rate', { params: { query } }));
  }
}
