import type { HolonRow, HolonVersionRow } from '@causeway/storage';
import {
  clearSurplus,
  type HolonStore,
  insertUpload,
  markSurplusUpTo,
  removeHolon,
  removeHolonVersion,
} from '@causeway/storage/holons';
import { all, first, lock, lockOf, type TxScript, usageSteps } from '@causeway/storage/jobs';
import type { Retention } from './holons.ts';

type Purged = Pick<HolonVersionRow, 'holonId' | 'version' | 'bodyId' | 'bytes'>;

/** Steps that end versions which are kept no longer. */
export function purgeSteps({ context, statements }: HolonStore) {
  const { clock } = context;
  const usage = usageSteps(context);

  /** Marks the versions below the `keep` newest: from now on they are kept for a time only. */
  function* markSurplus({ id, version }: Pick<HolonRow, 'id' | 'version'>, keep: number): TxScript<void> {
    if (version > keep) yield* markSurplusUpTo(context, id, version - keep, clock.now());
  }

  /** Removes a version; its body goes the way of uploads that were given up. It counts for its owner no more. */
  function* purge({ holonId, version, bodyId, bytes }: Purged, owner: string): TxScript<void> {
    yield* usage.give(owner, 'holons', { items: 1, bytes });
    yield* removeHolonVersion(context, { holonId, version });
    yield* insertUpload(context, { id: bodyId, holonId, createdAtMs: clock.now() }, true);
  }

  /** Removes surplus versions; one that more versions may stay for now is none any more. */
  function* purgeSurplus({ keep, surplusBeforeMs }: Retention, limit: number): TxScript<number> {
    let purged = 0;
    const found = yield* all(statements.versionsSurplus, { before: surplusBeforeMs, limit });
    const ids = new Set(found.map(({ holonId }) => holonId));
    yield* lock(...[...ids].map((id) => lockOf('holon', id)));
    for (const row of yield* all(statements.versionsSurplus, { before: surplusBeforeMs, limit })) {
      if (!ids.has(row.holonId)) continue;
      const holon = yield* first(statements.holonById, { id: row.holonId });
      if (holon === undefined || row.version <= holon.version - keep) {
        yield* purge(row, holon?.avatarId ?? '');
        purged += 1;
        continue;
      }
      yield* clearSurplus(context, row);
    }
    return purged;
  }

  /**
   * Removes deleted holons, each from its oldest version to the newest, so that a part of one can still be restored.
   */
  function* purgeDeleted({ deletedBeforeMs }: Retention, limit: number): TxScript<number> {
    let purged = 0;
    const found = yield* all(statements.holonsDeleted, { before: deletedBeforeMs, limit });
    const ids = new Set(found.map(({ id }) => id));
    yield* lock(...[...ids].map((id) => lockOf('holon', id)));
    // One that was restored meanwhile stays.
    for (const { id, version, avatarId } of yield* all(statements.holonsDeleted, { before: deletedBeforeMs, limit })) {
      if (!ids.has(id)) continue;
      const rows = yield* all(statements.oldestVersions, { holonId: id, limit: limit - purged });
      for (const row of rows) yield* purge(row, avatarId);
      purged += rows.length;
      if (rows.at(-1)?.version === version) yield* removeHolon(context, id);
      if (purged >= limit) break;
    }
    return purged;
  }

  /** True when there may be something to remove. */
  function* isDue({ surplusBeforeMs, deletedBeforeMs }: Retention): TxScript<boolean> {
    const surplus = yield* all(statements.versionsSurplus, { before: surplusBeforeMs, limit: 1 });
    if (surplus.length > 0) return true;
    return (yield* all(statements.holonsDeleted, { before: deletedBeforeMs, limit: 1 })).length > 0;
  }

  return { markSurplus, purgeSurplus, purgeDeleted, isDue };
}
