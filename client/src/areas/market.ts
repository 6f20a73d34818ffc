import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';

type Schemas = components['schemas'];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** Networks, routes, lanes, backing, quotes, offers and exchange rates. */
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

  /** The lanes with their limits now, pauses and backlog: all, or those that `filter` names. */
  async lanes(filter: Query<'listLanes'> = {}): Promise<readonly Schemas['Lane'][]> {
    const { http } = this.#transport;
    return (await this.#transport.data(http.GET('/api/v1/lanes', { params: { query: filter } }))).result;
  }

  /** Whether every asset is backed, with the figures of its home and its remotes. */
  async assets(): Promise<readonly Schemas['BackedAsset'][]> {
    return (await this.#transport.data(this.#transport.http.GET('/api/v1/assets'))).result;
  }

  /** What an order would cost and deliver, and what a refund would return. */
  quote(query: Omit<Query<'getQuote'>, 'mode' | 'slippageBps' | 'minToAmount'>): Promise<Schemas['Quote']> {
    return this.#quote(query) as Promise<Schemas['Quote']>;
  }

  /** What a solver would pay in another asset, by the best offer near the market, or by a limit order. */
  swapQuote(query: Omit<Query<'getQuote'>, 'mode'>): Promise<Schemas['SwapQuote']> {
    return this.#quote({ ...query, mode: 'swap' }) as Promise<Schemas['SwapQuote']>;
  }

  /** The form of the answer follows from the query's mode. */
  #quote(query: Query<'getQuote'>): Promise<Schemas['Quote'] | Schemas['SwapQuote']> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/quote', { params: { query } }));
  }

  /** What solvers offer now, by solver: every offer that `filter` names. */
  offers(
    filter: Omit<Query<'listOffers'>, 'cursor' | 'offset'> = {},
  ): AsyncGenerator<Schemas['Offer'], void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/v1/offers', { params: { query: { ...filter, ...(cursor && { cursor }) } } }),
    );
  }

  /** Replaces all offers of the caller. Needs the scope `offers:write`. */
  replaceOffers(offers: Schemas['OffersRequest']['offers']): Promise<Schemas['ReplacedOffers']> {
    return this.#transport.result(this.#transport.http.PUT('/api/v1/offers', { body: { offers } }));
  }

  exchangeRate(query: Query<'getExchangeRate'>): Promise<Schemas['ExchangeRate']> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/exchange-rate', { params: { query } }));
  }
}
