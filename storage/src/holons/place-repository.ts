import { and, count, eq, inArray } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import { lockOf } from '../core/locks.ts';
import { all, first, lock, run, type TxScript } from '../core/steps.ts';
import type { HolonBodyRepository, HolonPlaceRepository, VersionKey } from './holons.ts';
import type { HolonTables } from './schema.ts';
import type { HolonStatements } from './statements.ts';
import { versionSteps } from './versions.ts';

/** HolonPlaceRepository over its tables. */
export function createPlaceRepository(
  { read, write, clock, tables }: AreaContext<HolonTables>,
  statements: HolonStatements,
): HolonPlaceRepository {
  const { holonVersions: versions, holonPlaces: places } = tables;
  const steps = versionSteps(tables, statements);
  const isVersion = ({ holonId, version }: VersionKey) =>
    and(eq(versions.holonId, holonId), eq(versions.version, version));
  const atVersion = ({ holonId, version }: VersionKey) => and(eq(places.holonId, holonId), eq(places.version, version));

  /** Writes the number of a version's places into its row. */
  function* countCopies(key: VersionKey): TxScript<void> {
    const counted = yield* first((db) => db.select({ copies: count() }).from(places).where(atVersion(key)));
    const copies = counted?.copies ?? 0;
    yield* run((db) => db.update(versions).set({ copies }).where(isVersion(key)));
  }

  /** Drops a place unless it is the version's last. True when it was dropped. */
  function* drop(key: VersionKey, provider: string): TxScript<boolean> {
    const own = yield* all(statements.placesOfVersion, { ...key });
    if (own.length < 2 || !own.some((place) => place.provider === provider)) return false;
    yield* run((db) => db.delete(places).where(and(atVersion(key), eq(places.provider, provider))));
    yield* countCopies(key);
    return true;
  }

  function* check(keys: readonly VersionKey[], provider: string, checkedAtMs: number): TxScript<void> {
    for (const key of keys) {
      const place = and(atVersion(key), eq(places.provider, provider));
      yield* run((db) => db.update(places).set({ checkedAtMs }).where(place));
    }
  }

  return {
    add: ({ holonId, version }, provider) =>
      write(
        'full',
        function* () {
          const key = { holonId, version };
          if (!(yield* first(statements.holonVersion, key))) return;
          const checkedAtMs = clock.now();
          yield* run((db) =>
            db
              .insert(places)
              .values({ ...key, provider, checkedAtMs })
              .onConflictDoUpdate({ target: [places.holonId, places.version, places.provider], set: { checkedAtMs } }),
          );
          yield* countCopies(key);
        },
        { locks: [lockOf('holon', holonId)] },
      ),

    drop: ({ holonId, version }, provider) =>
      write(
        'full',
        function* () {
          yield* drop({ holonId, version }, provider);
        },
        { locks: [lockOf('holon', holonId)] },
      ),

    lacking: (after, limit) =>
      read(function* () {
        const { holonId, version } = after ?? { holonId: '', version: 0 };
        return yield* steps.allWithPlaces(yield* all(statements.holonsLacking, { holonId, version, limit }));
      }),

    unchecked: (provider, before, limit) =>
      read(function* () {
        const found = yield* all(statements.placesUnchecked, { provider, before, limit });
        const rows = [];
        for (const { holonId, version } of found) rows.push(yield* steps.version(holonId, version));
        return rows.filter((row) => row !== undefined);
      }),

    checked: (keys, provider, checkedAtMs) =>
      write('normal', () => check(keys, provider, checkedAtMs), {
        locks: keys.map(({ holonId }) => lockOf('holon', holonId)),
      }),

    providers: () =>
      read(function* () {
        const names: string[] = [];
        for (;;) {
          const next = yield* first(statements.nextProvider, { after: names.at(-1) ?? '' });
          if (next === undefined) return names;
          names.push(next.provider);
        }
      }),

    retire: (provider, before, limit) =>
      write(
        'full',
        function* () {
          const rows = yield* all(statements.placesUnchecked, { provider, before, limit });
          yield* lock(...rows.map(({ holonId }) => lockOf('holon', holonId)));
          for (const { holonId, version } of rows) {
            const key = { holonId, version };
            if (!(yield* drop(key, provider))) yield* check([key], provider, clock.now());
          }
          return rows.length;
        },
        { locks: [] },
      ),
  };
}

/** HolonBodyRepository over its table. */
export function createBodyRepository({
  read,
  write,
  tables: { holonBodies: bodies },
}: AreaContext<HolonTables>): HolonBodyRepository {
  return {
    put: (id, body) =>
      write(
        'full',
        function* () {
          yield* run((db) =>
            db.insert(bodies).values({ id, body }).onConflictDoUpdate({ target: bodies.id, set: { body } }),
          );
        },
        { locks: [lockOf('holon', id)] },
      ),
    get: (id) =>
      read(function* () {
        return (yield* first((db) => db.select().from(bodies).where(eq(bodies.id, id))))?.body;
      }),
    remove: (id) =>
      write(
        'full',
        function* () {
          yield* run((db) => db.delete(bodies).where(inArray(bodies.id, [id])));
        },
        { locks: [lockOf('holon', id)] },
      ),
  };
}
