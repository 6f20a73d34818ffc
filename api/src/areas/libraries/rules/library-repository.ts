import { findCycle, ok, type Result } from '@causeway/protocol';
import type { LibraryContent, LibraryReading, LibraryRow, Quota } from '@causeway/storage';
import { all, first, type Lock, lockOf, memoize, run, type TxScript, usageSteps } from '@causeway/storage/jobs';
import { currentEdges, type LibraryStore, updateLibrary } from '@causeway/storage/libraries';
import { contentAfter } from '../content.ts';
import type {
  DependencyRefused,
  ImportedLibrary,
  Importer,
  ImportRefused,
  LibraryRepository,
  PublishRefused,
} from './libraries.ts';

/** Most versions of one library. */
export const MAX_VERSIONS = 1_000;
/** Most dependants that a refused deletion names. */
const NAMED_DEPENDANTS = 100;

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** True when both say the same. Dependencies are in the order of their ids. */
const sameContent = (a: LibraryContent, b: LibraryContent): boolean => formOf(a) === formOf(b);
const formOf = ({ version, name, description, category, sourcePath, language, dependencies }: LibraryContent): string =>
  JSON.stringify([
    ...[version, name, description, category, sourcePath, language],
    dependencies.map(({ libraryId, versionRange }) => [libraryId, versionRange]),
  ]);

/** What versions take of their owner's quota. */
const sizeOf = (versions: readonly LibraryContent[]): Quota => ({
  items: versions.length,
  bytes: versions.reduce((sum, content) => sum + bytesIn(content), 0),
});
const bytesIn = ({ name, description, category, sourcePath, language, dependencies }: LibraryContent): number =>
  [name, description, category, sourcePath ?? '', language ?? '', JSON.stringify(dependencies)].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );

/** A version to write, with the head of its library. */
interface Change {
  readonly id: string;
  readonly content: LibraryContent;
}

/**
 * All libraries, and the words by which they are found: one job at a time changes them, because each one's dependencies
 * are decided by all others.
 */
const LIBRARIES: readonly Lock[] = [lockOf('library', 'all'), lockOf('search', 'libraries')];

