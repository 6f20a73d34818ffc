import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, expectedVersions } from '../../../http/requests/etag.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Holons } from '../parts.ts';
import { deletedHolon, holon, holonParams } from '../schemas.ts';
import { holonView } from '../view.ts';

/** DELETE /delete-holon and POST /restore-holon. */
export function deleteRoutes(router: Router, area: Holons): void {
  router.route('deleteHolon', 'DELETE /delete-holon/:id', {
    summary: 'Delete a holon so that it can be restored',
    etag: true,
    params: holonParams,
    success: { description: 'The deleted holon.', schema: successSchema(deletedHolon) },
    errors: ['HOLON_NOT_FOUND'],
    handle: async (request) => {
      const { id } = request.params;
      const removed = unwrap(await area.service.remove(callerOf(request), id, expectedVersions(request)));
      const deletedAtMs = removed.deletedAtMs ?? 0;
      const deletedAt = iso(deletedAtMs);
      const restorableUntil = iso(deletedAtMs + area.deletedMs);
      return success({ id: removed.id, version: removed.version, deletedAt, restorableUntil });
    },
  });

  router.route('restoreHolon', 'POST /restore-holon/:id', {
    summary: 'Bring a deleted holon back',
    params: holonParams,
    success: { description: 'The holon.', schema: successSchema(holon) },
    errors: ['HOLON_NOT_FOUND', 'HOLON_STORAGE_UNAVAILABLE'],
    handle: async (request, reply) => {
      const restored = unwrap(await area.service.restore(callerOf(request), request.params.id));
      reply.header('etag', etagOf(restored.holon.version));
      return success(holonView(restored));
    },
  });
}
