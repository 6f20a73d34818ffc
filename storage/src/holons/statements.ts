import { and, asc, desc, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { given, prepared } from '../core/statements.ts';
import type { HolonTables } from './schema.ts';

/** Compiled queries over holons. Every list is limited, and reads by an index in its own order. */
export const holonStatements = ({
  holons,
  holonVersions: versions,
  holonPlaces: places,
  holonFields: fields,
  holonUploads: uploads,
}: HolonTables) => {
  const limit = sql.placeholder('limit');
  const skip = sql.placeholder('skip');
  const after = sql.placeholder('after');
  const owned = given(holons.avatarId, 'avatarId');
  const isVersion = and(given(versions.holonId, 'holonId'), given(versions.version, 'version'));
  const ofField = and(
    given(fields.avatarId, 'avatarId'),
    given(fields.field, 'field'),
    given(fields.value, 'value'),
    lt(fields.ordinal, after),
  );
  const { holonId, version, bodyId, bytes } = versions;
  const purged = { holonId, version, bodyId, bytes };
  return {
    holonById: prepared('holonById', (db) => db.select().from(holons).where(given(holons.id, 'id'))),
    holonsOf: prepared('holonsOf', (db) =>
      db
        .select({ id: holons.id, ordinal: holons.ordinal })
        .from(holons)
        .where(and(owned, isNull(holons.deletedAtMs), lt(holons.ordinal, after)))
        .orderBy(desc(holons.ordinal))
        .limit(limit)
        .offset(skip),
    ),
    holonsOfType: prepared('holonsOfType', (db) =>
      db
        .select({ id: holons.id, ordinal: holons.ordinal })
        .from(holons)
        .where(and(owned, given(holons.holonType, 'holonType'), isNull(holons.deletedAtMs), lt(holons.ordinal, after)))
        .orderBy(desc(holons.ordinal))
        .limit(limit)
        .offset(skip),
    ),
    holonsWithField: prepared('holonsWithField', (db) =>
      db
        .select({ id: fields.holonId, ordinal: fields.ordinal })
        .from(fields)
        .where(ofField)
        .orderBy(desc(fields.ordinal))
        .limit(limit)
        .offset(skip),
    ),
    holonsOfTypeWithField: prepared('holonsOfTypeWithField', (db) =>
      db
        .select({ id: fields.holonId, ordinal: fields.ordinal })
        .from(fields)
        .where(and(ofField, given(fields.holonType, 'holonType')))
        .orderBy(desc(fields.ordinal))
        .limit(limit)
        .offset(skip),
    ),
    holonVersion: prepared('holonVersion', (db) => db.select().from(versions).where(isVersion)),
    holonVersionsOf: prepared('holonVersionsOf', (db) =>
      db
        .select()
        .from(versions)
        .where(and(given(versions.holonId, 'holonId'), lt(versions.version, sql.placeholder('before'))))
        .orderBy(desc(versions.version))
        .limit(limit)
        .offset(skip),
    ),
    placesOfVersion: prepared('placesOfVersion', (db) =>
      db
        .select({ provider: places.provider })
        .from(places)
        .where(and(given(places.holonId, 'holonId'), given(places.version, 'version')))
        .orderBy(asc(places.provider)),
    ),
    holonsLacking: prepared('holonsLacking', (db) =>
      db
        .select()
        .from(versions)
        .where(
          and(
            sql`${versions.copies} < 2`,
            sql`(${versions.holonId}, ${versions.version}) > (${sql.placeholder('holonId')}, ${sql.placeholder('version')})`,
          ),
        )
        .orderBy(asc(versions.holonId), asc(versions.version))
        .limit(limit),
    ),
    placesUnchecked: prepared('placesUnchecked', (db) =>
      db
        .select()
        .from(places)
        .where(and(given(places.provider, 'provider'), lt(places.checkedAtMs, sql.placeholder('before'))))
        .orderBy(asc(places.checkedAtMs))
        .limit(limit),
    ),
    nextProvider: prepared('nextProvider', (db) =>
      db
        .select({ provider: places.provider })
        .from(places)
        .where(gt(places.provider, after))
        .orderBy(asc(places.provider))
        .limit(1),
    ),
    versionsSurplus: prepared('holonVersionsSurplus', (db) =>
      db
        .select(purged)
        .from(versions)
        .where(and(isNotNull(versions.surplusAtMs), lt(versions.surplusAtMs, sql.placeholder('before'))))
        .orderBy(asc(versions.surplusAtMs))
        .limit(limit),
    ),
    holonsDeleted: prepared('holonsDeleted', (db) =>
      db
        .select({ id: holons.id, version: holons.version, avatarId: holons.avatarId })
        .from(holons)
        .where(and(isNotNull(holons.deletedAtMs), lt(holons.deletedAtMs, sql.placeholder('before'))))
        .orderBy(asc(holons.deletedAtMs))
        .limit(limit),
    ),
    oldestVersions: prepared('holonVersionsOldest', (db) =>
      db
        .select(purged)
        .from(versions)
        .where(given(versions.holonId, 'holonId'))
        .orderBy(asc(versions.version))
        .limit(limit),
    ),
    uploadById: prepared('uploadById', (db) => db.select().from(uploads).where(given(uploads.id, 'id'))),
    uploadsBefore: prepared('uploadsBefore', (db) =>
      db
        .select()
        .from(uploads)
        .where(lt(uploads.createdAtMs, sql.placeholder('before')))
        .orderBy(asc(uploads.createdAtMs))
        .limit(limit),
    ),
  };
};
export type HolonStatements = ReturnType<typeof holonStatements>;
