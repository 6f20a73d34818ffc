import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { TxScript } from './steps.ts';

/** One page of a list: `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  /** For each item the cursor of what follows it, so that a page can end earlier. */
  readonly cursors: readonly string[];
  readonly nextCursor: string | null;
}

/**
 * Most bytes of one page: of the large columns that are read for it, and of the JSON that answers it. A page has at
 * least one item, however large it is.
 */
export const PAGE_BYTES = 1024 * 1024;

/** A page without items. */
export const EMPTY_PAGE: Page<never> = { items: [], cursors: [], nextCursor: null };

/** The page of up to `limit` rows, from a query of one row more. `keyOf` is the place of a row in the list. */
export function pageBy<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const cursors = items.map(keyOf);
  return { items, cursors, nextCursor: rows.length > limit ? (cursors.at(-1) ?? null) : null };
}

/** The page of up to `limit` rows in the order of their ids, from a query of one row more. */
export const pageOf = <T extends { readonly id: string }>(rows: readonly T[], limit: number): Page<T> =>
  pageBy(rows, limit, ({ id }) => id);

/** The page with `view` of each item. */
export const mapPage = <T, V>({ items, ...page }: Page<T>, view: (item: T) => V): Page<V> => ({
  ...page,
  items: items.map((item) => view(item)),
});

/** A row of a list without its large columns. */
export interface Head {
  /** The size of the large columns, see `bytesOf`. */
  readonly bytes: number;
}

/** The page up to the item with which it has PAGE_BYTES, but for the first one. */
export function cutPage<H extends Head>(page: Page<H>): Page<H> {
  let bytes = 0;
  for (const [at, head] of page.items.entries()) {
    bytes += head.bytes;
    if (at === 0 || bytes <= PAGE_BYTES) continue;
    return {
      items: page.items.slice(0, at),
      cursors: page.cursors.slice(0, at),
      nextCursor: page.cursors[at - 1] ?? null,
    };
  }
  return page;
}

/** The page with the items in the places of their heads, without those that have gone meanwhile. */
export function fillPage<T>(page: Page<unknown>, items: readonly (T | undefined)[]): Page<T> {
  const rows = page.cursors.flatMap((cursor, at) => {
    const item = items[at];
    return item === undefined ? [] : [{ item, cursor }];
  });
  return {
    items: rows.map(({ item }) => item),
    cursors: rows.map(({ cursor }) => cursor),
    nextCursor: page.nextCursor,
  };
}

/**
 * The page of the first items that together have at most PAGE_BYTES. `heads` come from a query of one row more than
 * `limit`, and `read` reads the items of those that are on the page, in their order; undefined for one that has gone
 * meanwhile.
 */
export function* pageWithin<H extends Head, T>(
  heads: readonly H[],
  limit: number,
  keyOf: (head: H) => string,
  read: (heads: readonly H[]) => TxScript<readonly (T | undefined)[]>,
): TxScript<Page<T>> {
  const page = cutPage(pageBy(heads, limit, keyOf));
  return fillPage(page, page.items.length === 0 ? [] : yield* read(page.items));
}

/** The rows in the order of `ids`; undefined for an id that has none. */
export function inOrderOf<T, Id>(ids: readonly Id[], rows: readonly T[], idOf: (row: T) => Id): (T | undefined)[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.map((id) => byId.get(id));
}

/**
 * The bytes that text columns have together. Neither engine reads a text for its length; in SQLite that holds for
 * columns with no larger column before them.
 */
export const bytesOf = (...columns: readonly (SQLiteColumn | SQL)[]): SQL<number> =>
  sql`${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${column}), 0)`),
    sql` + `,
  )}`.mapWith(Number);

/** The number in a cursor that is a position; undefined for none, and for text that no list gave out. */
export const positionOf = (cursor: string | null): number | undefined =>
  /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : undefined;
