import { and, asc, eq, gt, isNull, max, type SQL, sql } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import type { Dialect } from '../core/dialect.ts';
import { bytesOf } from '../core/page.ts';
import { given, givenTexts, isAmong, placeholders, prepared } from '../core/statements.ts';
import { run, type TxScript } from '../core/steps.ts';
import type { LibraryTables } from './schema.ts';

/** The number of the change that is being made. Jobs that change libraries exclude each other. */
const nextChange = ({ libraries }: LibraryTables): SQL<number> =>
  sql`(select coalesce(max(${libraries.change}), 0) + 1 from ${libraries})`;

/** Compiled queries over libraries. Lists of ids are passed as a JSON array in `ids`. */
export const libraryStatements = (tables: LibraryTables, dialect: Pick<Dialect, 'name'>) => {
  const { libraries, libraryVersions: versions, libraryEdges: edges } = tables;
  const limit = sql.placeholder('limit');
  const atCurrent = and(eq(versions.libraryId, libraries.id), eq(versions.version, libraries.current));
  const content = {
    version: versions.version,
    name: versions.name,
    description: versions.description,
    category: versions.category,
    sourcePath: versions.sourcePath,
    language: versions.language,
    dependencies: versions.dependencies,
  };
  const library = {
    ...content,
    id: libraries.id,
    createdBy: libraries.createdBy,
    createdAtMs: libraries.createdAtMs,
    updatedAtMs: libraries.updatedAtMs,
    revision: libraries.revision,
  };
  const keptVersion = { ...content, libraryId: versions.libraryId, createdAtMs: versions.createdAtMs };
  const { dependencies: _whole, ...listedContent } = { ...content, dependencyCount: versions.dependencyCount };
  const listedVersion = { ...listedContent, libraryId: versions.libraryId, createdAtMs: versions.createdAtMs };
  const { dependencies: _dependencies, ...listedLibrary } = { ...library, dependencyCount: versions.dependencyCount };
  const { name, description, category, sourcePath, language, dependencies } = content;
  const listedBytes = bytesOf(name, description, category, sourcePath, language);
  const wholeBytes = bytesOf(name, description, category, sourcePath, language, dependencies);
  const isGivenVersion = isAmong(dialect, versions.version, 'versions');
  const node = {
    libraryId: versions.libraryId,
    version: versions.version,
    name: versions.name,
    dependencies: versions.dependencies,
  };
  const isListed = isNull(libraries.deletedAtMs);

  /** The ids in `ids` and everything that they need; through current versions only, or through all. */
  const reached = (onlyCurrent: boolean): SQL => sql`with recursive reached(id) as (${givenTexts(dialect, 'ids')} union
    select ${edges.dependencyId} from reached join ${edges} on ${edges.libraryId} = reached.id${
      onlyCurrent
        ? sql` join ${libraries} on ${libraries.id} = ${edges.libraryId} and ${libraries.current} = ${edges.version}`
        : sql``
    }) select id from reached`;

  return {
    insertLibrary: prepared('insertLibrary', (db) =>
      db.insert(libraries).values({ ...placeholders(libraries), change: nextChange(tables) }),
    ),
    newestChange: prepared('newestLibraryChange', (db) => db.select({ change: max(libraries.change) }).from(libraries)),
    /** The libraries that have changed since the change `after`. */
    changedAfter: prepared('librariesChangedAfter', (db) =>
      db
        .select({ id: libraries.id, change: libraries.change })
        .from(libraries)
        .where(gt(libraries.change, sql.placeholder('after')))
        .orderBy(asc(libraries.change))
        .limit(limit),
    ),
    insertVersion: prepared('insertLibraryVersion', (db) => db.insert(versions).values(placeholders(versions))),
    insertEdge: prepared('insertLibraryEdge', (db) => db.insert(edges).values(placeholders(edges))),
    /** Also a deleted one. */
    head: prepared('libraryHead', (db) => db.select().from(libraries).where(given(libraries.id, 'id'))),
    library: prepared('libraryById', (db) =>
      db
        .select(library)
        .from(libraries)
        .innerJoin(versions, atCurrent)
        .where(and(given(libraries.id, 'id'), isListed)),
    ),
    librariesIn: prepared('librariesIn', (db) =>
      db
        .select(library)
        .from(libraries)
        .innerJoin(versions, atCurrent)
        .where(and(isAmong(dialect, libraries.id, 'ids'), isListed)),
    ),
    listedIn: prepared('listedLibrariesIn', (db) =>
      db
        .select(listedLibrary)
        .from(libraries)
        .innerJoin(versions, atCurrent)
        .where(and(isAmong(dialect, libraries.id, 'ids'), isListed)),
    ),
    /** Ids and sizes of libraries, in the order of their ids. */
    heads: prepared('libraryHeads', (db) =>
      db
        .select({ id: libraries.id, bytes: listedBytes, whole: wholeBytes })
        .from(libraries)
        .innerJoin(versions, atCurrent)
        .where(and(isListed, gt(libraries.id, sql.placeholder('after'))))
        .orderBy(asc(libraries.id))
        .limit(limit)
        .offset(sql.placeholder('skip')),
    ),
    sizesIn: prepared('librarySizesIn', (db) =>
      db
        .select({ id: libraries.id, bytes: listedBytes, whole: wholeBytes })
        .from(libraries)
        .innerJoin(versions, atCurrent)
        .where(and(isAmong(dialect, libraries.id, 'ids'), isListed)),
    ),
    version: prepared('libraryVersion', (db) =>
      db
        .select(keptVersion)
        .from(versions)
        .where(and(given(versions.libraryId, 'id'), given(versions.version, 'version'))),
    ),
    versions: prepared('libraryVersions', (db) =>
      db.select(keptVersion).from(versions).where(given(versions.libraryId, 'id')).orderBy(asc(versions.ordinal)),
    ),
    /** In no order, because SQLite would read the large columns to sort. */
    versionHeads: prepared('libraryVersionHeads', (db) =>
      db
        .select({ version: versions.version, ordinal: versions.ordinal, bytes: listedBytes, whole: wholeBytes })
        .from(versions)
        .where(given(versions.libraryId, 'id')),
    ),
    /** Some of the kept versions of one library. */
    listedVersions: prepared('listedLibraryVersions', (db) =>
      db
        .select(listedVersion)
        .from(versions)
        .where(and(given(versions.libraryId, 'id'), isGivenVersion)),
    ),
    wholeVersions: prepared('wholeLibraryVersions', (db) =>
      db
        .select(keptVersion)
        .from(versions)
        .where(and(given(versions.libraryId, 'id'), isGivenVersion)),
    ),
    namesIn: prepared('libraryNamesIn', (db) =>
      db
        .select({ libraryId: versions.libraryId, version: versions.version, name: versions.name })
        .from(versions)
        .where(isAmong(dialect, versions.libraryId, 'ids')),
    ),
    headsIn: prepared('libraryHeadsIn', (db) =>
      db
        .select({ id: libraries.id, current: libraries.current })
        .from(libraries)
        .where(isAmong(dialect, libraries.id, 'ids')),
    ),
    /** The bytes of all kept versions of the libraries in `ids`. */
    bytesIn: prepared('libraryBytesIn', (db) =>
      db
        .select({ bytes: sql<number>`coalesce(sum(${wholeBytes}), 0)`.mapWith(Number) })
        .from(versions)
        .where(isAmong(dialect, versions.libraryId, 'ids')),
    ),
    versionsIn: prepared('libraryVersionsIn', (db) =>
      db
        .select(keptVersion)
        .from(versions)
        .where(isAmong(dialect, versions.libraryId, 'ids')),
    ),
    dependants: prepared('libraryDependants', (db) =>
      db
        .select({
          libraryId: versions.libraryId,
          name: versions.name,
          version: versions.version,
          versionRange: edges.versionRange,
        })
        .from(edges)
        .innerJoin(
          libraries,
          and(eq(libraries.id, edges.libraryId), eq(libraries.current, edges.version), isNull(libraries.deletedAtMs)),
        )
        .innerJoin(versions, atCurrent)
        .where(and(given(edges.dependencyId, 'id'), gt(edges.libraryId, sql.placeholder('after'))))
        .orderBy(asc(edges.libraryId))
        .limit(limit)
        .offset(sql.placeholder('skip')),
    ),
    /** All kept versions of the libraries in `ids`, or also of everything that they need. */
    nodesIn: prepared('libraryNodesIn', (db) =>
      db
        .select(node)
        .from(versions)
        .where(isAmong(dialect, versions.libraryId, 'ids')),
    ),
    nodesBelow: prepared('libraryNodesBelow', (db) =>
      db
        .select(node)
        .from(versions)
        .where(sql`${versions.libraryId} in (${reached(false)})`),
    ),
    /** The same of current versions. */
    currentIn: prepared('currentLibrariesIn', (db) =>
      db
        .select(node)
        .from(libraries)
        .innerJoin(versions, atCurrent)
        .where(isAmong(dialect, libraries.id, 'ids')),
    ),
    currentBelow: prepared('currentLibrariesBelow', (db) =>
      db
        .select(node)
        .from(libraries)
        .innerJoin(versions, atCurrent)
        .where(sql`${libraries.id} in (${reached(true)})`),
    ),
  };
};
export type LibraryStatements = ReturnType<typeof libraryStatements>;

/** Writes columns of a library, as the newest change. */
export function* updateLibrary(
  { tables }: AreaContext<LibraryTables>,
  id: string,
  fields: { readonly current?: string; readonly deletedAtMs?: number | null; updatedAtMs: number; revision: number },
): TxScript<void> {
  const set = { ...fields, change: nextChange(tables) };
  yield* run((db) => db.update(tables.libraries).set(set).where(eq(tables.libraries.id, id)));
}
