import { posix } from 'node:path';
import { importsOf, type SourceFile } from './sources.ts';

/** The modules that each module imports by a relative path, types included. */
type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Cycles of modules that import each other, including types: none of them can be read, tested or moved alone. Each
 * cycle is reported once, by a shortest path. Only relative imports can make one, because the table of workspaces has
 * no cycle.
 */
export function cycleProblems(files: readonly SourceFile[]): string[] {
  const graph = graphOf(files);
  return strongComponents(graph)
    .filter((component) => component.length > 1)
    .map((component) => `${wayAround(graph, component).join(' → ')}: modules import each other in a circle`);
}

function graphOf(files: readonly SourceFile[]): Graph {
  const modules = files.filter(({ path }) => /\.(?:ts|mjs)$/.test(path));
  const known = new Set(modules.map(({ path }) => path));
  const targetsOf = (file: SourceFile) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(file.path), specifier))
      .filter((target) => known.has(target) && target !== file.path);
  return new Map(modules.map((file) => [file.path, [...new Set(targetsOf(file))]]));
}

/** Tarjan's algorithm: the largest sets of modules that all reach each other, with members in order of path. */
function strongComponents(graph: Graph): string[][] {
  const components: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (module: string): number => {
    const index = order.size;
    order.set(module, index);
    lowest.set(module, index);
    stack.push(module);
    for (const target of graph.get(module) ?? []) {
      const reached = order.has(target)
        ? stack.includes(target)
          ? (order.get(target) as number)
          : index
        : visit(target);
      lowest.set(module, Math.min(lowest.get(module) as number, reached));
    }
    if (lowest.get(module) === index) components.push(stack.splice(stack.indexOf(module)).sort());
    return lowest.get(module) as number;
  };
  for (const module of graph.keys()) if (!order.has(module)) visit(module);
  return components;
}

/** A shortest path from the component's first module back to it. */
function wayAround(graph: Graph, component: readonly string[]): string[] {
  const start = component[0] as string;
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const target of graph.get(way.at(-1) as string) ?? []) {
      if (target === start) return [...way, start];
      if (seen.has(target) || !component.includes(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return [start];
}
