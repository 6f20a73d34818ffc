import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { MAX_PACKAGE_BYTES } from '../package.ts';
import { exportQuery, importedPackage, library, libraryPackage, libraryParams } from '../schemas.ts';
import type { LibraryService } from '../service.ts';
import { changed, created } from './shared.ts';

const OF_PACKAGES = [
  'QUOTA_EXCEEDED',
  'PACKAGE_DAMAGED',
  'PACKAGE_FOREIGN',
  'LIBRARY_VERSION_EXISTS',
  'LIBRARY_VERSIONS_EXCEEDED',
  'LIBRARY_CYCLE',
  'DEPENDENCY_UNKNOWN',
] as const;

/** Export and import of libraries. */
export function packageRoutes(router: Router, libraries: LibraryService): void {
  router.route('exportLibrary', 'GET /:libraryId/export', {
    summary: 'Export a library with all of its versions',
    description:
      'The package has a checksum. The same libraries give the same package, at every service. What would be larger than an ' +
      'import takes is refused.',
    params: libraryParams,
    query: exportQuery,
    success: { description: 'The package.', schema: successSchema(libraryPackage) },
    errors: ['LIBRARY_NOT_FOUND', 'PACKAGE_TOO_LARGE'],
    handle: async (request) => {
      const { transitive = false } = request.query;
      return success(unwrap(await libraries.export(request.params.libraryId, transitive)));
    },
  });

  router.route('importLibraries', 'POST /import', {
    summary: 'Import a package',
    description:
      'Libraries keep their ids. What the service lacks is added, as yours: libraries, and versions of your libraries. ' +
      'A version that it has must be the same. A refused package changes nothing.',
    body: importedPackage,
    bodyLimit: MAX_PACKAGE_BYTES,
    success: { status: 201, description: 'The package’s library.', schema: successSchema(library), location: true },
    errors: OF_PACKAGES,
    handle: async (request, reply) => created(reply, unwrap(await libraries.import(callerOf(request), request.body))),
  });

  router.route('importLibrary', 'POST /:libraryId/import', {
    summary: 'Import a package of this library: its further versions',
    params: libraryParams,
    body: importedPackage,
    bodyLimit: MAX_PACKAGE_BYTES,
    success: { description: 'The library.', schema: successSchema(library) },
    errors: [...OF_PACKAGES, 'LIBRARY_NOT_FOUND'],
    handle: async (request, reply) =>
      changed(reply, unwrap(await libraries.import(callerOf(request), request.body, request.params.libraryId))),
  });
}
