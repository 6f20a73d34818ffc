import type { AreaContext } from '../core/area.ts';
import { inOrderOf, pageBy, pageWithin, positionOf } from '../core/page.ts';
import { createSearchIndex } from '../core/search.ts';
import { all, type Statement, type TxScript } from '../core/steps.ts';
import type { LibraryReading } from './libraries.ts';
import type { LibraryTables } from './schema.ts';
import type { LibraryStatements } from './statements.ts';

/** The sizes of a library in a list, and whole. */
interface Sizes {
  readonly id: string;
  readonly bytes: number;
  readonly whole: number;
}

type Query<Row> = Statement<{ all(values?: Record<string, unknown>): Row[] }>;

/** The lists of LibraryReading. They read no more content than one page shows. */
export function createLibraryLists(
  { read, engine }: AreaContext<LibraryTables>,
  statements: LibraryStatements,
): Pick<
  LibraryReading,
  'list' | 'listWhole' | 'search' | 'searchWhole' | 'versionHeads' | 'versionsIn' | 'wholeVersionsIn' | 'dependants'
> {
  const search = createSearchIndex(engine.dialect);
  const wholly = (rows: readonly Sizes[]) => rows.map(({ id, whole }) => ({ id, bytes: whole }));

  /** The libraries of `query` with these ids, in their order. */
  const readerOf = <T extends { readonly id: string }>(query: Query<T>) =>
    function* (page: readonly { readonly id: string }[]): TxScript<readonly (T | undefined)[]> {
      const ids = page.map(({ id }) => id);
      return inOrderOf(ids, yield* all(query, { ids: JSON.stringify(ids) }), ({ id }) => id);
    };
  const [listed, whole] = [readerOf(statements.listedIn), readerOf(statements.librariesIn)];

  /** The ids and sizes of a page of the list, and one more. */
  const headsAfter = (cursor: string | null, limit: number, skip: number) =>
    all(statements.heads, { after: cursor ?? '', limit: limit + 1, skip });

  /** The ids and sizes of a page of found libraries, and one more, with their positions. */
  function* found(text: string, offset: number, limit: number) {
    const { ids } = yield* search.find({ collection: 'libraries', text, avatarId: null, limit: limit + 1, offset });
    const rows = yield* all(statements.sizesIn, { ids: JSON.stringify(ids) });
    const sizes = inOrderOf(ids, rows, ({ id }) => id);
    return ids.map((id, at) => ({ cursor: String(offset + at + 1), ...(sizes[at] ?? { id, bytes: 0, whole: 0 }) }));
  }

  return {
    list: (cursor, limit, skip = 0) =>
      read(function* () {
        return yield* pageWithin(yield* headsAfter(cursor, limit, skip), limit, ({ id }) => id, listed);
      }),

    listWhole: (cursor, limit, skip = 0) =>
      read(function* () {
        return yield* pageWithin(wholly(yield* headsAfter(cursor, limit, skip)), limit, ({ id }) => id, whole);
      }),

    search: (text, cursor, limit, skip = 0) =>
      read(function* () {
        const heads = yield* found(text, (positionOf(cursor) ?? 0) + skip, limit);
        return yield* pageWithin(heads, limit, (head) => head.cursor, listed);
      }),

    searchWhole: (text, cursor, limit, skip = 0) =>
      read(function* () {
        const heads = yield* found(text, (positionOf(cursor) ?? 0) + skip, limit);
        const sized = heads.map((head) => ({ ...head, bytes: head.whole }));
        return yield* pageWithin(sized, limit, (head) => head.cursor, whole);
      }),

    versionHeads: (id) =>
      read(function* () {
        const heads = yield* all(statements.versionHeads, { id });
        return heads.sort((a, b) => a.ordinal - b.ordinal).map(({ ordinal: _place, ...head }) => head);
      }),

    versionsIn: (id, versions) =>
      read(function* () {
        const rows = yield* all(statements.listedVersions, { id, versions: JSON.stringify(versions) });
        return inOrderOf(versions, rows, ({ version }) => version);
      }),

    wholeVersionsIn: (id, versions) =>
      read(function* () {
        const rows = yield* all(statements.wholeVersions, { id, versions: JSON.stringify(versions) });
        return inOrderOf(versions, rows, ({ version }) => version);
      }),

    dependants: (id, cursor, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all(statements.dependants, { id, after: cursor ?? '', limit: limit + 1, skip });
        return pageBy(rows, limit, ({ libraryId }) => libraryId);
      }),
  };
}
