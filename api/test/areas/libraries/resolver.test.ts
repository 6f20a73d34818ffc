import { strict as assert } from 'node:assert';
import { findCycle } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import type { GraphVersion, LibraryGraph } from '@causeway/storage';
import fc from 'fast-check';
import semver from 'semver';
import { type Conflict, type Locked, resolve } from '../../../src/areas/libraries/resolver.ts';

const CASES = cases(300, 20_000);

/** Libraries by name: their versions, each with its dependencies as `name@range`. */
type Written = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const graphOf = (written: Written): LibraryGraph =>
  new Map(
    Object.entries(written).map(([libraryId, versions]) => [
      libraryId,
      Object.entries(versions).map(([version, needs]) => ({
        ...{ libraryId, name: libraryId, version },
        dependencies: needs.map((need) => {
          const [id = '', versionRange = ''] = need.split('@');
          return { libraryId: id, versionRange };
        }),
      })),
    ]),
  );
const at = (graph: LibraryGraph, libraryId: string, version: string): GraphVersion =>
  graph.get(libraryId)?.find((one) => one.version === version) ?? assert.fail(`no ${libraryId}@${version}`);
const resolved = (written: Written, maxTests?: number) => {
  const graph = graphOf(written);
  const root = at(graph, 'app', '1.0.0');
  return resolve(graph, root, maxTests);
};
const lockOf = (written: Written): readonly string[] => {
  const result = resolved(written);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value.map(({ libraryId, version }) => `${libraryId}@${version}`);
};
const conflictOf = (written: Written): Conflict => {
  const result = resolved(written);
  assert.ok(!result.ok && result.error.kind === 'conflict', JSON.stringify(result));
  return result.error.conflicts[0] ?? assert.fail('no conflict is named');
};

describe('the resolver of dependencies', () => {
  it('takes the highest version in the range, and lists each library after its own dependencies', () => {
    const written = {
      app: { '1.0.0': ['web@^1.0.0'] },
      web: { '1.0.0': [], '1.9.0': ['core@*'], '2.0.0': [] },
      core: { '1.0.0': [], '1.10.0': [], '1.9.0': [], '2.0.0-rc.1': [] },
    };
    assert.deepEqual(lockOf(written), ['core@1.10.0', 'web@1.9.0']);
  });

  it('takes a lower version where the highest leads to a conflict', () => {
    const written = {
      app: { '1.0.0': ['left@*', 'right@*'] },
      left: { '1.0.0': ['core@^1.0.0'], '2.0.0': ['core@^2.0.0'] },
      right: { '1.0.0': ['core@^1.0.0'] },
      core: { '1.0.0': [], '2.0.0': [] },
    };
    assert.deepEqual(lockOf(written), ['core@1.0.0', 'left@1.0.0', 'right@1.0.0']);
  });

  it('goes back past a library that has no other version', () => {
    const written = {
      app: { '1.0.0': ['a@*', 'b@*', 'x@*'] },
      a: { '1.0.0': [], '2.0.0': ['p@^2.0.0'] },
      b: { '1.0.0': ['q@^1.0.0'] },
      x: { '1.0.0': ['p@^1.0.0'], '2.0.0': ['q@^2.0.0'] },
      p: { '1.0.0': [], '2.0.0': [] },
      q: { '1.0.0': [], '2.0.0': [] },
    };
    assert.deepEqual(lockOf(written), ['a@1.0.0', 'q@1.0.0', 'b@1.0.0', 'p@1.0.0', 'x@1.0.0']);
  });

  it('names the library, all demands and its versions when no version meets them', () => {
    const written = {
      app: { '1.0.0': ['left@*', 'right@*'] },
      left: { '1.0.0': ['core@^1.0.0'] },
      right: { '1.0.0': ['core@^2.0.0'] },
      core: { '1.0.0': [], '2.0.0': [], '1.5.0': [] },
    };
    assert.deepEqual(conflictOf(written), {
      libraryId: 'core',
      requirements: [
        { libraryId: 'left', version: '1.0.0', versionRange: '^1.0.0' },
        { libraryId: 'right', version: '1.0.0', versionRange: '^2.0.0' },
      ],
      versions: ['2.0.0', '1.5.0', '1.0.0'],
    });
    assert.deepEqual(conflictOf({ app: { '1.0.0': ['gone@*'] } }).versions, []);
  });

  it('never lets a library depend on itself, not through other versions either', () => {
    const written = {
      app: { '1.0.0': ['a@*'] },
      a: { '1.0.0': [], '2.0.0': ['b@*'] },
      b: { '1.0.0': ['a@*'] },
    };
    assert.deepEqual(lockOf(written), ['a@1.0.0']);
    const result = resolved({ app: { '1.0.0': ['a@*'] }, a: { '2.0.0': ['b@*'] }, b: { '1.0.0': ['a@*'] } });
    assert.deepEqual(result, { ok: false, error: { kind: 'cycle', path: ['a', 'b', 'a'] } });
  });

  it('compares each demand with each version about once in a large graph', () => {
    const graph = large(2_000, 5);
    const root = graph.get('0')?.[0] ?? assert.fail();
    const edges = 5 * 2_000;
    // Two versions of each library, of which one is of the range.
    assert.ok(resolve(graph, root, 2 * edges).ok);
    assert.ok(!resolve(graph, root, edges / 4).ok);
  });

  it('gives up after a stated number of comparisons, and names what stood in the way', () => {
    const layers = Array.from({ length: 12 }, (_, layer) => `l${layer}`);
    const written: Record<string, Record<string, readonly string[]>> = {
      app: { '1.0.0': [...layers.map((layer) => `${layer}@*`), 'end@*'] },
      end: { '1.0.0': layers.map((layer) => `${layer}@<1.0.0`) },
    };
    for (const layer of layers)
      written[layer] = Object.fromEntries(['1.0.0', '1.1.0', '1.2.0'].map((one) => [one, []]));
    assert.equal(conflictOf(written).libraryId, 'l0');
    const result = resolved(written, 20);
    assert.ok(!result.ok && result.error.kind === 'tooComplex');
  });

  it('finds a list that meets all ranges exactly when there is one, or names a real conflict or circle', () => {
    fc.assert(
      fc.property(graphs, (written) => {
        const graph = graphOf(written);
        const root = at(graph, 'app', '1.0.0');
        const result = resolve(graph, root);
        if (result.ok) return assertLock(graph, root, result.value);
        assert.equal(exhaustive(graph, root), false, 'there is a list, and it was not found');
        const { error } = result;
        if (error.kind === 'cycle') return assertCircle(graph, error.path);
        assert.equal(error.kind, 'conflict');
        for (const conflict of error.conflicts) assertConflict(graph, conflict);
        assert.equal(error.conflicts.length, 1);
      }),
      CASES,
    );
  });
});

