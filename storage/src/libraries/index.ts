import type { Area, AreaContext } from '../core/area.ts';
import { createSearchIndex } from '../core/search.ts';
import type { LibraryReading } from './libraries.ts';
import { createLibraryReading } from './library-reading.ts';
import { type LibraryTables, libraryTables } from './schema.ts';
import { type LibraryStatements, libraryStatements } from './statements.ts';
import { MAX_CACHED } from './version-cache.ts';

/** The tables of code libraries, their versions and what they depend on. The API's area adds the jobs that decide. */
export interface LibraryStore {
  readonly context: AreaContext<LibraryTables>;
  readonly statements: LibraryStatements;
  readonly search: ReturnType<typeof createSearchIndex>;
  readonly libraries: LibraryReading;
}

/** The store, with at most `maxCached` versions and dependencies in memory. */
export function openLibraries(context: AreaContext<LibraryTables>, maxCached: number = MAX_CACHED): LibraryStore {
  const { dialect } = context.engine;
  const statements = libraryStatements(context.tables, dialect);
  const libraries = createLibraryReading(context, statements, maxCached);
  return { context, statements, search: createSearchIndex(dialect), libraries };
}

export const libraries: Area<LibraryTables, LibraryStore> = {
  tables: libraryTables,
  open: (context) => openLibraries(context),
};

export { currentEdges } from './graph.ts';
export type * from './libraries.ts';
export { type LibraryStatements, libraryStatements, updateLibrary } from './statements.ts';
export { VersionCache } from './version-cache.ts';
