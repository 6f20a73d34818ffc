import type { Dialect } from '../core/dialect.ts';
import { newestEpoch } from '../core/epochs.ts';
import { allOfEach, first, type TxScript } from '../core/steps.ts';
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
 * committed before. In another epoch of the database other changes have these numbers, and nothing is kept.
 */
export class VersionCache {
  readonly #statements: LibraryStatements;
  readonly #dialect: Dialect;
  readonly #most: number;
  readonly #kept = new Map<string, readonly GraphVersion[]>();
  #size = 0;
  /** Number of the last change that the cache knows. */
  #seen: number | undefined;
  /** The epoch of that number. */
  #epoch: number | undefined;

  constructor(statements: LibraryStatements, dialect: Dialect, most: number) {
    this.#statements = statements;
    this.#dialect = dialect;
    this.#most = most;
  }

  /** Forgets the libraries that have changed. Returns what names the last change, for `keep`. */
  *catchUp(): TxScript<string> {
    for (;;) {
      if (this.#seen === undefined) {
        const newest = (yield* first(this.#statements.newestChange))?.change ?? 0;
        this.#seen ??= newest;
      }
      const { changedAfter } = this.#statements;
      const values = { after: this.#seen, limit: CHANGES };
      const [[epochs], [changed = []]] = yield* allOfEach([newestEpoch(this.#dialect), [{}]], [changedAfter, [values]]);
      const epoch = epochs?.[0]?.epoch ?? 0;
      this.#epoch ??= epoch;
      if (epoch > this.#epoch) this.#begin(epoch);
      // Other reads go on meanwhile.
      if (epoch < this.#epoch || this.#seen === undefined) continue;
      for (const { id, change } of changed) {
        this.#forget(id);
        this.#seen = Math.max(this.#seen, change);
      }
      if (changed.length < CHANGES) return this.#last;
    }
  }

  /** All kept versions of the library, if they are in memory. */
  get(libraryId: string): readonly GraphVersion[] | undefined {
    return this.#kept.get(libraryId);
  }

  /**
   * Keeps what was read after the change that `last` names, unless a later change is known: then the rows may be older than that.
   */
  keep(last: string, libraries: Iterable<readonly [string, readonly GraphVersion[]]>): void {
    if (last !== this.#last) return;
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

  get #last(): string {
    return `${this.#epoch}/${this.#seen}`;
  }

  /** Begins in another epoch. */
  #begin(epoch: number): void {
    this.#kept.clear();
    this.#size = 0;
    this.#seen = undefined;
    this.#epoch = epoch;
  }

  #forget(libraryId: string): void {
    this.#size -= sizeOf(this.#kept.get(libraryId) ?? []);
    this.#kept.delete(libraryId);
  }
}