describe('the search for cycles', () => {
  it('finds one exactly when a topological order does not exist, and its path is real', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e', 'f'];
    const edges = fc.array(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), { maxLength: 9 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const map = new Map(nodes.map((node) => [node, pairs.filter(([from]) => from === node).map(([, to]) => to)]));
        const path = findCycle(map, nodes);
        assert.equal(path === undefined, isAcyclic(map));
        if (path === undefined) return;
        assert.equal(path[0], path.at(-1));
        assert.equal(new Set(path.slice(1)).size, path.length - 1, 'each node once');
        for (const [index, node] of path.slice(0, -1).entries())
          assert.ok(map.get(node)?.includes(path[index + 1] ?? ''));
      }),
      CASES,
    );
  });

  it('goes as deep as the graph', () => {
    const chain = new Map(Array.from({ length: 100_000 }, (_, node) => [`${node}`, [`${node + 1}`]] as const));
    assert.equal(findCycle(chain, ['0']), undefined);
    chain.set('99999', ['0']);
    assert.equal(findCycle(chain, ['0'])?.length, 100_001);
  });
});

const NAMES = ['a', 'b', 'c', 'd'];
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'];
const RANGES = ['*', '^1.0.0', '1.0.0', '>=1.1.0', '^2.0.0', '<2.0.0'];
const needs = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...RANGES)), {
  maxLength: 3,
  selector: ([name]) => name,
});
const versions = fc.dictionary(fc.constantFrom(...VERSIONS), needs, { minKeys: 1, maxKeys: 3 });
/** Small graphs with circles, conflicts, and libraries of which nothing is kept. */
const graphs = fc
  .record({ app: fc.record({ '1.0.0': needs }), a: versions, b: versions, c: versions, d: versions })
  .map((libraries): Written => {
    const text = (list: readonly (readonly [string, string])[]) => list.map(([name, range]) => `${name}@${range}`);
    return Object.fromEntries(
      Object.entries(libraries).map(([name, kept]) => [
        name,
        Object.fromEntries(Object.entries(kept).map(([version, list]) => [version, text(list)])),
      ]),
    );
  });

