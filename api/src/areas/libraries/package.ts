import { ok } from '@causeway/protocol';
import type { ExportedLibrary, LibraryContent, LibraryVersionRow } from '@causeway/storage';
import { z } from 'zod';
import type { Answer } from '../../http/errors/errors.ts';
import { checksumOf } from '../../http/requests/checksum.ts';
import { refuse } from './errors.ts';
import type { ImportedLibrary } from './rules/libraries.ts';
import { type LibraryPackage, MOST } from './schemas.ts';
import { ascending, isRange, isVersion, sorted } from './versions.ts';

const FORMAT = 'causeway-libraries';
const FORMAT_VERSION = 1;

/** Most libraries in a package. */
export const MAX_LIBRARIES = 1_000;
/** Largest package as JSON, bytes. */
export const MAX_PACKAGE_BYTES = 4 * 1024 * 1024;

/** Text that is stored as it is: no U+0000, no half of a surrogate pair. */
const text = (most: number, least = 0) =>
  z
    .string()
    .min(least)
    .max(most)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'has a character that is no text');
const id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is no id of a library');
const version = z.string().max(MOST.version).refine(isVersion, 'is no version');
const dependency = z.strictObject({
  libraryId: id,
  versionRange: z.string().max(MOST.versionRange).refine(isRange, 'is no range of versions'),
});
const content = z.strictObject({
  version,
  name: text(MOST.name, 1),
  description: text(MOST.description),
  category: text(MOST.category),
  sourcePath: text(MOST.sourcePath).nullable(),
  language: text(MOST.language).nullable(),
  dependencies: z
    .array(dependency)
    .max(MOST.dependencies)
    .refine((list) => isUnique(list.map(({ libraryId }) => libraryId)), 'names a library twice'),
});
const library = z.strictObject({
  libraryId: id,
  currentVersion: version,
  versions: z
    .array(content)
    .min(1)
    .refine((list) => isUnique(list.map((one) => one.version)), 'has a version twice'),
});
const packageForm = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  libraryId: id,
  libraries: z
    .array(library)
    .min(1)
    .max(MAX_LIBRARIES)
    .refine((list) => isUnique(list.map(({ libraryId }) => libraryId)), 'has a library twice'),
  checksum: z.string(),
});

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

const exportedContent = (row: LibraryVersionRow): LibraryContent => ({
  version: row.version,
  name: row.name,
  description: row.description,
  category: row.category,
  sourcePath: row.sourcePath,
  language: row.language,
  dependencies: row.dependencies.map(({ libraryId, versionRange }) => ({ libraryId, versionRange })),
});

/** The package of `libraryId` with `libraries`. The same libraries always give the same package. */
export function packageOf(libraryId: string, libraries: readonly ExportedLibrary[]): LibraryPackage {
  const list = [...libraries]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, current, versions }) => ({
      libraryId: id,
      currentVersion: current,
      versions: versions.map(exportedContent).sort((a, b) => ascending(a.version, b.version)),
    }));
  const body = { format: FORMAT, formatVersion: FORMAT_VERSION, libraryId, libraries: list } as const;
  const checksum = checksumOf(body);
  if (checksum === undefined) throw new Error(`the library ${libraryId} has text that is none`);
  // The answer's types are mutable, and nothing here is shared.
  return { ...body, checksum } as unknown as LibraryPackage;
}

const damaged = (what: string) => refuse('PACKAGE_DAMAGED', what);

/** The libraries of a package that somebody sent; refuses whatever no export gives. */
export function readPackage(
  sent: unknown,
): Answer<{ readonly libraryId: string; readonly libraries: ImportedLibrary[] }> {
  const { format, formatVersion } = (sent ?? {}) as { readonly format?: unknown; readonly formatVersion?: unknown };
  if (format === FORMAT && Number.isInteger(formatVersion) && formatVersion !== FORMAT_VERSION) {
    return refuse('PACKAGE_FOREIGN', `the package has format version ${formatVersion}, known is ${FORMAT_VERSION}`);
  }
  const parsed = packageForm.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return damaged(`the package’s ${issue?.path.join('.') || 'form'} is wrong: ${issue?.message}`);
  }
  const { checksum, ...body } = parsed.data;
  if (checksumOf(body) !== checksum) return damaged('the checksum is not the one of the package’s content');
  if (!body.libraries.some(({ libraryId }) => libraryId === body.libraryId)) {
    return damaged(`the package lacks its library ${body.libraryId}`);
  }
  const without = body.libraries.find(
    ({ currentVersion, versions }) => !versions.some((one) => one.version === currentVersion),
  );
  if (without) return damaged(`the library ${without.libraryId} lacks its current version ${without.currentVersion}`);
  const libraries = body.libraries.map(({ libraryId, currentVersion, versions }) => ({
    id: libraryId,
    current: currentVersion,
    versions: versions.map((one) => ({ ...one, dependencies: sorted(one.dependencies) })),
  }));
  return ok({ libraryId: body.libraryId, libraries });
}
