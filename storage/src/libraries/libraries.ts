import type { Head, Page } from '../core/page.ts';

/** A library that another one needs, and the versions that it accepts. */
export interface Dependency {
  readonly libraryId: string;
  /** A range of npm's semver. */
  readonly versionRange: string;
}

/** What a published version says. It never changes. */
export interface LibraryContent {
  /** Semantic version, in npm semver's normal form. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly sourcePath: string | null;
  readonly language: string | null;
  /** In the order of their ids, each library once. */
  readonly dependencies: readonly Dependency[];
}

/** A kept version of a library. */
export interface LibraryVersionRow extends LibraryContent {
  readonly libraryId: string;
  readonly createdAtMs: number;
}

/** A library at its current version, the one that was written last. */
export interface LibraryRow extends LibraryContent {
  /** UUID v7. */
  readonly id: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Counts the changes of the library, from 1. */
  readonly revision: number;
}

/** A kept version in a list. */
export interface ListedVersion extends Omit<LibraryVersionRow, 'dependencies'> {
  readonly dependencyCount: number;
}

/** A library in a list. */
export interface ListedLibrary extends Omit<LibraryRow, 'dependencies'> {
  readonly dependencyCount: number;
}

/** What tells the kept versions of a library apart, without their content. */
export interface VersionHead extends Head {
  readonly version: string;
  /** The size of the whole version. */
  readonly whole: number;
}

/** A library with all kept versions. */
export interface ExportedLibrary {
  readonly id: string;
  readonly current: string;
  readonly versions: readonly LibraryVersionRow[];
}

/** A library whose current version depends on another one. */
export interface Dependant {
  readonly libraryId: string;
  readonly name: string;
  readonly version: string;
  readonly versionRange: string;
}

/** A kept version in a graph of dependencies. */
export type GraphVersion = Pick<LibraryContent, 'version' | 'name' | 'dependencies'> & { readonly libraryId: string };

/** Every kept version of every library that a library can need, by library. */
export type LibraryGraph = ReadonlyMap<string, readonly GraphVersion[]>;

/** How large an export may be. */
export interface MostExported {
  readonly libraries: number;
  readonly bytes: number;
}

/** Lists, versions and graphs of libraries. */
export interface LibraryReading {
  get(id: string): Promise<LibraryRow | undefined>;
  /** The current version of a library, by its number alone. */
  current(id: string): Promise<string | undefined>;
  /** A kept version, also of a deleted library. */
  version(id: string, version: string): Promise<LibraryVersionRow | undefined>;
  /** All libraries, oldest first, without deleted ones. A page has at most PAGE_BYTES. */
  list(cursor: string | null, limit: number, skip?: number): Promise<Page<ListedLibrary>>;
  /** The same list of whole libraries. */
  listWhole(cursor: string | null, limit: number, skip?: number): Promise<Page<LibraryRow>>;
  /** Libraries with all words of `text`, best first. The cursor is a position. */
  search(text: string, cursor: string | null, limit: number, skip?: number): Promise<Page<ListedLibrary>>;
  searchWhole(text: string, cursor: string | null, limit: number, skip?: number): Promise<Page<LibraryRow>>;
  /** The heads of all kept versions, in the order in which they were written first. */
  versionHeads(id: string): Promise<readonly VersionHead[]>;
  /** These kept versions, in their order. */
  versionsIn(id: string, versions: readonly string[]): Promise<readonly (ListedVersion | undefined)[]>;
  /** The same, whole. */
  wholeVersionsIn(id: string, versions: readonly string[]): Promise<readonly (LibraryVersionRow | undefined)[]>;
  /** Libraries whose current version depends on `id`, by their ids. */
  dependants(id: string, cursor: string | null, limit: number, skip?: number): Promise<Page<Dependant>>;
  /** What `id` can need, itself included. Reads whole levels at once, never library by library. */
  graph(id: string): Promise<LibraryGraph>;
  /** The names of every kept version of the libraries with one of these ids, also of deleted ones. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Omit<GraphVersion, 'dependencies'>[]>>;
  /**
   * All of a library, and with `transitive` all of everything that it can need, for a package. Undefined when that is
   * more than
   * `most` libraries, or their texts have more bytes.
   */
  exported(id: string, transitive: boolean, most: MostExported): Promise<readonly ExportedLibrary[] | undefined>;
}
