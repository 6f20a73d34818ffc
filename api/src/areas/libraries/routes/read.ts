import {
  cutPage,
  fillPage,
  type LibraryRow,
  type LibraryVersionRow,
  type ListedLibrary,
  type ListedVersion,
  type VersionHead,
} from '@causeway/storage';
import { unwrap } from '../../../http/errors/errors.ts';
import type { ListBinding } from '../../../http/requests/cursor.ts';
import { etagOf, notModified } from '../../../http/requests/etag.ts';
import {
  answerPage,
  answerWhole,
  type ListRequest,
  pagesOf,
  type ReadItems,
} from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import {
  type LibraryVersionView,
  type ListedLibraryView,
  library,
  libraryParams,
  libraryVersion,
  listedLibrary,
  searchQuery,
  versionQuery,
  viewedListQuery,
} from '../schemas.ts';
import type { LibraryList, LibraryService } from '../service.ts';
import { libraryView, listedLibraryView, listedVersionView, wholeLibraryView, wholeVersionView } from '../view.ts';

/** A request for a list in a view. */
type ViewRequest = ListRequest & { readonly query: { readonly view?: string } };

/** Answers a list in the view that the request asks for. */
const answer = (request: ViewRequest, filter: ListBinding['filter'], list: LibraryList, answered: typeof answerPage) =>
  request.query.view === 'full'
    ? answered<LibraryRow, ListedLibraryView>(request, filter, wholeLibraryView, list.whole)
    : answered<ListedLibrary, ListedLibraryView>(request, filter, listedLibraryView, list.summaries);

/** The pages of `heads` with their content, of which each has no more than one page shows. */
const withContent =
  <T>(
    heads: ReadItems<VersionHead>,
    read: (heads: readonly VersionHead[]) => Promise<readonly (T | undefined)[]>,
  ): ReadItems<T> =>
  async (after, limit, skip) => {
    const page = cutPage(await heads(after, limit, skip));
    return fillPage(page, await read(page.items));
  };

/** Reads of libraries and of their versions. */
export function readLibraryRoutes(router: Router, libraries: LibraryService): void {
  router.route('listLibraries', 'GET ', {
    summary: 'List all libraries, oldest first',
    query: viewedListQuery,
    success: { description: 'The libraries.', schema: successPageSchema(listedLibrary) },
    handle: (request) => answer(request, {}, libraries.list(), answerWhole),
  });

  router.route('searchLibraries', 'GET /search', {
    summary: 'Find libraries by the words of their names and descriptions, best first',
    query: searchQuery,
    success: { description: 'A page of libraries.', schema: successPageSchema(listedLibrary) },
    handle: (request) => {
      const { query } = request.query;
      return answer(request, { query }, libraries.search(query), answerPage);
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
    query: viewedListQuery,
    success: { description: 'The versions.', schema: successPageSchema(libraryVersion) },
    errors: ['LIBRARY_NOT_FOUND'],
    handle: async (request) => {
      const { libraryId } = request.params;
      const { current, heads } = unwrap(await libraries.versions(libraryId));
      return request.query.view === 'full'
        ? answerWhole<LibraryVersionRow, LibraryVersionView>(
            request,
            { libraryId },
            (row) => wholeVersionView(row, current),
            withContent(pagesOf(heads.map((head) => ({ ...head, bytes: head.whole }))), (page) =>
              libraries.wholeVersionsIn(libraryId, page),
            ),
          )
        : answerWhole<ListedVersion, LibraryVersionView>(
            request,
            { libraryId },
            (row) => listedVersionView(row, current),
            withContent(pagesOf(heads), (page) => libraries.versionsIn(libraryId, page)),
          );
    },
  });
}
