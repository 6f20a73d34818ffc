import type { AreaContext } from '../core/area.ts';
import { all, first } from '../core/steps.ts';
import { graphOf } from './graph.ts';
import type { LibraryReading } from './libraries.ts';
import { createLibraryLists } from './library-lists.ts';
import type { LibraryTables } from './schema.ts';
import type { LibraryStatements } from './statements.ts';
import { VersionCache } from './version-cache.ts';

/** LibraryReading over its tables, with at most `maxCached` versions and dependencies in memory. */
export function createLibraryReading(
  context: AreaContext<LibraryTables>,
  statements: LibraryStatements,
  maxCached: number,
): LibraryReading {
  const { read, epoch } = context;
  const cache = new VersionCache(statements, maxCached);

  return {
    get: (id) => read(() => first(statements.library, { id })),

    current: (id) =>
      read(function* () {
        const head = yield* first(statements.head, { id });
        return head?.deletedAtMs === null ? head.current : undefined;
      }),

    version: (id, version) => read(() => first(statements.version, { id, version })),

    ...createLibraryLists(context, statements),

    graph: async (id) => {
      const now = await epoch();
      return read(() => graphOf(statements, cache, id, now));
    },

    names: (ids) =>
      read(function* () {
        return Map.groupBy(yield* all(statements.namesIn, { ids: JSON.stringify(ids) }), ({ libraryId }) => libraryId);
      }),

    async exported(id, transitive, most) {
      const now = await epoch();
      return read(function* () {
        const reached = transitive ? [...(yield* graphOf(statements, cache, id, now)).keys()] : [id];
        const ids = JSON.stringify(reached);
        // Nothing is read of what is too large.
        if (reached.length > most.libraries) return undefined;
        if (((yield* first(statements.bytesIn, { ids }))?.bytes ?? 0) > most.bytes) return undefined;
        const heads = yield* all(statements.headsIn, { ids });
        const versions = Map.groupBy(yield* all(statements.versionsIn, { ids }), ({ libraryId }) => libraryId);
        return heads.map((head) => ({ id: head.id, current: head.current, versions: versions.get(head.id) ?? [] }));
      });
    },
  };
}
