import { list } from './format.ts';

/** A page of a list, as the service answers it. */
export interface Page<T> {
  readonly result: readonly T[];
  readonly nextCursor: string | null;
}

/** Which page of a list is asked for. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** The rows of a list that are shown. */
export interface Shown<T> {
  readonly items: readonly T[];
  /** How many rows were asked for; the service may have answered fewer. */
  readonly asked: number;
  readonly hasMore: boolean;
  /** How many rows the page keeps, when there are more; undefined otherwise. */
  readonly cutAt: number | undefined;
}

/** Rows of one list that the page keeps at most. */
const MOST = 500;
/** The same where each row is a request of its own, so that all of them together stay below the service's limit. */
export const MOST_ASKING = 100;

/** Rows of one request at most, unless a list has fewer. */
const LARGEST = 100;

/** What makes a row that row and no other. */
export type IdOf<T> = (row: T) => string | number;

export interface Reading<T> {
  readonly idOf: IdOf<T>;
  /** Rows of one request at most, where the service answers no more of them. */
  readonly largest?: number;
  /** Rows that the page keeps at most. */
  readonly most?: number;
}

/** The first `wanted` rows of a list, up to `most`. A row that moves to another page meanwhile is there once. */
export async function readPages<T>(
  wanted: number,
  { idOf, largest = LARGEST, most = MOST }: Reading<T>,
  page: (query: PageQuery) => Promise<Page<T>>,
): Promise<Shown<T>> {
  const asked = Math.min(wanted, most);
  const rows = new Map<string | number, T>();
  let cursor: string | undefined;
  for (let left = asked; left > 0; ) {
    const limit = Math.min(largest, left);
    const { result, nextCursor } = await page({ limit, ...(cursor !== undefined && { cursor }) });
    for (const row of list(result)) rows.set(idOf(row), row);
    cursor = nextCursor ?? undefined;
    left = cursor === undefined ? 0 : left - limit;
  }
  const isMore = cursor !== undefined;
  const isFull = asked === most;
  return { items: [...rows.values()], asked, hasMore: isMore && !isFull, cutAt: isMore && isFull ? most : undefined };
}
