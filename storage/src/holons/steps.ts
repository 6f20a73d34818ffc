import { and, eq, isNull, lte } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import { run, type TxScript } from '../core/steps.ts';
import type { HolonFacts, HolonRow, Upload, VersionKey } from './holons.ts';
import type { HolonTables } from './schema.ts';

type Context = Pick<AreaContext<HolonTables>, 'tables'>;

/** Inserts a holon, or writes all of its columns. */
export function* putHolon({ tables: { holons } }: Context, row: HolonRow, isNew: boolean): TxScript<void> {
  if (isNew) yield* run((db) => db.insert(holons).values(row));
  else yield* run((db) => db.update(holons).set(row).where(eq(holons.id, row.id)));
}

export function* setDeleted({ tables: { holons } }: Context, id: string, deletedAtMs: number | null): TxScript<void> {
  yield* run((db) => db.update(holons).set({ deletedAtMs }).where(eq(holons.id, id)));
}

export function* removeHolon({ tables: { holons } }: Context, id: string): TxScript<void> {
  yield* run((db) => db.delete(holons).where(eq(holons.id, id)));
}

/** The columns of a version that are stored when it is saved. */
export type NewVersionRow = Omit<HolonTables['holonVersions']['$inferInsert'], 'copies' | 'surplusAtMs'>;

/** Inserts a version with the places of its body. */
export function* insertHolonVersion(
  { tables }: Context,
  row: NewVersionRow,
  providers: readonly string[],
): TxScript<void> {
  const { holonVersions: versions, holonPlaces: places } = tables;
  const { holonId, version, createdAtMs: checkedAtMs } = row;
  yield* run((db) => db.insert(versions).values({ ...row, copies: providers.length }));
  const rows = providers.map((provider) => ({ holonId, version, provider, checkedAtMs }));
  yield* run((db) => db.insert(places).values(rows));
}

/** Removes a version with the places of its body. */
export function* removeHolonVersion({ tables }: Context, { holonId, version }: VersionKey): TxScript<void> {
  const { holonVersions: versions, holonPlaces: places } = tables;
  const isPlace = and(eq(places.holonId, holonId), eq(places.version, version));
  yield* run((db) => db.delete(places).where(isPlace));
  const isVersion = and(eq(versions.holonId, holonId), eq(versions.version, version));
  yield* run((db) => db.delete(versions).where(isVersion));
}

/** Sets since when versions up to `most` are surplus, unless they are already. */
export function* markSurplusUpTo(
  { tables: { holonVersions: versions } }: Context,
  holonId: string,
  most: number,
  surplusAtMs: number,
): TxScript<void> {
  const older = and(eq(versions.holonId, holonId), lte(versions.version, most), isNull(versions.surplusAtMs));
  yield* run((db) => db.update(versions).set({ surplusAtMs }).where(older));
}

/** A version is surplus no more. */
export function* clearSurplus(
  { tables: { holonVersions: versions } }: Context,
  { holonId, version }: VersionKey,
): TxScript<void> {
  const kept = and(eq(versions.holonId, holonId), eq(versions.version, version));
  yield* run((db) => db.update(versions).set({ surplusAtMs: null }).where(kept));
}

/** Replaces the fields by which a holon is found. */
export function* putFields(
  context: Context,
  { id: holonId, ordinal, avatarId, holonType }: Pick<HolonRow, 'id' | 'ordinal' | 'avatarId' | 'holonType'>,
  fields: HolonFacts['fields'],
): TxScript<void> {
  yield* removeFields(context, holonId);
  const { holonFields } = context.tables;
  const rows = fields.map(({ field, value }) => ({ holonId, ordinal, avatarId, holonType, field, value }));
  if (rows.length > 0) yield* run((db) => db.insert(holonFields).values(rows));
}

export function* removeFields({ tables: { holonFields: fields } }: Context, holonId: string): TxScript<void> {
  yield* run((db) => db.delete(fields).where(eq(fields.holonId, holonId)));
}

export function* insertUpload(
  { tables: { holonUploads: uploads } }: Context,
  upload: Upload,
  expired: boolean,
): TxScript<void> {
  yield* run((db) => db.insert(uploads).values({ ...upload, expired }));
}

export function* removeUpload({ tables: { holonUploads: uploads } }: Context, id: string): TxScript<void> {
  yield* run((db) => db.delete(uploads).where(eq(uploads.id, id)));
}

/** An upload can be committed no more. */
export function* expireUpload({ tables: { holonUploads: uploads } }: Context, id: string): TxScript<void> {
  yield* run((db) => db.update(uploads).set({ expired: true }).where(eq(uploads.id, id)));
}
