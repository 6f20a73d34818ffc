import { ok } from '@causeway/protocol';
import type { Dependency, LibraryContent } from '@causeway/storage';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import { type LibraryRequest, type LibraryUpdate, MOST, type NewDependency } from './schemas.ts';
import { isRange, isVersion, nextVersion, sorted } from './versions.ts';

/** The version of a library that names none. */
const FIRST_VERSION = '1.0.0';

/** A change of a library, which makes a new version of it. */
export type Change =
  | { readonly kind: 'update'; readonly update: LibraryUpdate }
  | { readonly kind: 'addDependency'; readonly dependency: NewDependency }
  | { readonly kind: 'removeDependency'; readonly dependencyId: string };

/** The content without halves of surrogate pairs, if its version and dependencies are right. */
function checked(content: LibraryContent): Answer<LibraryContent> {
  const { version, dependencies } = content;
  if (!isVersion(version)) return refuse('INVALID_VERSION', `${version} is no semantic version in its normal form`);
  const wrong = dependencies.find(({ versionRange }) => !isRange(versionRange));
  if (wrong) {
    const { libraryId, versionRange } = wrong;
    return refuse('INVALID_VERSION_RANGE', `${versionRange}, for ${libraryId}, is no range of versions`);
  }
  if (dependencies.length > MOST.dependencies) {
    return refuse('INVALID_DEPENDENCIES', `a library depends on at most ${MOST.dependencies} libraries itself`);
  }
  const ids = dependencies.map(({ libraryId }) => libraryId);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return refuse('INVALID_DEPENDENCIES', `the library ${twice} is named twice`);
  return ok({
    version,
    name: content.name.toWellFormed(),
    description: content.description.toWellFormed(),
    category: content.category.toWellFormed(),
    sourcePath: content.sourcePath?.toWellFormed() ?? null,
    language: content.language?.toWellFormed() ?? null,
    dependencies: sorted(dependencies),
  });
}

const dependencyOf = ({ libraryId, versionRange = '*' }: NewDependency): Dependency => ({ libraryId, versionRange });

/** The content of a new library. */
export function newContent(request: LibraryRequest): Answer<LibraryContent> {
  const { name, description = '', category = '', sourcePath = null, language = null } = request;
  const { version = FIRST_VERSION, dependencies = [] } = request;
  return checked({
    version,
    name,
    description,
    category,
    sourcePath,
    language,
    dependencies: dependencies.map(dependencyOf),
  });
}

/**
 * The content of `library` after `change`. Without a version in it, a change that says something new makes the next
 * patch version.
 */
export function contentAfter(library: LibraryContent, change: Change): Answer<LibraryContent> {
  switch (change.kind) {
    case 'update': {
      const { dependencies, version, ...given } = change.update;
      const list = dependencies?.map(dependencyOf) ?? library.dependencies;
      const says = { ...library, ...given, dependencies: list };
      return following(library, says, version);
    }
    case 'addDependency': {
      const dependency = dependencyOf(change.dependency);
      const others = library.dependencies.filter(({ libraryId }) => libraryId !== dependency.libraryId);
      return following(library, { ...library, dependencies: [...others, dependency] }, change.dependency.version);
    }
    case 'removeDependency': {
      const { dependencyId } = change;
      const dependencies = library.dependencies.filter(({ libraryId }) => libraryId !== dependencyId);
      if (dependencies.length === library.dependencies.length) {
        return refuse('LIBRARY_NOT_FOUND', 'Library not found', { facts: { dependencyId } });
      }
      return following(library, { ...library, dependencies }, undefined);
    }
  }
}

function following(library: LibraryContent, says: LibraryContent, version: string | undefined): Answer<LibraryContent> {
  if (version !== undefined) return checked({ ...says, version });
  const same = checked({ ...says, version: library.version });
  if (!same.ok || JSON.stringify(same.value) === JSON.stringify(pick(library))) return same;
  const next = nextVersion(library.version);
  if (next.length > MOST.version || !isVersion(next)) {
    return refuse('INVALID_VERSION', `there is no version after ${library.version}: give one`);
  }
  return ok({ ...same.value, version: next });
}

/** Only the content of a library, in the order of `checked`. */
const pick = ({ version, name, description, category, sourcePath, language, dependencies }: LibraryContent) => ({
  ...{ version, name, description, category, sourcePath, language },
  dependencies: dependencies.map(({ libraryId, versionRange }) => ({ libraryId, versionRange })),
});
