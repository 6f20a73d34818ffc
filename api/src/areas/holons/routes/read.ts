import Type from 'typebox';
import { success, successPageSchema, successSchema } from '../../../http/envelope.ts';
import { unwrap } from '../../../http/errors.ts';
import { etagOf, notModified } from '../../../http/etag.ts';
import { answerPage, pageQuery } from '../../../http/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Holons } from '../parts.ts';
import { filterQuery, holon, holonChange, holonParams, holonVersion, versionQuery } from '../schemas.ts';
import { changeView, holonView, versionView } from '../view.ts';

/** The field of `field:value`. */
function fieldOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const at = text.indexOf(':');
  return { field: text.slice(0, at), value: text.slice(at + 1) };
}

/** GET /load-holon and the lists. */
export function readRoutes(router: Router, area: Holons): void {
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
    query: Type.Object({ ...filterQuery, ...pageQuery }),
    success: { description: 'A page of holons.', schema: successPageSchema(holon) },
    errors: ['HOLON_STORAGE_UNAVAILABLE'],
    handle: async (request) => {
      const { avatarId } = callerOf(request);
      const { holonType, metadata } = request.query;
      return answerPage(request, { avatarId, holonType, metadata }, holonView, async (after, limit) =>
        unwrap(await area.service.list({ avatarId, holonType, field: fieldOf(metadata) }, after, limit)),
      );
    },
  });

  router.route('searchHolons', 'GET /search-holons', {
    summary: 'Search your holons by the words in name, type and metadata, the best first',
    query: Type.Object({ query: Type.String({ minLength: 1, maxLength: 200 }), ...pageQuery }),
    success: { description: 'A page of holons.', schema: successPageSchema(holon) },
    errors: ['HOLON_STORAGE_UNAVAILABLE'],
    handle: async (request) => {
      const { avatarId } = callerOf(request);
      const { query } = request.query;
      let cut = false;
      const page = await answerPage(request, { avatarId, query }, holonView, async (after, limit) => {
        const found = unwrap(await area.service.search(avatarId, query, after, limit));
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
      return answerPage(request, { id }, versionView, (after, limit) => area.service.versions(id, after, limit));
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
      return answerPage(request, { id }, changeView, (after, limit) => area.service.history(id, after, limit));
    },
  });
}
