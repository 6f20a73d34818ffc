import type { FullView, Transport } from '../client.ts';
import type { components } from '../schema.ts';

type Schemas = components['schemas'];
export type Library = Schemas['Library'];
/** A library in a list, without its dependencies. */
export type ListedLibrary = Schemas['ListedLibrary'];
/** A kept version in a list, without its dependencies unless they were asked for. */
export type LibraryVersion = Schemas['LibraryVersion'];
export type LibraryDependency = Schemas['LibraryDependency'];
export type LibraryDependant = Schemas['LibraryDependant'];
export type LibraryPackage = Schemas['LibraryPackage'];
export type LibraryRequest = Schemas['LibraryRequest'];
export type LibraryUpdate = Schemas['LibraryUpdate'];

/** Which dependencies are listed. */
export interface DependencyFilter {
  /** Everything that is needed, one version of each library, instead of the direct dependencies. */
  readonly transitive?: boolean;
  /** A kept version; the current one if absent. */
  readonly version?: string;
}

/** Items of a page. */
const PAGE = 200;

/** Code libraries: their versions, dependencies and packages. */
export class Libraries {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: LibraryRequest): Promise<Library> {
    return this.#transport.result(this.#transport.http.POST('/api/libraries', { body }));
  }

  /** A library, at a kept version if one is given. */
  get(libraryId: string, version?: string): Promise<Library> {
    const params = { path: { libraryId }, ...(version !== undefined && { query: { version } }) };
    return this.#transport.result(this.#transport.http.GET('/api/libraries/{libraryId}', { params }));
  }

  /** All libraries, oldest first; with `view: 'full'` with their dependencies. */
  list(view: FullView): AsyncGenerator<Library & ListedLibrary, void, undefined>;
  list(): AsyncGenerator<ListedLibrary, void, undefined>;
  list(view?: FullView): AsyncGenerator<never, void, undefined> {
    return this.#transport.itemsAs((cursor) =>
      this.#transport.http.GET('/api/libraries', { params: { query: { ...view, ...pageAfter(cursor) } } }),
    );
  }

  /** The libraries with these words, best first; with `view: 'full'` with their dependencies. */
  search(query: string, view: FullView): AsyncGenerator<Library & ListedLibrary, void, undefined>;
  search(query: string): AsyncGenerator<ListedLibrary, void, undefined>;
  search(query: string, view?: FullView): AsyncGenerator<never, void, undefined> {
    return this.#transport.itemsAs((cursor) =>
      this.#transport.http.GET('/api/libraries/search', {
        params: { query: { query, ...view, ...pageAfter(cursor) } },
      }),
    );
  }

  /** All kept versions, highest first; with `view: 'full'` with their dependencies. */
  versions(libraryId: string, view?: FullView): AsyncGenerator<LibraryVersion, void, undefined> {
    const path = { libraryId };
    return this.#transport.items((cursor) => {
      const query = { ...view, ...pageAfter(cursor) };
      return this.#transport.http.GET('/api/libraries/{libraryId}/versions', { params: { path, query } });
    });
  }

  /** Publishes a version: what `body` names changes. With `revision`, only if the library still has it. */
  publish(libraryId: string, body: LibraryUpdate, revision?: number): Promise<Library> {
    const params = { path: { libraryId }, ...ifRevision(revision) };
    return this.#transport.result(this.#transport.http.PUT('/api/libraries/{libraryId}', { params, body }));
  }

  /** Deletes a library that no other one depends on. With `revision`, only if the library still has it. */
  async remove(libraryId: string, revision?: number): Promise<void> {
    const params = { path: { libraryId }, ...ifRevision(revision) };
    await this.#transport.data(this.#transport.http.DELETE('/api/libraries/{libraryId}', { params }));
  }

  /** What a library depends on; with `transitive` the lock list, each library after its own dependencies. */
  dependencies(libraryId: string, filter: DependencyFilter = {}): AsyncGenerator<LibraryDependency, void, undefined> {
    const path = { libraryId };
    return this.#transport.items((cursor) => {
      const query = { ...filter, ...pageAfter(cursor) };
      return this.#transport.http.GET('/api/libraries/{libraryId}/dependencies', { params: { path, query } });
    });
  }

  /** The libraries that depend on a library. */
  dependants(libraryId: string): AsyncGenerator<LibraryDependant, void, undefined> {
    const path = { libraryId };
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/libraries/{libraryId}/dependants', { params: { path, query: pageAfter(cursor) } }),
    );
  }

  /** Adds a dependency, or changes its range; the library has a new version then. */
  addDependency(libraryId: string, body: Schemas['NewLibraryDependency']): Promise<Library> {
    const params = { path: { libraryId } };
    return this.#transport.result(
      this.#transport.http.POST('/api/libraries/{libraryId}/dependencies', { params, body }),
    );
  }

  /** Removes a dependency; the library has a new version then. */
  removeDependency(libraryId: string, dependencyId: string): Promise<Library> {
    const params = { path: { libraryId, dependencyId } };
    return this.#transport.result(
      this.#transport.http.DELETE('/api/libraries/{libraryId}/dependencies/{dependencyId}', { params }),
    );
  }

  /** A library with all of its versions, and with `transitive` with every library that it needs. */
  export(libraryId: string, transitive = false): Promise<LibraryPackage> {
    const params = { path: { libraryId }, query: { transitive } };
    return this.#transport.result(this.#transport.http.GET('/api/libraries/{libraryId}/export', { params }));
  }

  /** Adds what the service lacks of a package. Returns the package's library. */
  import(body: LibraryPackage): Promise<Library> {
    return this.#transport.result(this.#transport.http.POST('/api/libraries/import', { body }));
  }
}

const pageAfter = (cursor: string | undefined) => ({ limit: PAGE, ...(cursor !== undefined && { cursor }) });

const ifRevision = (revision: number | undefined) =>
  revision === undefined ? {} : { header: { 'if-match': `"${revision}"` } };
