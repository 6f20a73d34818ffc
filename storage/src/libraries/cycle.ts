/** Nodes and the nodes that each of them points to; a node that is no key points to nothing. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/** A node on the path of the search, and the position of its next edge. */
interface Visit {
  readonly node: string;
  next: number;
}

/**
 * A cycle that can be reached from one of `starts`: each node points to the next, and the last one equals the first.
 * Undefined when there is none. Visits every edge at most once, without recursion.
 */
export function findCycle(edges: Edges, starts: Iterable<string>): readonly string[] | undefined {
  const done = new Set<string>();
  const positions = new Map<string, number>();
  const path: Visit[] = [];
  const enter = (node: string): void => {
    positions.set(node, path.length);
    path.push({ node, next: 0 });
  };
  for (const start of starts) {
    if (!done.has(start)) enter(start);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = edges.get(visit.node)?.[visit.next];
      visit.next += 1;
      if (target === undefined) {
        done.add(visit.node);
        positions.delete(visit.node);
        path.pop();
      } else if (positions.has(target)) {
        return [...path.slice(positions.get(target)).map(({ node }) => node), target];
      } else if (!done.has(target)) enter(target);
    }
  }
  return undefined;
}
