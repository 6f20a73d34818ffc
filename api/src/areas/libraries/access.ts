import type { AccessTable } from '../../http/callers/access.ts';

const READ = { callers: 'libraries:read', resource: 'none', agents: true } as const;
const ADD = { callers: 'libraries:write', resource: 'caller', agents: true } as const;
const CHANGE = { callers: 'libraries:write', resource: 'visible', agents: true } as const;

/**
 * Who may call the operations under /api/libraries: everyone with a token sees all libraries, their authors change
 * them.
 */
export const LIBRARY_ACCESS = {
  listLibraries: READ,
  searchLibraries: READ,
  getLibrary: READ,
  listLibraryVersions: READ,
  listLibraryDependencies: READ,
  listLibraryDependants: READ,
  exportLibrary: READ,
  createLibrary: ADD,
  importLibraries: ADD,
  importLibrary: CHANGE,
  updateLibrary: CHANGE,
  deleteLibrary: CHANGE,
  addLibraryDependency: CHANGE,
  addDependencyToLibrary: CHANGE,
  removeLibraryDependency: CHANGE,
} as const satisfies AccessTable;
