import { createHash } from 'node:crypto';
import type { LibraryRow } from '@causeway/storage';
import type { FastifyReply } from 'fastify';
import { success } from '../../../http/envelope.ts';
import { refuse, unwrap } from '../../../http/errors.ts';
import { etagOf } from '../../../http/etag.ts';
import type { ReadItems } from '../../../http/pagination.ts';
import { libraryView } from '../view.ts';

/** Largest body of a library: 500 dependencies and a long description. */
export const LIBRARY_BODY_LIMIT = 128 * 1024;

/** Answers a library as it is after a change. */
export function changed(reply: FastifyReply, row: LibraryRow) {
  reply.header('etag', etagOf(row.revision));
  return success(libraryView(row));
}

/** Answers a new library. */
export function created(reply: FastifyReply, row: LibraryRow) {
  reply.code(201).header('location', `/api/libraries/${row.id}`);
  return changed(reply, row);
}

const digestOf = (items: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 16);

/** The pages of a list that is computed whole. A cursor is refused when the list has changed since. */
export function pagesOf<T>(items: readonly T[]): ReadItems<T> {
  const digest = digestOf(items);
  return async (after, limit) => {
    const [known = digest, start = '0'] = after?.split(' ') ?? [];
    if (known !== digest) {
      unwrap(refuse('INVALID_CURSOR', 'the list has changed since; start again without the cursor'));
    }
    const end = Number(start) + limit;
    return { items: items.slice(Number(start), end), nextCursor: end < items.length ? `${digest} ${end}` : null };
  };
}
