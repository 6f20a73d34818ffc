import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { mapPage, PAGE_BYTES, type Page, pageBy } from '@causeway/storage';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { refuse, unwrap } from '../errors/errors.ts';
import { type SuccessPage, successPage } from '../schema/envelope.ts';
import { decodeCursor, encodeCursor, type ListBinding } from './cursor.ts';

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

/**
 * Query of a list that is answered whole, up to 1,000 items, when neither `cursor`, `limit` nor `offset` asks for a
 * page.
 */
export const wholePageQuery = {
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description:
        `Items of a page. Without \`limit\`, \`cursor\` and \`offset\`, up to ${WHOLE_LIMIT} items are answered. However many ` +
        'are asked for, an answer ends before 1 MiB, and `nextCursor` goes on.',
    }),
  ),
};

/** Query of a list that answers summaries, unless whole items are asked for. */
export const viewQuery = {
  view: Type.Optional(
    Type.String({
      enum: ['summary', 'full'],
      default: 'summary',
      description: '`full` answers whole items, as their own operation does; a page has fewer of them.',
    }),
  ),
};

/** Most bytes of the items of an answer as JSON: PAGE_BYTES without the envelope. */
const MOST_BYTES = PAGE_BYTES - 1024;

/** Bytes of views that are made in one turn of the event loop. */
const TURN_BYTES = 128 * 1024;

/** Reads up to `limit` items after the sort key `after`, without the first `skip`. */
export type ReadItems<T> = (after: string | null, limit: number, skip: number) => Promise<Page<T>>;

/** A part of a list as it is answered. */
export interface Answered<V> {
  readonly items: readonly V[];
  readonly nextCursor: string | null;
}

/**
 * The views of the page for `query`. `read` takes and returns sort keys; callers see them as cursors of this list.
 * Without a limit in the query, the page has up to `limit` items. It ends before its JSON has more than PAGE_BYTES, and
 * further views are not made then; the first item is on it, however large.
 */
export async function readPage<T, V>(
  binding: ListBinding,
  query: PageQuery,
  view: (item: T) => V | Promise<V>,
  read: ReadItems<T>,
  limit = DEFAULT_LIMIT,
): Promise<Answered<V>> {
  if (query.cursor !== undefined && query.offset !== undefined) {
    return unwrap(refuse('MALFORMED_REQUEST', 'give either cursor or offset'));
  }
  const after = query.cursor === undefined ? null : unwrap(decodeCursor(binding, query.cursor));
  const page = await read(after, query.limit ?? limit, query.offset ?? 0);
  const answered = (items: readonly V[], cursor: string | null): Answered<V> => ({
    items,
    nextCursor: cursor === null ? null : encodeCursor(binding, cursor),
  });
  const views: V[] = [];
  let bytes = 0;
  let turns = 0;
  for (const [at, item] of page.items.entries()) {
    // Others have their turns after the reading, and between the views.
    if (bytes >= turns * TURN_BYTES) {
      turns += 1;
      await setImmediate();
    }
    const one = await view(item);
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1;
    if (at > 0 && bytes > MOST_BYTES) return answered(views, page.cursors[at - 1] ?? null);
    views.push(one);
  }
  return answered(views, page.nextCursor);
}

const digestOf = (items: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 16);

/** The pages of a list that is computed whole. A cursor is refused when the list has changed since. */
export function pagesOf<T>(items: readonly T[]): ReadItems<T> {
  const digest = digestOf(items);
  return async (after, limit, skip) => {
    const [known = digest, from = '0'] = after?.split(' ') ?? [];
    if (known !== digest) {
      unwrap(refuse('INVALID_CURSOR', 'the list has changed since; start again without the cursor'));
    }
    const start = Number(from) + skip;
    const rest = items
      .slice(start, start + limit + 1)
      .map((item, at) => ({ item, cursor: `${digest} ${start + at + 1}` }));
    return mapPage(
      pageBy(rest, limit, ({ cursor }) => cursor),
      ({ item }) => item,
    );
  };
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
  view: (item: T) => V | Promise<V>,
  read: ReadItems<T>,
  limit = DEFAULT_LIMIT,
): Promise<SuccessPage<V>> {
  const operation = routeOptions.config.operation?.declaration.operationId ?? '';
  const { items, nextCursor } = await readPage({ operation, filter }, query, view, read, limit);
  return successPage(items, nextCursor);
}

/** Like answerPage, for a query of `wholePageQuery`. */
export const answerWhole: typeof answerPage = (request, filter, view, read) => {
  const { cursor, offset } = request.query;
  const limit = cursor === undefined && offset === undefined ? WHOLE_LIMIT : DEFAULT_LIMIT;
  return answerPage(request, filter, view, read, limit);
};
