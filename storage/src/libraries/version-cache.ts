import { all, first, type TxScript } from '../core/steps.ts';
import type { GraphVersion } from './libraries.ts';
import type { LibraryStatements } from './statements.ts';

/** Most versions and dependencies in memory: a few ten megabytes. */
export const MAX_CACHED = 250_000;

/** Changed libraries that are read at once. */
const CHANGES = 1_000;

/** The number of versions and dependencies. */
const sizeOf = (versions: readonly GraphVersion[]): number =>
  versions.reduce((sum, { dependencies }) => sum + dependencies.length, versions.length);

/**
 * Kept versions of libraries in the memory of one process. A version never changes, so a library is read again only
 * after a change of it, by whatever process: each change has a higher number (`libraries.change`) than all changes
 * committed before.
 */
export class VersionCache {
  readonly #statements: LibraryStatements;
  readonly #most: number;
  readonly #kept = new Map<string, readonly GraphVersion[]>();
  #size = 0;
  /** Number of the last change that the cache knows. */
  #seen: number | undefined;
  /** The epoch of that number: in another one other changes have it. */
  #epoch: number | undefined;

  constructor(statements: LibraryStatements, most: number) {
    this.#statements = statements;
    this.#most = most;
  }

  /**
   * Forgets the libraries that have changed, and all in another epoch. Returns the number of the last change, for
   * `keep`.
   */
  *catchUp(epoch: number): TxScript<number> {
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#seen = undefined;
      this.#kept.clear();
      this.#size = 0;
    }
    if (this.#seen === undefined) {
      const newest = (yield* first(this.#statements.newestChange))?.change ?? 0;
      this.#seen ??= newest;
    }
    for (;;) {
      const changed = yield* all(this.#statements.changedAfter, { after: this.#seen, limit: CHANGES });
      for (const { id, change } of changed) {
        this.#forget(id);
        this.#seen = Math.max(this.#seen, change);
      }
      if (changed.length < CHANGES) return this.#seen;
    }
  }

  /** All kept versions of the library, if they are in memory. */
  get(libraryId: string): readonly GraphVersion[] | undefined {
    return this.#kept.get(libraryId);
  }

  /**
   * Keeps what was read after the change `seen`, unless a later change is known: then the rows may be older than that.
   */
  keep(seen: number, libraries: Iterable<readonly [string, readonly GraphVersion[]]>): void {
    if (seen !== this.#seen) return;
    for (const [libraryId, versions] of libraries) {
      this.#forget(libraryId);
      this.#kept.set(libraryId, versions);
      this.#size += sizeOf(versions);
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most) break;
      this.#forget(oldest);
    }
  }

  #forget(libraryId: string): void {
    this.#size -= sizeOf(this.#kept.get(libraryId) ?? []);
    this.#kept.delete(libraryId);
  }
}
