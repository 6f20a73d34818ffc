import Type, { type Static } from 'typebox';
import { checksumOf } from '../../http/requests/checksum.ts';
import { pageQuery, viewQuery, wholePageQuery } from '../../http/requests/pagination.ts';
import { documentOnly, named, nullable } from '../../http/schema/schema.ts';

const LIBRARY_ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
const DEPENDENCY_ID = '0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81';
const AVATAR_ID = '0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70';

/** Bounds of a library's members, in characters; a package must meet them, too. */
export const MOST = {
  name: 200,
  description: 10_000,
  category: 100,
  sourcePath: 1_000,
  language: 100,
  version: 100,
  versionRange: 200,
  dependencies: 500,
} as const;

/** Text that both engines store as it is: without U+0000. */
const PLAIN = '^[^\\u0000]*$';
const text = (maxLength: number, description: string) => Type.String({ maxLength, pattern: PLAIN, description });

/** Any text, so that an unknown form of id is "Library not found", too. */
const libraryId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The library’s id.',
  examples: [LIBRARY_ID],
});
const version = Type.String({
  minLength: 1,
  maxLength: MOST.version,
  description: 'Semantic version, such as `1.2.3` or `2.0.0-rc.1`.',
  examples: ['1.0.0'],
});
const versionRange = Type.String({
  maxLength: MOST.versionRange,
  description: 'The versions that fit: a range of npm’s semver.',
  examples: ['^1.2.0'],
});
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-05T12:00:00.000Z'] });

export const libraryParams = Type.Object({ libraryId });
export const dependencyParams = Type.Object({
  libraryId,
  dependencyId: Type.String({ minLength: 1, maxLength: 100, description: 'The id of the library that it depends on.' }),
});

const dependencyRequest = Type.Object({
  libraryId,
  versionRange: Type.Optional(Type.String({ ...versionRange, default: '*' })),
});

const writable = {
  name: Type.String({ minLength: 1, maxLength: MOST.name, pattern: PLAIN }),
  description: Type.Optional(text(MOST.description, 'What it is for; part of the search.')),
  version: Type.Optional(version),
  category: Type.Optional(text(MOST.category, 'A word to group libraries by.')),
  sourcePath: Type.Optional(nullable(text(MOST.sourcePath, 'Where its source is.'))),
  language: Type.Optional(nullable(text(MOST.language, 'The programming language.'))),
  dependencies: Type.Optional(Type.Array(dependencyRequest)),
};

export const libraryRequest = named(
  'LibraryRequest',
  Type.Object(writable, {
    examples: [
      { name: 'merkle-proofs', description: 'Merkle proofs of bridge messages', version: '1.0.0', category: 'crypto' },
    ],
  }),
);
export type LibraryRequest = Static<typeof libraryRequest>;

export const libraryUpdate = named(
  'LibraryUpdate',
  Type.Object(
    { ...writable, name: Type.Optional(writable.name) },
    { examples: [{ version: '1.1.0', description: 'Merkle proofs of bridge messages, in batches' }] },
  ),
);
export type LibraryUpdate = Static<typeof libraryUpdate>;

export const newDependency = named(
  'NewLibraryDependency',
  Type.Object(
    {
      ...dependencyRequest.properties,
      version: Type.Optional(
        Type.String({ ...version, description: 'The library’s new version; the next patch if absent.' }),
      ),
    },
    { examples: [{ libraryId: DEPENDENCY_ID, versionRange: '^1.0.0' }] },
  ),
);
export type NewDependency = Static<typeof newDependency>;

const content = {
  version,
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  sourcePath: nullable(Type.String()),
  language: nullable(Type.String()),
  dependencies: Type.Array(Type.Object({ libraryId, versionRange })),
};
const CONTENT = {
  version: '1.1.0',
  name: 'merkle-proofs',
  description: 'Merkle proofs of bridge messages, in batches',
  category: 'crypto',
  sourcePath: 'libs/merkle',
  language: 'TypeScript',
  dependencies: [{ libraryId: DEPENDENCY_ID, versionRange: '^1.0.0' }],
};

export const library = named(
  'Library',
  Type.Object(
    {
      id: libraryId,
      libraryId: Type.String({ description: 'The same as `id`.' }),
      ...content,
      createdBy: Type.String({ description: 'The avatar that may change it.' }),
      createdAt: time('When the library was created.'),
      updatedAt: time('When it changed last.'),
      revision: Type.Integer({ minimum: 1, description: 'Counts the changes; it is in the ETag.' }),
    },
    {
      examples: [
        {
          id: LIBRARY_ID,
          libraryId: LIBRARY_ID,
          ...CONTENT,
          createdBy: AVATAR_ID,
          createdAt: '2026-01-05T12:00:00.000Z',
          updatedAt: '2026-01-05T12:00:00.000Z',
          revision: 2,
        },
      ],
    },
  ),
);
export type LibraryView = Static<typeof library>;

const { dependencies: listOfDependencies, ...summary } = content;
const { dependencies: _listed, ...SUMMARY } = CONTENT;
/** The content of a library in a list. */
const listedContent = {
  ...summary,
  dependencyCount: Type.Integer({ minimum: 0, description: 'The libraries that it depends on itself.' }),
  dependencies: Type.Optional(listOfDependencies),
};

