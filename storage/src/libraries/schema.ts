import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import type { Dependency } from './libraries.ts';

/** Tables of libraries. */
export const libraryTables = ({ table, index, primaryKey, text, integer, exactJson }: Dialect) => ({
  libraries: table(
    'libraries',
    {
      id: text().primaryKey(),
      createdBy: text().notNull(),
      /** The version that was written last. */
      current: text().notNull(),
      createdAtMs: integer().notNull(),
      updatedAtMs: integer().notNull(),
      deletedAtMs: integer(),
      /** Counts the changes, from 1. */
      revision: integer().notNull().default(1),
      /** Number of its last change among the changes of all libraries, in the order of their commits. */
      change: integer().notNull().default(0),
    },
    (row) => [
      index('libraries_listed').on(row.id).where(sql`${row.deletedAtMs} is null`),
      index('libraries_change').on(row.change),
    ],
  ),

  /** Every version ever written. Rows never change. */
  libraryVersions: table(
    'library_versions',
    {
      libraryId: text().notNull(),
      version: text().notNull(),
      /** Position among the versions of the library, from 1. */
      ordinal: integer().notNull(),
      name: text().notNull(),
      description: text().notNull(),
      category: text().notNull(),
      sourcePath: text(),
      language: text(),
      createdAtMs: integer().notNull(),
      dependencyCount: integer().notNull(),
      /** The last column, so that SQLite reads the others without it. */
      dependencies: exactJson<readonly Dependency[]>().notNull(),
    },
    (row) => [primaryKey({ columns: [row.libraryId, row.version] })],
  ),

  /** The dependencies of every version, to be followed in both directions. */
  libraryEdges: table(
    'library_edges',
    {
      libraryId: text().notNull(),
      version: text().notNull(),
      dependencyId: text().notNull(),
      versionRange: text().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.libraryId, row.version, row.dependencyId] }),
      index('library_edges_dependency').on(row.dependencyId, row.libraryId),
    ],
  ),
});
export type LibraryTables = ReturnType<typeof libraryTables>;
