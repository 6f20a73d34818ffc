/** One page of a list: `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** The page of up to `limit` rows in the order of their ids, from a query of one row more. */
export function pageOf<T extends { readonly id: string }>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** The number in a cursor that is a position; undefined for none, and for text that no list gave out. */
export const positionOf = (cursor: string | null): number | undefined =>
  /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : undefined;
