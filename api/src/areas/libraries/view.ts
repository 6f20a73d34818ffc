import type { LibraryContent, LibraryRow, LibraryVersionRow } from '@causeway/storage';
import { iso } from '../../http/times.ts';
import type { LibraryVersionView, LibraryView } from './schemas.ts';

const contentView = (content: LibraryContent) => ({
  name: content.name,
  description: content.description,
  version: content.version,
  category: content.category,
  sourcePath: content.sourcePath,
  language: content.language,
  dependencies: content.dependencies.map(({ libraryId, versionRange }) => ({ libraryId, versionRange })),
});

/** A library as everyone with a token sees it; `content`: a kept version in place of the current one. */
export const libraryView = (row: LibraryRow, content: LibraryContent = row): LibraryView => ({
  id: row.id,
  libraryId: row.id,
  ...contentView(content),
  createdBy: row.createdBy,
  createdAt: iso(row.createdAtMs),
  updatedAt: iso(row.updatedAtMs),
  revision: row.revision,
});

/** A kept version of a library. */
export const libraryVersionView = (row: LibraryVersionRow, current: string): LibraryVersionView => ({
  libraryId: row.libraryId,
  ...contentView(row),
  isCurrent: row.version === current,
  createdAt: iso(row.createdAtMs),
});
