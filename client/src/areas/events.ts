import type { Transport } from '../client.ts';
import type { operations } from '../schema.ts';
import type { StreamEvent, StreamOptions } from '../stream.ts';

/** Selects the events of a stream: topics by name (all when absent), and with `since: 'now'` none of the past. */
export interface EventFilter {
  readonly topics?: readonly string[];
  readonly since?: NonNullable<operations['streamEvents']['parameters']['query']>['since'];
}

/** Everything that concerns the caller, as one stream. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The events of the caller's topics. The first one, of type `ready`, names them; the stream has no end. */
  follow(
    { topics, since }: EventFilter = {},
    options: StreamOptions = {},
  ): AsyncGenerator<StreamEvent<Readonly<Record<string, unknown>>>, void, undefined> {
    const query = new URLSearchParams({
      ...(topics && { topics: topics.join() }),
      ...(since !== undefined && { since }),
    });
    return this.#transport.stream(query.size === 0 ? '/api/events' : `/api/events?${query}`, options);
  }
}
