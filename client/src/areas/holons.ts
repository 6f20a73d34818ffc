import type { FullView, Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';

type Schemas = components['schemas'];
export type HolonInput = Schemas['HolonInput'];
export type Holon = Schemas['Holon'];
/** A holon in a list, without its metadata. */
export type ListedHolon = Schemas['ListedHolon'];
export type HolonVersion = Schemas['HolonVersion'];
export type HolonChange = Schemas['HolonChange'];
export type DeletedHolon = Schemas['DeletedHolon'];
export type HolonFilter = Omit<NonNullable<operations['listHolons']['parameters']['query']>, 'cursor' | 'view'>;

/** Records of the caller that have versions: shared state, and the memory of agents. */
export class Holons {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Saves a new holon, or the next version of `id`. With `version`, refused unless the holon has that version. */
  save(body: HolonInput): Promise<Holon> {
    return this.#transport.result(this.#transport.http.POST('/api/data/save-holon', { body }));
  }

  /** The newest version, or the given one. */
  load(id: string, version?: number): Promise<Holon> {
    const params = { path: { id }, query: { ...(version !== undefined && { version }) } };
    return this.#transport.result(this.#transport.http.GET('/api/data/load-holon/{id}', { params }));
  }

  /**
   * The caller's holons, newest first; `metadata: 'field:value'` selects by a field. With `view: 'full'` with their
   * metadata.
   */
  list(filter: HolonFilter & FullView): AsyncGenerator<Holon, void, undefined>;
  list(filter?: HolonFilter): AsyncGenerator<ListedHolon, void, undefined>;
  list(filter: HolonFilter & Partial<FullView> = {}): AsyncGenerator<never, void, undefined> {
    return this.#transport.itemsAs((cursor) =>
      this.#transport.http.GET('/api/data/load-all-holons', {
        params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** The caller's holons with all words of `query`, best first; with `view: 'full'` with their metadata. */
  search(query: string, view: FullView): AsyncGenerator<Holon, void, undefined>;
  search(query: string): AsyncGenerator<ListedHolon, void, undefined>;
  search(query: string, view?: FullView): AsyncGenerator<never, void, undefined> {
    return this.#transport.itemsAs((cursor) =>
      this.#transport.http.GET('/api/data/search-holons', {
        params: { query: { query, ...view, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** The versions of a holon, newest first. */
  versions(id: string): AsyncGenerator<HolonVersion, void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/data/holon/{id}/versions', {
        params: { path: { id }, query: { ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** What was done with a holon, oldest first. */
  history(id: string): AsyncGenerator<HolonChange, void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/data/holon/{id}/history', {
        params: { path: { id }, query: { ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** Deletes a holon so that `restore` brings it back. */
  delete(id: string): Promise<DeletedHolon> {
    const params = { path: { id } };
    return this.#transport.result(this.#transport.http.DELETE('/api/data/delete-holon/{id}', { params }));
  }

  restore(id: string): Promise<Holon> {
    const params = { path: { id } };
    return this.#transport.result(this.#transport.http.POST('/api/data/restore-holon/{id}', { params }));
  }
}
