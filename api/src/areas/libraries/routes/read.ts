import { success, successPage, successPageSchema, successSchema } from '../../../http/envelope.ts';
import { unwrap } from '../../../http/errors.ts';
import { etagOf, notModified } from '../../../http/etag.ts';
import { readPage, readWhole } from '../../../http/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { library, libraryParams, libraryVersion, listQuery, searchQuery, versionQuery } from '../schemas.ts';
import type { LibraryService } from '../service.ts';
import { libraryVersionView, libraryView } from '../view.ts';
import { pageOfWhole } from './shared.ts';

/** Reads of libraries and of their versions. */
export function readLibraryRoutes(router: Router, libraries: LibraryService): void {
  router.route('listLibraries', 'GET ', {
    summary: 'List all libraries, oldest first',
    query: listQuery,
    success: { description: 'The libraries.', schema: successPageSchema(library) },
    handle: async (request) => {
      const page = await readWhole({ operation: 'listLibraries', filter: {} }, request.query, (after, limit) =>
        libraries.list(after, limit),
      );
      return successPage(
        page.items.map((row) => libraryView(row)),
        page.nextCursor,
      );
    },
  });

  router.route('searchLibraries', 'GET /search', {
    summary: 'Find libraries by the words of their names and descriptions, best first',
    query: searchQuery,
    success: { description: 'A page of libraries.', schema: successPageSchema(library) },
    handle: async (request) => {
      const { query } = request.query;
      const page = await readPage({ operation: 'searchLibraries', filter: { query } }, request.query, (after, limit) =>
        libraries.search(query, after, limit),
      );
      return successPage(
        page.items.map((row) => libraryView(row)),
        page.nextCursor,
      );
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
      const binding = { operation: 'listLibraryVersions', filter: { libraryId } };
      const page = await readWhole(binding, request.query, async (after, limit) => pageOfWhole(views, after, limit));
      return successPage(page.items, page.nextCursor);
    },
  });
}
