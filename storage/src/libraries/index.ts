import type { Area } from '../core/area.ts';
import type { LibraryRepository } from './libraries.ts';
import { createLibraryRepository } from './library-repository.ts';
import { type LibraryTables, libraryTables } from './schema.ts';

/** Code libraries: their versions and what they depend on. */
export const libraries: Area<LibraryTables, LibraryRepository> = {
  tables: libraryTables,
  open: (context) => createLibraryRepository(context),
};

export type * from './libraries.ts';
