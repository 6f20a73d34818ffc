import { setImmediate } from 'node:timers/promises';
import { ok, type Result } from '@causeway/protocol';
import type {
  Dependant,
  GraphVersion,
  LibraryContent,
  LibraryRow,
  LibraryVersionRow,
  ListedLibrary,
  ListedVersion,
  Page,
  VersionHead,
} from '@causeway/storage';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import { permit, standingOf } from '../../http/callers/ownership.ts';
import { type Answer, overQuota, type Problem, type Refusal } from '../../http/errors/errors.ts';
import type { ReadItems } from '../../http/requests/pagination.ts';
import { type Change, newContent } from './content.ts';
import { refuse } from './errors.ts';
import { MAX_LIBRARIES, MAX_PACKAGE_BYTES, packageOf, readPackage } from './package.ts';
import { type ResolutionFailure, resolve } from './resolver.ts';
import type { ImportRefused, LibraryRepository, RemoveRefused } from './rules/libraries.ts';
import type { LibraryPackage, LibraryRequest, LockedDependency } from './schemas.ts';
import { highest } from './versions.ts';

/** A library with one of its kept versions. */
export interface SeenLibrary {
  readonly library: LibraryRow;
  readonly content: LibraryContent;
}

/** A list of libraries: its items without dependencies, and whole. */
export interface LibraryList {
  readonly summaries: ReadItems<ListedLibrary>;
  readonly whole: ReadItems<LibraryRow>;
}

type VersionName = Omit<GraphVersion, 'dependencies'>;

/** Libraries of which all versions are read at once. */
const NAMED_AT_ONCE = 8;

const notFound = refuse('LIBRARY_NOT_FOUND', 'Library not found');
const tooLarge = refuse(
  'PACKAGE_TOO_LARGE',
  `the package would have more than ${MAX_LIBRARIES} libraries, or more than ${MAX_PACKAGE_BYTES} bytes, which no import takes`,
);

/** The answer for what the storage refused. */
function refusalOf(refused: ImportRefused | RemoveRefused): Refusal {
  switch (refused.code) {
    case 'NOT_FOUND':
      return notFound;
    case 'VERSION_MISMATCH':
      return refuse('VERSION_MISMATCH', `the library has revision ${refused.revision}`);
    case 'VERSION_EXISTS': {
      const { libraryId, version } = refused;
      const message = `version ${version} is published with other content, and never changes: give a new version`;
      return refuse('LIBRARY_VERSION_EXISTS', message, { facts: { libraryId, version } });
    }
    case 'TOO_MANY_VERSIONS':
      return refuse('LIBRARY_VERSIONS_EXCEEDED', `a library has at most ${refused.most} versions`);
    case 'DEPENDENCY_UNKNOWN': {
      const { libraryIds } = refused;
      return refuse('DEPENDENCY_UNKNOWN', `no library ${libraryIds.join(', ')}`, { facts: { libraryIds } });
    }
    case 'CYCLE':
      return cycle(refused.path);
    case 'QUOTA_EXCEEDED':
      return overQuota(refused);
    case 'HAS_DEPENDANTS': {
      const { dependants } = refused;
      const names = dependants.map(({ name, version }) => `${name} ${version}`).join(', ');
      return refuse('LIBRARY_HAS_DEPENDANTS', `other libraries depend on it: ${names}`, { facts: { dependants } });
    }
    case 'FOREIGN': {
      const { libraryId } = refused;
      return refuse('PACKAGE_FOREIGN', `the library ${libraryId} belongs to another avatar`, { facts: { libraryId } });
    }
  }
}

const cycle = (path: readonly string[]): Refusal =>
  refuse('LIBRARY_CYCLE', `the dependencies make a circle: ${path.join(' → ')}`, { facts: { path } });

const answerOf = <T>(result: Result<T, ImportRefused | RemoveRefused | { readonly problem: Problem }>): Answer<T> => {
  if (result.ok) return result;
  return 'problem' in result.error ? { ok: false, error: result.error.problem } : refusalOf(result.error);
};

