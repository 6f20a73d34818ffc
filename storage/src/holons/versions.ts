import { and, asc, eq, inArray } from 'drizzle-orm';
import { all, first, type TxScript } from '../core/steps.ts';
import type { HolonRow, HolonVersionRow, StoredHolon } from './holons.ts';
import type { HolonTables } from './schema.ts';
import type { HolonStatements } from './statements.ts';

type StoredVersion = Omit<HolonVersionRow, 'places'> & { readonly copies: number };

/** Steps that read versions with the places of their bodies. */
export function versionSteps(
  { holons, holonVersions: versions, holonPlaces: places }: HolonTables,
  statements: HolonStatements,
) {
  function* withPlaces({ copies: _derived, ...row }: StoredVersion): TxScript<HolonVersionRow> {
    const { holonId, version } = row;
    const found = yield* all(statements.placesOfVersion, { holonId, version });
    return { ...row, places: found.map(({ provider }) => provider) };
  }

  function* allWithPlaces(rows: readonly StoredVersion[]): TxScript<HolonVersionRow[]> {
    const read: HolonVersionRow[] = [];
    for (const row of rows) read.push(yield* withPlaces(row));
    return read;
  }

  function* version(holonId: string, number: number): TxScript<HolonVersionRow | undefined> {
    const row = yield* first(statements.holonVersion, { holonId, version: number });
    return row && (yield* withPlaces(row));
  }

  function* stored(row: HolonRow, number = row.version): TxScript<StoredHolon | undefined> {
    const saved = yield* version(row.id, number);
    return saved && { ...row, saved };
  }

  /** The current versions of the holons with these ids, in their order. */
  function* storedAll(ids: readonly string[]): TxScript<StoredHolon[]> {
    if (ids.length === 0) return [];
    const current = and(eq(versions.holonId, holons.id), eq(versions.version, holons.version));
    const rows = yield* all((db) =>
      db
        .select({ holon: holons, saved: versions })
        .from(holons)
        .innerJoin(versions, current)
        .where(inArray(holons.id, [...ids])),
    );
    const found = yield* all((db) =>
      db
        .select({ holonId: places.holonId, provider: places.provider })
        .from(holons)
        .innerJoin(places, and(eq(places.holonId, holons.id), eq(places.version, holons.version)))
        .where(inArray(holons.id, [...ids]))
        .orderBy(asc(places.provider)),
    );
    const placesOf = Map.groupBy(found, ({ holonId }) => holonId);
    const byId = new Map(
      rows.map(({ holon, saved: { copies: _derived, ...saved } }) => {
        const own = (placesOf.get(holon.id) ?? []).map(({ provider }) => provider);
        return [holon.id, { ...holon, saved: { ...saved, places: own } }];
      }),
    );
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return { allWithPlaces, version, stored, storedAll };
}
