import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, expectedVersions } from '../../../http/requests/etag.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { deletedLibrary, library, libraryParams, libraryRequest, libraryUpdate } from '../schemas.ts';
import type { LibraryService } from '../service.ts';
import { changed, created, LIBRARY_BODY_LIMIT } from './shared.ts';

/** Codes of wrong content. */
const OF_CONTENT = [
  'QUOTA_EXCEEDED',
  'DEPENDENCY_UNKNOWN',
  'INVALID_VERSION',
  'INVALID_VERSION_RANGE',
  'INVALID_DEPENDENCIES',
] as const;
/** Codes of a change that makes a new version. */
export const OF_VERSIONS = [
  ...OF_CONTENT,
  'LIBRARY_NOT_FOUND',
  'LIBRARY_VERSION_EXISTS',
  'LIBRARY_VERSIONS_EXCEEDED',
  'LIBRARY_CYCLE',
] as const;

/** Creation, new versions and deletion of libraries. */
export function changeLibraryRoutes(router: Router, libraries: LibraryService): void {
  router.route('createLibrary', 'POST ', {
    summary: 'Create a library',
    description: 'Its first version is `version`, or 1.0.0. A published version never changes.',
    body: libraryRequest,
    bodyLimit: LIBRARY_BODY_LIMIT,
    success: { status: 201, description: 'The library.', schema: successSchema(library), location: true },
    errors: OF_CONTENT,
    handle: async (request, reply) => created(reply, unwrap(await libraries.create(callerOf(request), request.body))),
  });

  router.route('updateLibrary', 'PUT /:libraryId', {
    summary: 'Publish a version of a library',
    description:
      'Absent members stay as they are. The version before is kept. Without `version`, a change makes the next patch ' +
      'version. A kept version with the same content becomes current again; one with other content is refused.',
    etag: true,
    params: libraryParams,
    body: libraryUpdate,
    bodyLimit: LIBRARY_BODY_LIMIT,
    success: { description: 'The library.', schema: successSchema(library) },
    errors: OF_VERSIONS,
    handle: async (request, reply) => {
      const change = { kind: 'update', update: request.body } as const;
      const { libraryId } = request.params;
      return changed(
        reply,
        unwrap(await libraries.change(callerOf(request), libraryId, change, expectedVersions(request))),
      );
    },
  });

  router.route('deleteLibrary', 'DELETE /:libraryId', {
    summary: 'Delete a library that no other one depends on',
    description:
      'Refused while the current version of another library depends on it. Older versions of others still resolve with it.',
    etag: true,
    params: libraryParams,
    success: { description: 'It is deleted.', schema: successSchema(deletedLibrary) },
    errors: ['LIBRARY_NOT_FOUND', 'LIBRARY_HAS_DEPENDANTS'],
    handle: async (request, reply) => {
      const { libraryId } = request.params;
      const row = unwrap(await libraries.remove(callerOf(request), libraryId, expectedVersions(request)));
      reply.header('etag', etagOf(row.revision));
      return success({ libraryId: row.id, deleted: true as const });
    },
  });
}