/** The answer for dependencies that have no lock list. */
function unresolved(failure: ResolutionFailure): Refusal {
  if (failure.kind === 'cycle') return cycle(failure.path);
  const { conflicts } = failure;
  const told = conflicts.map(({ libraryId, requirements, versions, chosen }) => {
    const demands = requirements.map((one) => `${one.versionRange} by ${one.libraryId}@${one.version}`).join(', ');
    return `${libraryId} is demanded as ${demands}; ${chosen ? `only ${chosen} is left` : `kept: ${versions.join(', ') || 'none'}`}`;
  });
  const code = failure.kind === 'conflict' ? 'DEPENDENCY_CONFLICT' : 'DEPENDENCIES_TOO_COMPLEX';
  return refuse(code, told.join('; ') || 'no versions meet all ranges', { facts: { conflicts } });
}

/** Code libraries: their versions, dependencies and packages. */
export class LibraryService {
  readonly #storage: LibraryRepository;

  constructor(storage: LibraryRepository) {
    this.#storage = storage;
  }

  async create(caller: Caller, request: LibraryRequest): Promise<Answer<LibraryRow>> {
    const content = newContent(request);
    return content.ok ? answerOf(await this.#storage.create(caller.avatarId, content.value)) : content;
  }

  /** All libraries, oldest first. */
  list(): LibraryList {
    return {
      summaries: (after, limit, skip) => this.#storage.list(after, limit, skip),
      whole: (after, limit, skip) => this.#storage.listWhole(after, limit, skip),
    };
  }

  /** Libraries with the words of `text`, best first. */
  search(text: string): LibraryList {
    return {
      summaries: (after, limit, skip) => this.#storage.search(text, after, limit, skip),
      whole: (after, limit, skip) => this.#storage.searchWhole(text, after, limit, skip),
    };
  }

  /** A library at a kept version, its current one if undefined. */
  async get(id: string, version?: string): Promise<Answer<SeenLibrary>> {
    const library = await this.#storage.get(id);
    if (library === undefined) return notFound;
    if (version === undefined || version === library.version) return ok({ library, content: library });
    const content = await this.#storage.version(id, version);
    return content === undefined ? notFound : ok({ library, content });
  }

  /** The heads of all kept versions of a library, highest first. */
  async versions(id: string): Promise<Answer<{ readonly current: string; readonly heads: readonly VersionHead[] }>> {
    const current = await this.#storage.current(id);
    if (current === undefined) return notFound;
    return ok({ current, heads: highest(await this.#storage.versionHeads(id)) });
  }

  /** Some kept versions of a library, in their order. */
  versionsIn(id: string, heads: readonly VersionHead[]): Promise<readonly (ListedVersion | undefined)[]> {
    return this.#storage.versionsIn(
      id,
      heads.map(({ version }) => version),
    );
  }

  wholeVersionsIn(id: string, heads: readonly VersionHead[]): Promise<readonly (LibraryVersionRow | undefined)[]> {
    return this.#storage.wholeVersionsIn(
      id,
      heads.map(({ version }) => version),
    );
  }

  /** Makes a new version; `revisions`: those that the library may have. */
  async change(
    caller: Caller,
    id: string,
    change: Change,
    revisions: readonly number[] | undefined,
  ): Promise<Answer<LibraryRow>> {
    const own = await this.#own(caller, id);
    if (!own.ok) return own;
    return answerOf(await this.#storage.publish(id, change, revisions));
  }

  async remove(caller: Caller, id: string, revisions: readonly number[] | undefined): Promise<Answer<LibraryRow>> {
    const own = await this.#own(caller, id);
    return own.ok ? answerOf(await this.#storage.remove(id, revisions)) : own;
  }

  /** The libraries that `id` itself depends on, or the lock list of everything that it needs. */
  async dependencies(
    id: string,
    version: string | undefined,
    transitive: boolean,
  ): Promise<Answer<readonly LockedDependency[]>> {
    const seen = await this.get(id, version);
    if (!seen.ok) return seen;
    const { content } = seen.value;
    return transitive ? this.#locked(id, content) : ok(await this.#direct(id, content));
  }

  async dependants(id: string, cursor: string | null, limit: number, skip: number): Promise<Answer<Page<Dependant>>> {
    const current = await this.#storage.current(id);
    return current === undefined ? notFound : ok(await this.#storage.dependants(id, cursor, limit, skip));
  }

  /** The package of a library, maybe with everything that any of its versions can need. */
  async export(id: string, transitive: boolean): Promise<Answer<LibraryPackage>> {
    if ((await this.#storage.current(id)) === undefined) return notFound;
    const most = { libraries: MAX_LIBRARIES, bytes: MAX_PACKAGE_BYTES };
    const libraries = await this.#storage.exported(id, transitive, most);
    const exported = libraries && packageOf(id, libraries);
    if (exported === undefined || Buffer.byteLength(JSON.stringify(exported)) > MAX_PACKAGE_BYTES) return tooLarge;
    return ok(exported);
  }

  /** Adds the libraries of a package; `into`: the library that it must be the package of. */
  async import(caller: Caller, sent: unknown, into?: string): Promise<Answer<LibraryRow>> {
    if (into !== undefined) {
      const own = await this.#own(caller, into);
      if (!own.ok) return own;
    }
    const read = readPackage(sent);
    if (!read.ok) return read;
    const { libraryId, libraries } = read.value;
    if (into !== undefined && into !== libraryId) {
      return refuse('PACKAGE_FOREIGN', `the package is of the library ${libraryId}`);
    }
    const importer = { avatarId: caller.avatarId, ownsAll: hasScope(caller, 'admin') };
    const imported = answerOf(await this.#storage.importAll(importer, libraries));
    if (!imported.ok) return imported;
    const library = await this.#storage.get(libraryId);
    return library === undefined ? notFound : ok(library);
  }

  async #own(caller: Caller, id: string): Promise<Answer<void>> {
    const library = await this.#storage.get(id);
    if (library === undefined) return notFound;
    return permit(
      standingOf(caller, { owner: library.createdBy, visible: true }, 'libraries:write'),
      'write',
      notFound,
    );
  }

  async #direct(id: string, { version, dependencies }: LibraryContent): Promise<readonly LockedDependency[]> {
    const kept = await this.#namesOf(dependencies.map(({ libraryId }) => libraryId));
    return dependencies.map(({ libraryId, versionRange }) => {
      const versions = kept.get(libraryId) ?? [];
      const best = highest(versions, versionRange)[0];
      const name = (best ?? highest(versions)[0])?.name ?? '';
      const requiredBy = [{ libraryId: id, version, versionRange }];
      return { libraryId, name, version: best?.version ?? null, versionRange, direct: true, requiredBy };
    });
  }

  /** The kept versions of libraries, read a few libraries at a time, so that other requests have their turns. */
  async #namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly VersionName[]>> {
    const kept = new Map<string, readonly VersionName[]>();
    for (let at = 0; at < ids.length; at += NAMED_AT_ONCE) {
      if (at > 0) await setImmediate();
      for (const [id, names] of await this.#storage.names(ids.slice(at, at + NAMED_AT_ONCE))) kept.set(id, names);
    }
    return kept;
  }

  async #locked(id: string, { version: rootVersion }: LibraryContent): Promise<Answer<readonly LockedDependency[]>> {
    const graph = await this.#storage.graph(id);
    const root = graph.get(id)?.find((one: GraphVersion) => one.version === rootVersion);
    if (root === undefined) return notFound;
    const lock = resolve(graph, root);
    if (!lock.ok) return unresolved(lock.error);
    const ranges = new Map(root.dependencies.map(({ libraryId, versionRange }) => [libraryId, versionRange]));
    return ok(
      lock.value.map(({ libraryId, name, version, requiredBy }) => {
        const versionRange = ranges.get(libraryId) ?? null;
        return { libraryId, name, version, versionRange, direct: versionRange !== null, requiredBy };
      }),
    );
  }
}
