import type { LibraryRow } from '@causeway/storage';
import type { FastifyReply } from 'fastify';
import { etagOf } from '../../../http/requests/etag.ts';
import { success } from '../../../http/schema/envelope.ts';
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
