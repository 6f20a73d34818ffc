import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';

/** Tables of holons. */
export const holonTables = ({ table, index, primaryKey, text, integer, boolean }: Dialect) => ({
  /** The index of holons; bodies lie with providers. */
  holons: table(
    'holons',
    {
      /** UUID. */
      id: text().primaryKey(),
      /** The owner. */
      avatarId: text().notNull(),
      /** Id of the first body: it rises with every new holon, while callers may choose `id`. The order of lists. */
      ordinal: text().notNull(),
      name: text().notNull(),
      holonType: text().notNull(),
      /** The newest version; versions are numbered from 1. */
      version: integer().notNull(),
      createdAtMs: integer().notNull(),
      updatedAtMs: integer().notNull(),
      /** Since when it is deleted, and can be restored; null: it is not. */
      deletedAtMs: integer(),
    },
    (row) => [
      index('holons_avatar').on(row.avatarId, row.ordinal).where(sql`${row.deletedAtMs} is null`),
      index('holons_type').on(row.avatarId, row.holonType, row.ordinal).where(sql`${row.deletedAtMs} is null`),
      index('holons_deleted').on(row.deletedAtMs).where(sql`${row.deletedAtMs} is not null`),
    ],
  ),

  holonVersions: table(
    'holon_versions',
    {
      holonId: text().notNull(),
      version: integer().notNull(),
      bodyId: text().notNull(),
      checksum: text().notNull(),
      bytes: integer().notNull(),
      savedBy: text().notNull(),
      createdAtMs: integer().notNull(),
      /** Number of rows of the version in `holon_places`. */
      copies: integer().notNull(),
      /** Since when so many newer versions exist that this one is only kept for a time; null: it is kept. */
      surplusAtMs: integer(),
    },
    (row) => [
      primaryKey({ columns: [row.holonId, row.version] }),
      index('holon_versions_lacking').on(row.holonId, row.version).where(sql`${row.copies} < 2`),
      index('holon_versions_surplus').on(row.surplusAtMs).where(sql`${row.surplusAtMs} is not null`),
    ],
  ),

  /** The providers that have the body of a version. */
  holonPlaces: table(
    'holon_places',
    {
      holonId: text().notNull(),
      version: integer().notNull(),
      provider: text().notNull(),
      /** When it was last checked that the provider has the whole body. */
      checkedAtMs: integer().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.holonId, row.version, row.provider] }),
      index('holon_places_provider').on(row.provider, row.checkedAtMs),
    ],
  ),

  /** Fields of the metadata of current versions that are not deleted. */
  holonFields: table(
    'holon_fields',
    {
      holonId: text().notNull(),
      ordinal: text().notNull(),
      avatarId: text().notNull(),
      holonType: text().notNull(),
      field: text().notNull(),
      value: text().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.holonId, row.field] }),
      index('holon_fields_value').on(row.avatarId, row.field, row.value, row.ordinal),
      index('holon_fields_typed').on(row.avatarId, row.field, row.value, row.holonType, row.ordinal),
    ],
  ),

  /** Bodies at providers that are no version: on their way, given up, or of a version that is gone. */
  holonUploads: table(
    'holon_uploads',
    {
      id: text().primaryKey(),
      holonId: text().notNull(),
      createdAtMs: integer().notNull(),
      /** Its body is being removed, and it can no longer be committed. */
      expired: boolean().notNull(),
    },
    (row) => [index('holon_uploads_age').on(row.createdAtMs)],
  ),

  /** Bodies whose provider is the database. */
  holonBodies: table('holon_bodies', { id: text().primaryKey(), body: text().notNull() }),
});
export type HolonTables = ReturnType<typeof holonTables>;