export const listedLibrary = named(
  'ListedLibrary',
  Type.Object(
    { ...library.properties, ...listedContent },
    {
      description: 'Without its dependencies, which `view=full` adds.',
      examples: [
        {
          ...{ id: LIBRARY_ID, libraryId: LIBRARY_ID, ...SUMMARY, dependencyCount: 1, createdBy: AVATAR_ID },
          ...{ createdAt: '2026-01-05T12:00:00.000Z', updatedAt: '2026-01-05T12:00:00.000Z', revision: 2 },
        },
      ],
    },
  ),
);
export type ListedLibraryView = Static<typeof listedLibrary>;

export const libraryVersion = named(
  'LibraryVersion',
  Type.Object(
    {
      libraryId: Type.String(),
      ...listedContent,
      isCurrent: Type.Boolean({ description: 'The version that the library shows.' }),
      createdAt: time('When the version was written.'),
    },
    {
      description: 'Without its dependencies, which `view=full` adds.',
      examples: [
        {
          ...{ libraryId: LIBRARY_ID, ...SUMMARY, dependencyCount: 1, isCurrent: true },
          createdAt: '2026-01-05T12:00:00.000Z',
        },
      ],
    },
  ),
);
export type LibraryVersionView = Static<typeof libraryVersion>;

const requirement = Type.Object({ libraryId, version, versionRange });

export const lockedDependency = named(
  'LibraryDependency',
  Type.Object(
    {
      libraryId,
      name: Type.String(),
      version: nullable(
        Type.String({
          description:
            'The version to use. Of a direct dependency without `transitive`: the highest in its range, null without one.',
        }),
      ),
      versionRange: nullable(
        Type.String({ description: 'The library’s own range for it; null if only others need it.' }),
      ),
      direct: Type.Boolean({ description: 'The library itself depends on it.' }),
      requiredBy: Type.Array(requirement, { description: 'Who needs it, at which version, with which range.' }),
    },
    {
      examples: [
        {
          libraryId: DEPENDENCY_ID,
          name: 'hashes',
          version: '1.4.2',
          versionRange: '^1.0.0',
          direct: true,
          requiredBy: [{ libraryId: LIBRARY_ID, version: '1.1.0', versionRange: '^1.0.0' }],
        },
      ],
    },
  ),
);
export type LockedDependency = Static<typeof lockedDependency>;

export const dependant = named(
  'LibraryDependant',
  Type.Object(
    { libraryId, name: Type.String(), version, versionRange },
    { examples: [{ libraryId: LIBRARY_ID, name: 'merkle-proofs', version: '1.1.0', versionRange: '^1.0.0' }] },
  ),
);

export const deletedLibrary = named(
  'DeletedLibrary',
  Type.Object(
    { libraryId, deleted: Type.Literal(true) },
    { examples: [{ libraryId: LIBRARY_ID, deleted: true as const }] },
  ),
);

const EXAMPLE_CONTENT = {
  format: 'causeway-libraries',
  formatVersion: 1,
  libraryId: DEPENDENCY_ID,
  libraries: [
    {
      libraryId: DEPENDENCY_ID,
      currentVersion: '1.0.0',
      versions: [
        {
          version: '1.0.0',
          name: 'hashes',
          description: 'Hash functions',
          category: 'crypto',
          sourcePath: null,
          language: null,
          dependencies: [],
        },
      ],
    },
  ],
};
const EXAMPLE_PACKAGE = { ...EXAMPLE_CONTENT, checksum: checksumOf(EXAMPLE_CONTENT) ?? '' };

const packageMembers = {
  format: Type.Literal('causeway-libraries'),
  formatVersion: Type.Literal(1),
  libraryId: Type.String({ description: 'The exported library.' }),
  libraries: Type.Array(
    Type.Object({
      libraryId,
      currentVersion: version,
      versions: Type.Array(Type.Object(content), { description: 'From the lowest to the highest.' }),
    }),
    { description: 'In the order of their ids.' },
  ),
  checksum: Type.String({
    description: '`sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of all other members.',
  }),
};

/** An exported library. */
export const libraryPackage = named('LibraryPackage', Type.Object(packageMembers, { examples: [EXAMPLE_PACKAGE] }));
export type LibraryPackage = Static<typeof libraryPackage>;

/** A package to import: any object, because a damaged one is refused by what is wrong with it. */
export const importedPackage = named(
  'ImportedLibraryPackage',
  Type.Object(
    {},
    {
      additionalProperties: true,
      ...documentOnly({ properties: packageMembers, required: Object.keys(packageMembers) }),
      examples: [EXAMPLE_PACKAGE],
    },
  ),
);

export const listQuery = Type.Object(wholePageQuery);
export const viewedListQuery = Type.Object({ ...wholePageQuery, ...viewQuery });
export const searchQuery = Type.Object({
  ...pageQuery,
  ...viewQuery,
  query: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Words of name, category, language and description; typing errors are forgiven.',
  }),
});
export const versionQuery = Type.Object({
  version: Type.Optional(Type.String({ ...version, description: 'A kept version; the current one if absent.' })),
});
export const dependencyQuery = Type.Object({
  ...wholePageQuery,
  ...versionQuery.properties,
  transitive: Type.Optional(
    Type.Boolean({
      description: 'Everything that it needs: one version of each library, each after its own dependencies.',
    }),
  ),
});
export const exportQuery = Type.Object({
  transitive: Type.Optional(Type.Boolean({ description: 'With every library that it needs.' })),
});
