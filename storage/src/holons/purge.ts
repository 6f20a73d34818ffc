import { and, eq, isNull, lte } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import { usageSteps } from '../usage/index.ts';
import type { HolonRow, HolonVersionRow, Retention } from './holons.ts';
import type { HolonTables } from './schema.ts';
import type { HolonStatements } from './statements.ts';

type Purged = Pick<HolonVersionRow, 'holonId' | 'version' | 'bodyId' | 'bytes'>;

/** Steps that end versions which are kept no longer. */
export function purgeSteps(context: AreaContext<HolonTables>, statements: HolonStatements) {
  const { clock, tables } = context;
  const usage = usageSteps(context);
  const { holons, holonVersions: versions, holonPlaces: places, holonUploads: uploads } = tables;

  /** Marks the versions below the `keep` newest: from now on they are kept for a time only. */
  function* markSurplus({ id, version }: Pick<HolonRow, 'id' | 'version'>, keep: number): Steps<void> {
    const older = and(eq(versions.holonId, id), lte(versions.version, version - keep), isNull(versions.surplusAtMs));
    if (version > keep) yield* run((db) => db.update(versions).set({ surplusAtMs: clock.now() }).where(older));
  }

  /** Removes a version; its body goes the way of uploads that were given up. It counts for its owner no more. */
  function* purge({ holonId, version, bodyId, bytes }: Purged, owner: string): Steps<void> {
    yield* usage.give(owner, 'holons', { items: 1, bytes });
    const isPlace = and(eq(places.holonId, holonId), eq(places.version, version));
    yield* run((db) => db.delete(places).where(isPlace));
    const isVersion = and(eq(versions.holonId, holonId), eq(versions.version, version));
    yield* run((db) => db.delete(versions).where(isVersion));
    const upload = { id: bodyId, holonId, createdAtMs: clock.now(), expired: true };
    yield* run((db) => db.insert(uploads).values(upload));
  }

  /** Removes surplus versions; one that more versions may stay for now is none any more. */
  function* purgeSurplus({ keep, surplusBeforeMs }: Retention, limit: number): Steps<number> {
    let purged = 0;
    for (const row of yield* all(statements.versionsSurplus, { before: surplusBeforeMs, limit })) {
      const holon = yield* first(statements.holonById, { id: row.holonId });
      if (holon === undefined || row.version <= holon.version - keep) {
        yield* purge(row, holon?.avatarId ?? '');
        purged += 1;
        continue;
      }
      const kept = and(eq(versions.holonId, row.holonId), eq(versions.version, row.version));
      yield* run((db) => db.update(versions).set({ surplusAtMs: null }).where(kept));
    }
    return purged;
  }

  /**
   * Removes deleted holons, each from its oldest version to the newest, so that a part of one can still be restored.
   */
  function* purgeDeleted({ deletedBeforeMs }: Retention, limit: number): Steps<number> {
    let purged = 0;
    for (const { id, version, avatarId } of yield* all(statements.holonsDeleted, { before: deletedBeforeMs, limit })) {
      const rows = yield* all(statements.oldestVersions, { holonId: id, limit: limit - purged });
      for (const row of rows) yield* purge(row, avatarId);
      purged += rows.length;
      if (rows.at(-1)?.version === version) yield* run((db) => db.delete(holons).where(eq(holons.id, id)));
      if (purged >= limit) break;
    }
    return purged;
  }

  /** True when there may be something to remove. */
  function* isDue({ surplusBeforeMs, deletedBeforeMs }: Retention): Steps<boolean> {
    const surplus = yield* all(statements.versionsSurplus, { before: surplusBeforeMs, limit: 1 });
    if (surplus.length > 0) return true;
    return (yield* all(statements.holonsDeleted, { before: deletedBeforeMs, limit: 1 })).length > 0;
  }

  return { markSurplus, purgeSurplus, purgeDeleted, isDue };
}
