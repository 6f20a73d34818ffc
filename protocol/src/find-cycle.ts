/** A node on the path of the search, and the position of its next edge. */
interface Visit<Edge> {
  readonly node: string;
  readonly edges: readonly Edge[];
  next: number;
}

/** The position of a node whose edges were all followed. */
const DONE = -1;

/**
 * A cycle that can be reached from one of `starts`: each node points to the next, and the last one equals the first.
 * Undefined when there is none. `edges` has the edges of each node that has any, and `targetOf` tells where one leads;
 * without it an edge is its target. Visits every edge at most once, without recursion.
 */
export function findCycle<Edge>(
  edges: ReadonlyMap<string, readonly Edge[]>,
  starts: Iterable<string>,
  targetOf: (edge: Edge) => string = String,
): readonly string[] | undefined {
  /** Positions on the path, or DONE. */
  const seen = new Map<string, number>();
  const path: Visit<Edge>[] = [];
  const enter = (node: string): void => {
    seen.set(node, path.length);
    path.push({ node, edges: edges.get(node) ?? [], next: 0 });
  };
  for (const start of starts) {
    if (!seen.has(start)) enter(start);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      if (visit.next === visit.edges.length) {
        seen.set(visit.node, DONE);
        path.pop();
        continue;
      }
      const target = targetOf(visit.edges[visit.next] as Edge);
      visit.next += 1;
      const position = seen.get(target);
      if (position === undefined) enter(target);
      else if (position !== DONE) return [...path.slice(position).map(({ node }) => node), target];
    }
  }
  return undefined;
}
