import { success, successPageSchema, successSchema } from '../../../http/envelope.ts';
import { unwrap } from '../../../http/errors.ts';
import { etagOf, notModified } from '../../../http/etag.ts';
import { answerPage, answerWhole, asItIs } from '../../../http/pagination.ts';
import type { Router } from '../../../http/route.ts';
import {
  type LibraryVersionView,
  library,
  libraryParams,
  libraryVersion,
  listQuery,
  searchQuery,
  versionQuery,
} from '../schemas.ts';
import type { LibraryService } from '../service.ts';
import { libraryVersionView, libraryView } from '../view.ts';
import { pagesOf } from './shared.ts';

/** Reads of libraries and of their versions. */
export function readLibraryRoutes(router: Router, libraries: LibraryService): void {
  router.route('listLibraries', 'GET ', {
    summary: 'List all libraries, oldest first',
    query: listQuery,
    success: { description: 'The libraries.', schema: successPageSchema(library) },
    handle: async (request) => {
      return answerWhole(request, {}, libraryView, (after, limit) => libraries.list(after, limit));
    },
  });

  router.route('searchLibraries', 'GET /search', {
    summary: 'Find libraries by the words of their names and descriptions, best first',
    query: searchQuery,
    success: { description: 'A page of libraries.', schema: successPageSchema(library) },
    handle: async (request) => {
      const { query } = request.query;
      return answerPage(request, { query }, libraryView, (after, limit) => libraries.search(query, after, limit));
    },
  });

  router.route('getLibrary', 'GET /:libraryId', {
    summary: 'Read a library',
    etag: true,
    params: libraryParams,
    query: versionQuery,
    success: { description: 'The library, at the version that `version` names.', schema: successSchema(library) },
    errors: ['LIBRARY_NOT_FOUND'],
    handle: async (request, reply) => {
      const { version } = request.query;
      const { library: row, content } = unwrap(await libraries.get(request.params.libraryId, version));
      const etag = etagOf(row.revision, content.version === row.version ? undefined : content.version);
      if (notModified(request, reply, etag)) return reply.code(304).send(null);
      return success(libraryView(row, content));
    },
  });

  router.route('listLibraryVersions', 'GET /:libraryId/versions', {
    summary: 'List all versions of a library, highest first',
    params: libraryParams,
    query: listQuery,
    success: { description: 'The versions.', schema: successPageSchema(libraryVersion) },
    errors: ['LIBRARY_NOT_FOUND'],
    handle: async (request) => {
      const { libraryId } = request.params;
      const { current, versions } = unwrap(await libraries.versions(libraryId));
      const views = versions.map((row) => libraryVersionView(row, current));
      return answerWhole(request, { libraryId }, asItIs<LibraryVersionView>, pagesOf(views));
    },
  });
}
