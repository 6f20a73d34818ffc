import type { Result } from '@causeway/protocol';
import type { Dependant, LibraryContent, LibraryReading, LibraryRow, QuotaExceeded } from '@causeway/storage';
import type { Problem } from '../../../http/errors/errors.ts';
import type { Change } from '../content.ts';

/** A library of a package: all of its versions. */
export interface ImportedLibrary {
  readonly id: string;
  /** The current one of `versions`. */
  readonly current: string;
  readonly versions: readonly LibraryContent[];
}

export type DependencyRefused =
  /** Libraries that do not exist, or are deleted. */
  | { readonly code: 'DEPENDENCY_UNKNOWN'; readonly libraryIds: readonly string[] }
  /** Libraries of which each depends on the next; the last one is the first. */
  | { readonly code: 'CYCLE'; readonly path: readonly string[] };

export type PublishRefused =
  | { readonly code: 'NOT_FOUND' }
  | { readonly code: 'VERSION_MISMATCH'; readonly revision: number }
  /** A version that is kept with other content. */
  | { readonly code: 'VERSION_EXISTS'; readonly libraryId: string; readonly version: string }
  | { readonly code: 'TOO_MANY_VERSIONS'; readonly libraryId: string; readonly most: number }
  | QuotaExceeded
  | DependencyRefused;

export type ImportRefused =
  | PublishRefused
  /** A library of another avatar that lacks a version of the package. */
  | { readonly code: 'FOREIGN'; readonly libraryId: string };

export type RemoveRefused =
  | { readonly code: 'NOT_FOUND' }
  | { readonly code: 'VERSION_MISMATCH'; readonly revision: number }
  | { readonly code: 'HAS_DEPENDANTS'; readonly dependants: readonly Dependant[] };

/** The author of an import. */
export interface Importer {
  readonly avatarId: string;
  /** May change the libraries of every avatar. */
  readonly ownsAll: boolean;
}

/** Code libraries with their versions and dependencies. Every write is fully durable. */
export interface LibraryRepository extends LibraryReading {
  create(createdBy: string, content: LibraryContent): Promise<Result<LibraryRow, DependencyRefused | QuotaExceeded>>;
  /**
   * Makes what the change says the current version. A version that is kept with the same content becomes current again;
   * one with other content is refused. The failure is a problem when the change itself is wrong.
   */
  publish(
    id: string,
    change: Change,
    revisions?: readonly number[],
  ): Promise<Result<LibraryRow, PublishRefused | { readonly problem: Problem }>>;
  /**
   * Adds what the service lacks of `libraries`, in one transaction: libraries under their own ids, and versions of
   * libraries that `importer` owns. Kept versions must have the same content. A deleted library of the importer is
   * there again.
   */
  importAll(importer: Importer, libraries: readonly ImportedLibrary[]): Promise<Result<void, ImportRefused>>;
  /**
   * Deletes a library that no current version of another library depends on. Its versions are kept for older versions
   * of other libraries, which still resolve, and count for their owner.
   */
  remove(id: string, revisions?: readonly number[]): Promise<Result<LibraryRow, RemoveRefused>>;
}
