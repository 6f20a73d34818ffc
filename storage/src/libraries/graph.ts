import type { Statement, TxScript } from '../core/steps.ts';
import { all } from '../core/steps.ts';
import type { Dependency, GraphVersion, LibraryContent, LibraryGraph } from './libraries.ts';
import type { LibraryStatements } from './statements.ts';
import type { VersionCache } from './version-cache.ts';

/**
 * Levels that are read one by one. A graph of many libraries has few levels; the rest of a deep one is read at once by
 * a recursive query, which costs more for each library.
 */
const LEVELS = 32;

type Nodes = Statement<{ all(values?: Record<string, unknown>): GraphVersion[] }>;

/** Reads the libraries in `ids` at once, or these and everything below them. */
interface Reading {
  readonly level: Nodes;
  readonly below: Nodes;
}

/** Tells what is known of a library. */
type Known = (libraryId: string) => readonly GraphVersion[] | undefined;

/**
 * The versions in `rows` by library. Equal ids are one string, which is found in a map several times as fast; `names`
 * has the ids so far.
 */
function grouped(rows: readonly GraphVersion[], names: Map<string, string>): Map<string, GraphVersion[]> {
  const nameOf = (id: string): string => {
    const name = names.get(id);
    if (name === undefined) names.set(id, id);
    return name ?? id;
  };
  const libraries = new Map<string, GraphVersion[]>();
  for (const { libraryId: id, version, name, dependencies: needs } of rows) {
    const libraryId = nameOf(id);
    const dependencies = needs.map((one) => ({ libraryId: nameOf(one.libraryId), versionRange: one.versionRange }));
    const row = { libraryId, version, name, dependencies };
    const versions = libraries.get(libraryId);
    if (versions === undefined) libraries.set(libraryId, [row]);
    else versions.push(row);
  }
  return libraries;
}

/** Reads what `roots` need, themselves included; what is known is not read. `loaded` gets what was read. */
function* readGraph(
  { level, below }: Reading,
  roots: Iterable<string>,
  known: Known,
  loaded: Map<string, readonly GraphVersion[]> = new Map(),
): TxScript<Map<string, readonly GraphVersion[]>> {
  const graph = new Map<string, readonly GraphVersion[]>();
  const seen = new Set(roots);
  const names = new Map<string, string>();
  let frontier = [...seen];
  for (let depth = 0; frontier.length > 0; depth += 1) {
    const next: string[] = [];
    const add = (libraryId: string, versions: readonly GraphVersion[]): void => {
      // The rows of one library come from one read.
      if (graph.has(libraryId)) return;
      graph.set(libraryId, versions);
      for (const { dependencies } of versions) {
        for (const { libraryId: id } of dependencies) {
          if (seen.has(id)) continue;
          seen.add(id);
          next.push(id);
        }
      }
    };
    const unknown: string[] = [];
    for (const id of frontier) {
      const versions = known(id);
      if (versions === undefined) unknown.push(id);
      else add(id, versions);
    }
    if (unknown.length > 0) {
      const rows = yield* all(depth < LEVELS ? level : below, { ids: JSON.stringify(unknown) });
      for (const [libraryId, read] of grouped(rows, names)) {
        const versions = known(libraryId) ?? read;
        loaded.set(libraryId, versions);
        add(libraryId, versions);
      }
    }
    frontier = next.filter((id) => !graph.has(id));
  }
  return graph;
}

/** Every kept version of everything that `id` can need, in the database's present epoch. */
export function* graphOf(
  { nodesIn, nodesBelow }: LibraryStatements,
  cache: VersionCache,
  id: string,
  epoch: number,
): TxScript<LibraryGraph> {
  const seen = yield* cache.catchUp(epoch);
  const loaded = new Map<string, readonly GraphVersion[]>();
  const graph = yield* readGraph({ level: nodesIn, below: nodesBelow }, [id], (one) => cache.get(one), loaded);
  cache.keep(seen, loaded);
  return graph;
}

/**
 * The dependencies of current versions that can be reached from `changed`, by library, after these have become current.
 */
export function* currentEdges(
  { currentIn, currentBelow }: LibraryStatements,
  changed: ReadonlyMap<string, Pick<LibraryContent, 'version' | 'name' | 'dependencies'>>,
): TxScript<ReadonlyMap<string, readonly Dependency[]>> {
  const known = new Map([...changed].map(([libraryId, content]) => [libraryId, [{ ...content, libraryId }]]));
  const graph = yield* readGraph({ level: currentIn, below: currentBelow }, changed.keys(), (id) => known.get(id));
  return new Map([...graph].map(([id, [node]]) => [id, node?.dependencies ?? []]));
}
