import type { AreaContext } from '../core/area.ts';
import { fillPage, inOrderOf, pageBy } from '../core/page.ts';
import type { createSearchIndex } from '../core/search.ts';
import { all, first, type TxScript } from '../core/steps.ts';
import type { HolonFilter, HolonReading } from './holons.ts';
import type { HolonTables } from './schema.ts';
import type { HolonStatements } from './statements.ts';
import { HOLONS } from './values.ts';
import type { versionSteps } from './versions.ts';

/** Above every ordinal: they are hexadecimal. */
const END = '~';

/** What the lists of holons are read with. */
interface Parts {
  readonly context: AreaContext<HolonTables>;
  readonly statements: HolonStatements;
  readonly search: ReturnType<typeof createSearchIndex>;
  readonly versions: ReturnType<typeof versionSteps>;
}

/** HolonReading over its tables. */
export function createHolonReading({ context: { read }, statements, search, versions: steps }: Parts): HolonReading {
  function* idsOf(
    { avatarId, holonType, field }: HolonFilter,
    after: string,
    limit: number,
    skip: number,
  ): TxScript<{ id: string; ordinal: string }[]> {
    const part = { avatarId, after, limit, skip };
    if (field && holonType !== undefined) {
      return yield* all(statements.holonsOfTypeWithField, { ...part, ...field, holonType });
    }
    if (field) return yield* all(statements.holonsWithField, { ...part, ...field });
    if (holonType !== undefined) return yield* all(statements.holonsOfType, { ...part, holonType });
    return yield* all(statements.holonsOf, part);
  }

  return {
    get: (id, version) =>
      read(function* () {
        const row = yield* first(statements.holonById, { id });
        return row && (yield* steps.stored(row, version));
      }),

    list: (filter, cursor, limit, skip = 0) =>
      read(function* () {
        const found = yield* idsOf(filter, cursor ?? END, limit + 1, skip);
        const page = pageBy(found, limit, ({ ordinal }) => ordinal);
        const ids = page.items.map(({ id }) => id);
        return fillPage(
          page,
          inOrderOf(ids, yield* steps.storedAll(ids), ({ id }) => id),
        );
      }),

    search: (avatarId, text, limit, offset) =>
      read(function* () {
        const { ids, cut } = yield* search.find({ collection: HOLONS, text, avatarId, limit: limit + 1, offset });
        const placed = ids.map((id, at) => ({ id, cursor: String(offset + at + 1) }));
        const page = pageBy(placed, limit, ({ cursor }) => cursor);
        const wanted = page.items.map(({ id }) => id);
        const found = inOrderOf(wanted, yield* steps.storedAll(wanted), ({ id }) => id);
        return { ...fillPage(page, found), cut };
      }),

    versions: (holonId, before, limit, skip = 0) =>
      read(function* () {
        const values = { holonId, before: before ?? Number.MAX_SAFE_INTEGER, limit, skip };
        return yield* steps.allWithPlaces(yield* all(statements.holonVersionsOf, values));
      }),
  };
}
