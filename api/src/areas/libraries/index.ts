import { defineArea } from '../../area.ts';
import { LIBRARY_ACCESS } from './access.ts';
import { LIBRARY_ERRORS } from './errors.ts';
import { libraryRoutes } from './routes/index.ts';
import { libraryStorage } from './rules/library-repository.ts';
import { LibraryService } from './service.ts';

/** Code libraries and their dependencies. */
export const libraries = defineArea({
  name: 'libraries',
  tag: { name: 'Libraries', description: 'Code libraries: versions, dependencies, packages.' },
  errors: LIBRARY_ERRORS,
  access: LIBRARY_ACCESS,
  prefixes: ['/api/libraries'],
  open: ({ storage }) => new LibraryService(libraryStorage(storage.libraries)),
  register: libraryRoutes,
});
