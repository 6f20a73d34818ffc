import type { Dependant } from '@causeway/storage';
import { unwrap } from '../../../http/errors/errors.ts';
import { expectedVersions } from '../../../http/requests/etag.ts';
import { answerWhole, asItIs, pagesOf } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import {
  dependant,
  dependencyParams,
  dependencyQuery,
  type LockedDependency,
  library,
  libraryParams,
  listQuery,
  lockedDependency,
  newDependency,
} from '../schemas.ts';
import type { LibraryService } from '../service.ts';
import { OF_VERSIONS } from './change.ts';
import { changed } from './shared.ts';

/** What libraries depend on, and who depends on them. */
export function dependencyRoutes(router: Router, libraries: LibraryService): void {
  router.route('listLibraryDependencies', 'GET /:libraryId/dependencies', {
    summary: 'List what a library depends on',
    description:
      'With `transitive=true` the lock list: one version for each library that is needed, so that all ranges of all of ' +
      'them hold, the highest where there is a choice. If there is no such list, 409 names the conflict.',
    params: libraryParams,
    query: dependencyQuery,
    success: { description: 'The dependencies.', schema: successPageSchema(lockedDependency) },
    errors: ['LIBRARY_NOT_FOUND', 'DEPENDENCY_CONFLICT', 'LIBRARY_CYCLE', 'DEPENDENCIES_TOO_COMPLEX'],
    handle: async (request) => {
      const { libraryId } = request.params;
      const { version, transitive = false } = request.query;
      const list = unwrap(await libraries.dependencies(libraryId, version, transitive));
      const filter = { libraryId, version, transitive: String(transitive) };
      return answerWhole(request, filter, asItIs<LockedDependency>, pagesOf(list));
    },
  });

  router.route('listLibraryDependants', 'GET /:libraryId/dependants', {
    summary: 'List the libraries whose current version depends on a library',
    params: libraryParams,
    query: listQuery,
    success: { description: 'The dependants.', schema: successPageSchema(dependant) },
    errors: ['LIBRARY_NOT_FOUND'],
    handle: async (request) => {
      const { libraryId } = request.params;
      return answerWhole(request, { libraryId }, asItIs<Dependant>, async (after, limit, skip) =>
        unwrap(await libraries.dependants(libraryId, after, limit, skip)),
      );
    },
  });

  const additions = [
    { path: '/:libraryId/dependencies', operationId: 'addLibraryDependency' },
    { path: '/:libraryId/add-dependency', operationId: 'addDependencyToLibrary' },
  ] as const;
  for (const { path, operationId } of additions) {
    router.route(operationId, `POST ${path}`, {
      summary: 'Add a dependency to a library, or change its range',
      description:
        'Makes a new version of the library. Refused when the libraries would depend on each other in a circle.',
      etag: true,
      params: libraryParams,
      body: newDependency,
      success: { description: 'The library.', schema: successSchema(library) },
      errors: OF_VERSIONS,
      handle: async (request, reply) => {
        const { libraryId } = request.params;
        const change = { kind: 'addDependency', dependency: request.body } as const;
        return changed(
          reply,
          unwrap(await libraries.change(callerOf(request), libraryId, change, expectedVersions(request))),
        );
      },
    });
  }

  router.route('removeLibraryDependency', 'DELETE /:libraryId/dependencies/:dependencyId', {
    summary: 'Remove a dependency from a library',
    description: 'Makes a new version of the library: the next patch.',
    etag: true,
    params: dependencyParams,
    success: { description: 'The library.', schema: successSchema(library) },
    errors: [
      'LIBRARY_NOT_FOUND',
      'LIBRARY_VERSION_EXISTS',
      'LIBRARY_VERSIONS_EXCEEDED',
      'INVALID_VERSION',
      'QUOTA_EXCEEDED',
    ],
    handle: async (request, reply) => {
      const { libraryId, dependencyId } = request.params;
      const change = { kind: 'removeDependency', dependencyId } as const;
      return changed(
        reply,
        unwrap(await libraries.change(callerOf(request), libraryId, change, expectedVersions(request))),
      );
    },
  });
}
