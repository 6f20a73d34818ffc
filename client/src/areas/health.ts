import type { Transport } from '../client.ts';
import type { components } from '../schema.ts';

export type ResourceHealth = components['schemas']['ResourceHealth'];

/** The health of everything that the service needs. */
export class Health {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Every resource now: storage, chains, price sources, relayers and signers. */
  list(): Promise<readonly ResourceHealth[]> {
    return this.#transport.result(this.#transport.http.GET('/api/provider/health'));
  }

  /** The kept checks of the resource `name`, newest first. */
  history(name: string): AsyncGenerator<ResourceHealth, void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/provider/health/history', {
        params: { query: { name, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }
}
