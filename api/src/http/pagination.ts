import type { Page } from '@causeway/storage';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { decodeCursor, encodeCursor, type ListBinding } from './cursor.ts';
import { type SuccessPage, successPage } from './envelope.ts';
import { refuse, unwrap } from './errors.ts';

/** Default and maximum number of items in a page. */
const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Query of every list: `cursor` + `limit`, or `offset` + `limit`. */
export const pageQuery = {
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: '`nextCursor` of the page before, with the same filter.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, description: 'Items to skip; instead of `cursor`.' }),
  ),
};
export type PageQuery = Static<ReturnType<typeof Type.Object<typeof pageQuery>>>;

/** Items of a whole list at once. */
const WHOLE_LIMIT = 1_000;

/** Query of a list that is answered whole, up to 1,000 items, when neither `cursor`, `limit` nor `offset` asks for a page. */
export const wholePageQuery = {
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description: `Items of a page. Without \`limit\`, \`cursor\` and \`offset\`, up to ${WHOLE_LIMIT} items are answered.`,
    }),
  ),
};

/** Reads up to `limit` items after the sort key `after`. */
export type ReadItems<T> = (after: string | null, limit: number) => Promise<Page<T>>;

/**
 * The page for `query`. `read` takes and returns sort keys; callers see them as cursors of this list. An offset is
 * reached by reading the pages before it. Without a limit in the query, the page has up to `limit` items.
 */
export async function readPage<T>(
  binding: ListBinding,
  query: PageQuery,
  read: ReadItems<T>,
  limit = DEFAULT_LIMIT,
): Promise<Page<T>> {
  if (query.cursor !== undefined && query.offset !== undefined) {
    return unwrap(refuse('MALFORMED_REQUEST', 'give either cursor or offset'));
  }
  let after = query.cursor === undefined ? null : unwrap(decodeCursor(binding, query.cursor));
  for (let skip = query.offset ?? 0; skip > 0; ) {
    const skipped = await read(after, Math.min(skip, MAX_LIMIT));
    if (skipped.nextCursor === null) return { items: [], nextCursor: null };
    skip -= skipped.items.length;
    after = skipped.nextCursor;
  }
  const { items, nextCursor } = await read(after, query.limit ?? limit);
  return { items, nextCursor: nextCursor === null ? null : encodeCursor(binding, nextCursor) };
}

/** The view of items that are shown as they are. */
export const asItIs = <T>(item: T): T => item;

/** A request for a list; its operation names the cursors. */
export interface ListRequest {
  readonly query: PageQuery;
  readonly routeOptions: Pick<FastifyRequest['routeOptions'], 'config'>;
}

/**
 * The answer of a list: the page that `request` asks for, each item as `view`. Its cursors are of the request's
 * operation with `filter`.
 */
export async function answerPage<T, V>(
  { query, routeOptions }: ListRequest,
  filter: ListBinding['filter'],
  view: (item: T) => V,
  read: ReadItems<T>,
  limit = DEFAULT_LIMIT,
): Promise<SuccessPage<V>> {
  const operation = routeOptions.config.operation?.declaration.operationId ?? '';
  const { items, nextCursor } = await readPage({ operation, filter }, query, read, limit);
  return successPage(
    items.map((item) => view(item)),
    nextCursor,
  );
}

/** Like answerPage, for a query of `wholePageQuery`. */
export const answerWhole: typeof answerPage = (request, filter, view, read) => {
  const { cursor, offset } = request.query;
  const limit = cursor === undefined && offset === undefined ? WHOLE_LIMIT : DEFAULT_LIMIT;
  return answerPage(request, filter, view, read, limit);
};
