import type { StoredHolon } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import type { ListBinding } from '../../../http/requests/cursor.ts';
import { etagOf, notModified } from '../../../http/requests/etag.ts';
import {
  answerPage,
  type ListRequest,
  pageQuery,
  type ReadItems,
  viewQuery,
} from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Holons } from '../parts.ts';
import {
  filterQuery,
  holon,
  holonChange,
  holonParams,
  holonVersion,
  type ListedHolonView,
  listedHolon,
  versionQuery,
} from '../schemas.ts';
import type { LoadedHolon } from '../service.ts';
import { changeView, holonView, listedView, versionView } from '../view.ts';

/** A request for a list in a view. */
type ViewRequest = ListRequest & { readonly query: { readonly view?: string } };

/** The field of `field:value`. */
function fieldOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const at = text.indexOf(':');
  return { field: text.slice(0, at), value: text.slice(at + 1) };
}

/** GET /load-holon and the lists. */
export function readRoutes(router: Router, area: Holons): void {
  /** Answers a list in the view that the request asks for. */
  const answer = (request: ViewRequest, filter: ListBinding['filter'], read: ReadItems<StoredHolon>) =>
    request.query.view === 'full'
      ? answerPage<LoadedHolon, ListedHolonView>(request, filter, holonView, async (after, limit, skip) =>
          unwrap(await area.service.withBodies(await read(after, limit, skip))),
        )
      : answerPage<StoredHolon, ListedHolonView>(request, filter, listedView, read);

  router.route('loadHolon', 'GET /load-holon/:id', {
    summary: 'Load a holon',
    etag: true,
    params: holonParams,
    query: versionQuery,
    success: { description: 'The holon.', schema: successSchema(holon) },
    errors: ['HOLON_NOT_FOUND', 'HOLON_STORAGE_UNAVAILABLE'],
    handle: async (request, reply) => {
      const loaded = unwrap(await area.service.load(callerOf(request), request.params.id, request.query.version));
      const { version, places } = loaded.holon.saved;
      // The answer says where the body lies, which can change without a new version.
      if (notModified(request, reply, etagOf(version, places.join('.')))) return reply.code(304).send(null);
      return success(holonView(loaded));
    },
  });

  router.route('listHolons', 'GET /load-all-holons', {
    summary: 'Load your holons, the newest first',
    query: Type.Object({ ...filterQuery, ...pageQuery, ...viewQuery }),
    success: { description: 'A page of holons.', schema: successPageSchema(listedHolon) },
    errors: ['HOLON_STORAGE_UNAVAILABLE'],
    handle: async (request) => {
      const { avatarId } = callerOf(request);
      const { holonType, metadata } = request.query;
      const filter = { avatarId, holonType, field: fieldOf(metadata) };
      return answer(request, { avatarId, holonType, metadata }, (after, limit, skip) =>
        area.service.rows.list(filter, after, limit, skip),
      );
    },
  });

  router.route('searchHolons', 'GET /search-holons', {
    summary: 'Search your holons by the words in name, type and metadata, the best first',
    query: Type.Object({ query: Type.String({ minLength: 1, maxLength: 200 }), ...pageQuery, ...viewQuery }),
    success: { description: 'A page of holons.', schema: successPageSchema(listedHolon) },
    errors: ['HOLON_STORAGE_UNAVAILABLE'],
    handle: async (request) => {
      const { avatarId } = callerOf(request);
      const { query } = request.query;
      let cut = false;
      const page = await answer(request, { avatarId, query }, async (after, limit, skip) => {
        const found = await area.service.rows.search(avatarId, query, limit, Number(after ?? 0) + skip);
        cut ||= found.cut;
        return found;
      });
      return cut ? { ...page, message: 'Only a part of the holons with these words was ranked' } : page;
    },
  });

  router.route('listHolonVersions', 'GET /holon/:id/versions', {
    summary: 'List the versions of a holon, the newest first',
    params: holonParams,
    query: Type.Object(pageQuery),
    success: { description: 'A page of versions.', schema: successPageSchema(holonVersion) },
    errors: ['HOLON_NOT_FOUND'],
    handle: async (request) => {
      const { id } = unwrap(await area.service.find(callerOf(request), request.params.id));
      return answerPage(request, { id }, versionView, (after, limit, skip) =>
        area.service.versions(id, after, limit, skip),
      );
    },
  });

  router.route('listHolonHistory', 'GET /holon/:id/history', {
    summary: 'List what was done with a holon, the oldest first: saved, deleted, restored',
    params: holonParams,
    query: Type.Object(pageQuery),
    success: { description: 'A page of changes.', schema: successPageSchema(holonChange) },
    errors: ['HOLON_NOT_FOUND'],
    handle: async (request) => {
      const { id } = unwrap(await area.service.find(callerOf(request), request.params.id));
      return answerPage(request, { id }, changeView, (after, limit, skip) =>
        area.service.history(id, after, limit, skip),
      );
    },
  });
}