/** `count` libraries of two versions that need up to `edges` later ones each. */
function large(count: number, edges: number): LibraryGraph {
  const nodes = Array.from({ length: count }, (_, index) => {
    const targets = new Set(
      Array.from({ length: edges }, (_each, edge) => index + 1 + ((index * 7 + edge * edge * 13) % 97)),
    );
    const dependencies = [...targets]
      .filter((target) => target < count)
      .map((target) => ({ libraryId: `${target}`, versionRange: '^1.0.0' }));
    const one = { libraryId: `${index}`, name: `library ${index}`, version: '1.0.0', dependencies };
    return [`${index}`, [one, { ...one, version: '2.0.0', dependencies: [] }]] as const;
  });
  return new Map(nodes);
}

/** Every library that the chosen versions need is chosen once, in the range; nothing else is; and none needs itself. */
function assertLock(graph: LibraryGraph, root: GraphVersion, lock: readonly Locked[]): void {
  const chosen = new Map(
    [root, ...lock.map(({ libraryId, version }) => at(graph, libraryId, version))].map((one) => [one.libraryId, one]),
  );
  assert.equal(chosen.size, lock.length + 1);
  const placed = new Set<string>();
  for (const { libraryId } of [...lock, root]) {
    for (const need of chosen.get(libraryId)?.dependencies ?? []) {
      assert.ok(placed.has(need.libraryId), `${need.libraryId} comes before ${libraryId}`);
      assert.ok(semver.satisfies(chosen.get(need.libraryId)?.version ?? '', need.versionRange));
    }
    placed.add(libraryId);
  }
  for (const { libraryId, requiredBy } of lock) {
    const expected = [...chosen.values()].flatMap((by) =>
      by.dependencies
        .filter((need) => need.libraryId === libraryId)
        .map(({ versionRange }) => ({ libraryId: by.libraryId, version: by.version, versionRange })),
    );
    assert.ok(expected.length > 0, `nothing needs ${libraryId}`);
    assert.deepEqual(
      new Set(requiredBy.map((one) => JSON.stringify(one))),
      new Set(expected.map((one) => JSON.stringify(one))),
    );
  }
}

/** True when some choice of versions is a lock list: tries all of them. */
function exhaustive(graph: LibraryGraph, root: GraphVersion): boolean {
  const search = (chosen: ReadonlyMap<string, GraphVersion>): boolean => {
    const open = [...chosen.values()].flatMap(({ dependencies }) => dependencies);
    const fits = open.every(({ libraryId, versionRange }) => {
      const version = chosen.get(libraryId)?.version;
      return version === undefined || semver.satisfies(version, versionRange);
    });
    if (!fits) return false;
    const next = open.find(({ libraryId }) => !chosen.has(libraryId));
    if (next === undefined) return isAcyclic(edgesOf(chosen.values()));
    return (graph.get(next.libraryId) ?? []).some((one) => search(new Map([...chosen, [one.libraryId, one]])));
  };
  return search(new Map([[root.libraryId, root]]));
}

/** The demands are made by kept versions, and no version meets all of them, or the chosen one does not. */
function assertConflict(graph: LibraryGraph, { libraryId, requirements, versions: kept, chosen }: Conflict): void {
  for (const by of requirements) {
    const need = at(graph, by.libraryId, by.version).dependencies.find((one) => one.libraryId === libraryId);
    assert.equal(need?.versionRange, by.versionRange);
  }
  assert.deepEqual(new Set(kept), new Set(graph.get(libraryId)?.map(({ version }) => version) ?? []));
  const candidates = chosen === undefined ? kept : [chosen];
  const meets = (version: string) => requirements.every(({ versionRange }) => semver.satisfies(version, versionRange));
  assert.ok(!candidates.some(meets), `${candidates} meets ${JSON.stringify(requirements)}`);
}

function assertCircle(graph: LibraryGraph, path: readonly string[]): void {
  assert.equal(path[0], path.at(-1));
  for (const [index, from] of path.slice(0, -1).entries()) {
    const needed = graph
      .get(from)
      ?.some(({ dependencies }) => dependencies.some((one) => one.libraryId === path[index + 1]));
    assert.ok(needed, `${from} needs ${path[index + 1]}`);
  }
}

const edgesOf = (nodes: Iterable<GraphVersion>): ReadonlyMap<string, readonly string[]> =>
  new Map([...nodes].map(({ libraryId, dependencies }) => [libraryId, dependencies.map((one) => one.libraryId)]));

/** True when all nodes can be taken away one by one, each without edges to what is left. */
function isAcyclic(edges: ReadonlyMap<string, readonly string[]>): boolean {
  const left = new Map(edges);
  for (;;) {
    const free = [...left].filter(([, targets]) => !targets.some((target) => left.has(target)));
    if (free.length === 0) return left.size === 0;
    for (const [node] of free) left.delete(node);
  }
}
