import type { Statement, Steps } from '../core/steps.ts';
import { all } from '../core/steps.ts';
import { findCycle } from './cycle.ts';
import type { GraphVersion, LibraryContent, LibraryGraph } from './libraries.ts';
import type { LibraryStatements } from './statements.ts';

/**
 * Levels that are read one by one. A graph of many libraries has few levels; the rest of a deep one is read at once by a
 * recursive query, which costs more for each library.
 */
const LEVELS = 32;

type Nodes = Statement<{ all(values?: Record<string, unknown>): GraphVersion[] }>;

/** Reads the libraries in `ids` at once, or these and everything below them. */
interface Reading {
  readonly level: Nodes;
  readonly below: Nodes;
}

/** Reads what `roots` need, themselves included; libraries in `known` are taken from there. */
function* readGraph(
  { level, below }: Reading,
  roots: Iterable<string>,
  known: LibraryGraph = new Map(),
): Steps<Map<string, GraphVersion[]>> {
  const graph = new Map<string, GraphVersion[]>();
  const seen = new Set(roots);
  let frontier = [...seen];
  const add = (rows: readonly GraphVersion[], into: string[]): void => {
    for (const row of rows) {
      const versions = graph.get(row.libraryId);
      if (versions === undefined) graph.set(row.libraryId, [row]);
      else versions.push(row);
      for (const { libraryId } of row.dependencies) {
        if (seen.has(libraryId)) continue;
        seen.add(libraryId);
        into.push(libraryId);
      }
    }
  };
  for (let depth = 0; frontier.length > 0; depth += 1) {
    const next: string[] = [];
    const unknown = frontier.filter((id) => !known.has(id));
    for (const id of frontier) add(known.get(id) ?? [], next);
    if (unknown.length > 0) {
      const values = { ids: JSON.stringify(unknown) };
      if (depth < LEVELS) add(yield* all(level, values), next);
      else {
        const rows = yield* all(below, values);
        // The rows of one library come from one read.
        const earlier = new Set(graph.keys());
        add(
          rows.filter(({ libraryId }) => !earlier.has(libraryId) && !known.has(libraryId)),
          next,
        );
      }
    }
    frontier = next.filter((id) => !graph.has(id));
  }
  return graph;
}

/** Every kept version of everything that `id` can need. */
export const graphOf = ({ nodesIn, nodesBelow }: LibraryStatements, id: string): Steps<LibraryGraph> =>
  readGraph({ level: nodesIn, below: nodesBelow }, [id]);

/**
 * A cycle among current versions after `changed` become current, which must go through one of these, because there was
 * none before.
 */
export function* cycleAfter(
  { currentIn, currentBelow }: LibraryStatements,
  changed: ReadonlyMap<string, Pick<LibraryContent, 'version' | 'name' | 'dependencies'>>,
): Steps<readonly string[] | undefined> {
  const known = new Map([...changed].map(([libraryId, content]) => [libraryId, [{ ...content, libraryId }]]));
  const graph = yield* readGraph({ level: currentIn, below: currentBelow }, changed.keys(), known);
  const edges = new Map([...graph].map(([id, [node]]) => [id, node?.dependencies ?? []] as const));
  return findCycle(edges, changed.keys(), ({ libraryId }) => libraryId);
}
