import type { Router } from '../../../http/route.ts';
import type { LibraryService } from '../service.ts';
import { changeLibraryRoutes } from './change.ts';
import { dependencyRoutes } from './dependencies.ts';
import { packageRoutes } from './packages.ts';
import { readLibraryRoutes } from './read.ts';

/** Everything under /api/libraries. */
export function libraryRoutes(router: Router, libraries: LibraryService): void {
  readLibraryRoutes(router, libraries);
  changeLibraryRoutes(router, libraries);
  dependencyRoutes(router, libraries);
  packageRoutes(router, libraries);
}