/** The jobs of a LibraryRepository. */
function createLibraryJobs({
  context,
  statements,
  search,
}: LibraryStore): Omit<LibraryRepository, keyof LibraryReading> {
  const { write, clock, newId } = context;
  const usage = usageSteps(context);

  const find = (id: string): TxScript<LibraryRow | undefined> => first(statements.library, { id });

  /** The ids of `ids` that are no library, or a deleted one. */
  function* missing(ids: readonly string[]): TxScript<readonly string[]> {
    if (ids.length === 0) return [];
    const rows = yield* all(statements.librariesIn, { ids: JSON.stringify(ids) });
    const found = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !found.has(id));
  }

  /**
   * Refuses current versions whose dependencies do not exist or make a cycle. `before`: dependencies that were checked
   * already.
   */
  function* checkDependencies(
    changes: readonly Change[],
    before: ReadonlySet<string>,
  ): TxScript<Result<void, DependencyRefused>> {
    const own = new Set(changes.map(({ id }) => id));
    const named = new Set(changes.flatMap(({ content }) => content.dependencies.map(({ libraryId }) => libraryId)));
    const added = [...named].filter((id) => !before.has(id));
    if (added.length === 0) return ok(undefined);
    const unknown = yield* missing(added.filter((id) => !own.has(id)));
    if (unknown.length > 0) return refusal({ code: 'DEPENDENCY_UNKNOWN', libraryIds: unknown });
    // A cycle must go through one of the changed libraries, because there was none before.
    const changed = new Map(changes.map(({ id, content }) => [id, content]));
    const path = findCycle(yield* currentEdges(statements, changed), changed.keys(), ({ libraryId }) => libraryId);
    return path === undefined ? ok(undefined) : refusal({ code: 'CYCLE', path });
  }

  /** Writes a new version with its edges. */
  function* addVersion(libraryId: string, ordinal: number, content: LibraryContent): TxScript<void> {
    const { version, dependencies } = content;
    const dependencyCount = dependencies.length;
    yield* run(statements.insertVersion, { ...content, libraryId, ordinal, dependencyCount, createdAtMs: clock.now() });
    for (const { libraryId: dependencyId, versionRange } of dependencies) {
      yield* run(statements.insertEdge, { libraryId, version, dependencyId, versionRange });
    }
  }

  function* addLibrary(head: {
    readonly id: string;
    readonly createdBy: string;
    readonly current: string;
  }): TxScript<void> {
    const nowMs = clock.now();
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs, deletedAtMs: null };
    yield* run(statements.insertLibrary, { ...head, ...times, revision: 1 });
  }

  /** Writes what changes of a library's head, as its next revision. */
  function* changeHead(
    { id, revision }: Pick<LibraryRow, 'id' | 'revision'>,
    fields: { readonly current?: string; readonly deletedAtMs?: number | null },
  ): TxScript<void> {
    yield* updateLibrary(context, id, { ...fields, updatedAtMs: clock.now(), revision: revision + 1 });
  }

  /** The library after a change, which the search finds by its new words. */
  function* reread(id: string): TxScript<LibraryRow> {
    const row = yield* find(id);
    if (row === undefined) throw new Error(`the library ${id} has gone within its transaction`);
    const { name, description, category, language } = row;
    const body = [category, language ?? '', description].join(' ');
    yield* search.put({ collection: 'libraries', id, avatarId: null, head: name, body });
    return row;
  }

  function* publish(library: LibraryRow, content: LibraryContent): TxScript<Result<LibraryRow, PublishRefused>> {
    const { id } = library;
    const kept = yield* all(statements.versionHeads, { id });
    const same = yield* first(statements.version, { id, version: content.version });
    if (same !== undefined && !sameContent(same, content)) {
      return refusal({ code: 'VERSION_EXISTS', libraryId: id, version: content.version });
    }
    if (same !== undefined && same.version === library.version) return ok(library);
    if (same === undefined && kept.length >= MAX_VERSIONS) {
      return refusal({ code: 'TOO_MANY_VERSIONS', libraryId: id, most: MAX_VERSIONS });
    }
    const before = new Set(library.dependencies.map(({ libraryId }) => libraryId));
    const checked = yield* checkDependencies([{ id, content }], before);
    if (!checked.ok) return checked;
    if (same === undefined) {
      const within = yield* usage.take(library.createdBy, 'libraries', sizeOf([content]));
      if (!within.ok) return within;
      yield* addVersion(id, kept.length + 1, content);
    }
    yield* changeHead(library, { current: content.version });
    return ok(yield* reread(id));
  }

  /** What an import adds of one library. */
  interface Addition {
    readonly library: ImportedLibrary;
    /** Undefined for a library that is new here. */
    readonly head: Pick<LibraryRow, 'id' | 'revision' | 'createdBy'> | undefined;
    readonly kept: number;
    readonly versions: readonly LibraryContent[];
    /** The head changes. */
    readonly changes: boolean;
  }

  function* additionOf(importer: Importer, library: ImportedLibrary): TxScript<Result<Addition, ImportRefused>> {
    const { id, current, versions } = library;
    const head = yield* first(statements.head, { id });
    const kept = yield* all(statements.versions, { id });
    const byVersion = new Map(kept.map((row) => [row.version, row]));
    for (const content of versions) {
      const same = byVersion.get(content.version);
      if (same !== undefined && !sameContent(same, content)) {
        return refusal({ code: 'VERSION_EXISTS', libraryId: id, version: content.version });
      }
    }
    const added = versions.filter(({ version }) => !byVersion.has(version));
    if (kept.length + added.length > MAX_VERSIONS) {
      return refusal({ code: 'TOO_MANY_VERSIONS', libraryId: id, most: MAX_VERSIONS });
    }
    const isTheirs = head === undefined || head.createdBy === importer.avatarId || importer.ownsAll;
    const isThere = head !== undefined && head.deletedAtMs === null;
    if (!isTheirs && added.length > 0) return refusal({ code: 'FOREIGN', libraryId: id });
    const changes = isTheirs && (!isThere || added.length > 0 || head.current !== current);
    return ok({ library, head, kept: kept.length, versions: added, changes });
  }

  function* importAll(importer: Importer, imported: readonly ImportedLibrary[]): TxScript<Result<void, ImportRefused>> {
    const additions: Addition[] = [];
    for (const library of imported) {
      const addition = yield* additionOf(importer, library);
      if (!addition.ok) return addition;
      if (addition.value.changes) additions.push(addition.value);
    }
    const currents = additions.flatMap(({ library: { id, current, versions } }) =>
      versions.filter(({ version }) => version === current).map((content) => ({ id, content })),
    );
    const checked = yield* checkDependencies(currents, new Set());
    if (!checked.ok) return checked;
    const own = new Set(imported.map(({ id }) => id));
    const older = additions.flatMap(({ versions }) => versions.flatMap(({ dependencies }) => dependencies));
    const unknown = yield* absent([...new Set(older.map(({ libraryId }) => libraryId))].filter((id) => !own.has(id)));
    if (unknown.length > 0) return refusal({ code: 'DEPENDENCY_UNKNOWN', libraryIds: unknown });
    for (const [owner, added] of Map.groupBy(additions, ({ head }) => head?.createdBy ?? importer.avatarId)) {
      const within = yield* usage.take(owner, 'libraries', sizeOf(added.flatMap(({ versions }) => versions)));
      if (!within.ok) return within;
    }
    for (const { library, head, kept, versions } of additions) {
      const { id, current } = library;
      if (head === undefined) yield* addLibrary({ id, createdBy: importer.avatarId, current });
      else yield* changeHead(head, { current, deletedAtMs: null });
      for (const [at, content] of versions.entries()) yield* addVersion(id, kept + at + 1, content);
      yield* reread(id);
    }
    return ok(undefined);
  }

  /** The ids of `ids` of which no version was ever kept. */
  function* absent(ids: readonly string[]): TxScript<readonly string[]> {
    if (ids.length === 0) return [];
    const rows = yield* all(statements.nodesIn, { ids: JSON.stringify(ids) });
    const found = new Set(rows.map(({ libraryId }) => libraryId));
    return ids.filter((id) => !found.has(id));
  }

  /** The library `id`, when its revision is known to the caller, or the caller names none. */
  function* ofRevision(id: string, revisions: readonly number[] | undefined) {
    const library = yield* find(id);
    if (library === undefined) return refusal({ code: 'NOT_FOUND' } as const);
    if (revisions?.includes(library.revision) === false) {
      return refusal({ code: 'VERSION_MISMATCH', revision: library.revision } as const);
    }
    return ok(library);
  }

  return {
    create: (createdBy, content) =>
      write(
        'full',
        function* () {
          const id = newId();
          const unknown = yield* missing(content.dependencies.map(({ libraryId }) => libraryId));
          if (unknown.length > 0) return refusal({ code: 'DEPENDENCY_UNKNOWN', libraryIds: unknown });
          const within = yield* usage.take(createdBy, 'libraries', sizeOf([content]));
          if (!within.ok) return within;
          yield* addLibrary({ id, createdBy, current: content.version });
          yield* addVersion(id, 1, content);
          return ok(yield* reread(id));
        },
        { locks: LIBRARIES },
      ),

    publish: (id, change, revisions) =>
      write(
        'full',
        function* () {
          const found = yield* ofRevision(id, revisions);
          if (!found.ok) return found;
          const library = found.value;
          const content = contentAfter(library, change);
          return content.ok ? yield* publish(library, content.value) : refusal({ problem: content.error });
        },
        { locks: LIBRARIES },
      ),

    importAll: (importer, imported) => write('full', () => importAll(importer, imported), { locks: LIBRARIES }),

    remove: (id, revisions) =>
      write(
        'full',
        function* () {
          const found = yield* ofRevision(id, revisions);
          if (!found.ok) return found;
          const library = found.value;
          const dependants = yield* all(statements.dependants, { id, after: '', limit: NAMED_DEPENDANTS, skip: 0 });
          if (dependants.length > 0) return refusal({ code: 'HAS_DEPENDANTS', dependants } as const);
          yield* changeHead(library, { deletedAtMs: clock.now() });
          yield* search.remove({ collection: 'libraries', id });
          return ok({ ...library, revision: library.revision + 1 });
        },
        { locks: LIBRARIES },
      ),
  };
}

/** The jobs over the tables of libraries in an open database. */
export const libraryStorage = memoize(
  (store: LibraryStore): LibraryRepository => ({ ...store.libraries, ...createLibraryJobs(store) }),
);
