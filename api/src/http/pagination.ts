import Type, { type Static } from 'typebox';
import { refuse, unwrap } from './errors.ts';

/** Items of a page when the caller names no limit, and at most. */
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Query of every list: `cursor` + `limit`, or `offset` + `limit`. */
export const pageQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 500, description: '`nextCursor` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, description: 'Items to skip; instead of `cursor`.' }),
  ),
});

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Reads the page that `query` asks for; an offset is reached by walking the cursor. */
export async function readPage<T>(
  query: Static<typeof pageQuery>,
  read: (cursor: string | null, limit: number) => Promise<Page<T>>,
): Promise<Page<T>> {
  if (query.cursor !== undefined && query.offset !== undefined) {
    return unwrap(refuse('MALFORMED_REQUEST', 'give either cursor or offset'));
  }
  let cursor = query.cursor ?? null;
  for (let skip = query.offset ?? 0; skip > 0; ) {
    const skipped = await read(cursor, Math.min(skip, MAX_LIMIT));
    if (skipped.nextCursor === null) return { items: [], nextCursor: null };
    skip -= skipped.items.length;
    cursor = skipped.nextCursor;
  }
  return read(cursor, query.limit ?? DEFAULT_LIMIT);
}
