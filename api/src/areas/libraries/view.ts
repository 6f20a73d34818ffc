import type { LibraryContent, LibraryRow, LibraryVersionRow, ListedLibrary, ListedVersion } from '@causeway/storage';
import { iso } from '../../http/requests/times.ts';
import type { LibraryVersionView, LibraryView, ListedLibraryView } from './schemas.ts';

const summaryView = (content: Omit<LibraryContent, 'dependencies'>) => ({
  name: content.name,
  description: content.description,
  version: content.version,
  category: content.category,
  sourcePath: content.sourcePath,
  language: content.language,
});

const contentView = (content: LibraryContent) => ({
  ...summaryView(content),
  dependencies: content.dependencies.map(({ libraryId, versionRange }) => ({ libraryId, versionRange })),
});

/** What every view of a library has beside its content. */
const frameView = (row: Omit<LibraryRow, 'dependencies'>) => ({
  id: row.id,
  libraryId: row.id,
  createdBy: row.createdBy,
  createdAt: iso(row.createdAtMs),
  updatedAt: iso(row.updatedAtMs),
  revision: row.revision,
});

/** A library in a list, without its dependencies. */
export const listedLibraryView = (row: ListedLibrary): ListedLibraryView => ({
  ...frameView(row),
  ...summaryView(row),
  dependencyCount: row.dependencyCount,
});

/** A whole library in a list. */
export const wholeLibraryView = (row: LibraryRow): ListedLibraryView => ({
  ...libraryView(row),
  dependencyCount: row.dependencies.length,
});

/** A library as everyone with a token sees it; `content`: a kept version in place of the current one. */
export const libraryView = (row: LibraryRow, content: LibraryContent = row): LibraryView => ({
  ...frameView(row),
  ...contentView(content),
});

const versionFrame = (row: Omit<LibraryVersionRow, 'dependencies'>, current: string) => ({
  libraryId: row.libraryId,
  isCurrent: row.version === current,
  createdAt: iso(row.createdAtMs),
});

/** A kept version of a library in a list, without its dependencies. */
export const listedVersionView = (row: ListedVersion, current: string): LibraryVersionView => ({
  ...versionFrame(row, current),
  ...summaryView(row),
  dependencyCount: row.dependencyCount,
});

/** A whole version in a list. */
export const wholeVersionView = (row: LibraryVersionRow, current: string): LibraryVersionView => ({
  ...versionFrame(row, current),
  ...contentView(row),
  dependencyCount: row.dependencies.length,
});
