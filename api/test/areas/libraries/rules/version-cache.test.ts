import assert from 'node:assert/strict';
import { libraries as area, libraryStatements, openLibraries, VersionCache } from '@causeway/storage/libraries';
import { AREAS, openSlices, PLATFORM_SCHEMA } from '@causeway/storage/slices';
import { onEngines } from '@causeway/storage/test-support/engines';
import { type Recorded, recording } from '@causeway/storage/test-support/recorded';
import { libraryStorage } from '../../../../src/areas/libraries/rules/library-repository.ts';

type Libraries = ReturnType<typeof libraryStorage>;

const texts = { description: '', category: '', sourcePath: null, language: null };
const on = (...ids: readonly string[]) => [...ids].sort().map((libraryId) => ({ libraryId, versionRange: '*' }));

async function made(libraries: Libraries, name: string, ...needs: readonly string[]): Promise<string> {
  const result = await libraries.create('ann', { ...texts, version: '1.0.0', name, dependencies: on(...needs) });
  assert.ok(result.ok);
  return result.value.id;
}

async function publish(libraries: Libraries, id: string, version: string, ...needs: readonly string[]): Promise<void> {
  const update = { description: '', version, name: version, dependencies: on(...needs) };
  assert.ok((await libraries.publish(id, { kind: 'update', update })).ok);
}

/** The versions in the graph of `id`, as `id@version`. */
const versionsIn = async (libraries: Libraries, id: string) =>
  [...(await libraries.graph(id)).values()]
    .flatMap((kept) => kept.map((one) => `${one.libraryId}@${one.version}`))
    .sort();

onEngines('the graph of libraries in memory', (engine) => {
  const closing: (() => Promise<void>)[] = [];
  let database: string;
  beforeEach(async () => {
    database = await engine.newPlatform();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** A process on the database, which keeps at most `most` versions and dependencies. `queries` gets its queries. */
  async function opened(queries: Recorded[] = [], most?: number): Promise<Libraries> {
    const limited = { ...area, open: (context: Parameters<typeof area.open>[0]) => openLibraries(context, most) };
    const areas = { ...AREAS, libraries: recording(limited, queries) };
    const { libraries, close } = await openSlices(database, { areas, schemas: [PLATFORM_SCHEMA] });
    closing.push(close);
    return libraryStorage(libraries);
  }

  it('is read once, and then only what has changed since', async () => {
    const queries: Recorded[] = [];
    const libraries = await opened(queries);
    const low = await made(libraries, 'low');
    const high = await made(libraries, 'high', low);
    const asked = async () => {
      queries.length = 0;
      const versions = await versionsIn(libraries, high);
      return [queries.length, versions] as const;
    };
    await asked();
    const both = [`${low}@1.0.0`, `${high}@1.0.0`];
    assert.deepEqual(await asked(), [1, both], 'the changes alone');
    await publish(libraries, low, '1.1.0');
    assert.deepEqual(await asked(), [2, [both[0], `${low}@1.1.0`, both[1]]], 'the changes, and the changed library');
    assert.equal((await asked())[0], 1);
  });

  it('has every version that another process has just committed', async () => {
    const [one, other] = [await opened(), await opened()];
    const low = await made(one, 'low');
    const high = await made(other, 'high', low);
    assert.deepEqual(await versionsIn(one, high), [`${low}@1.0.0`, `${high}@1.0.0`]);
    await publish(other, high, '2.0.0');
    assert.ok((await one.remove(low)).ok);
    assert.deepEqual(await versionsIn(other, high), [`${low}@1.0.0`, `${high}@1.0.0`, `${high}@2.0.0`]);
    const again = await other.importAll({ avatarId: 'ann', ownsAll: false }, [
      { id: low, current: '3.0.0', versions: [{ ...texts, version: '3.0.0', name: 'low', dependencies: [] }] },
    ]);
    assert.ok(again.ok);
    const all = [`${low}@1.0.0`, `${low}@3.0.0`, `${high}@1.0.0`, `${high}@2.0.0`];
    assert.deepEqual([await versionsIn(one, high), await versionsIn(other, high)], [all, all]);
  });

  it('equals the database after random changes by processes with large and small memories', async () => {
    const processes = [await opened(), await opened([], 8), await opened([], 0)];
    const ids: string[] = [];
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    /** Older libraries alone, so that there is no circle. */
    const needs = (below: number) => [
      ...new Set(Array.from({ length: Math.min(3, below) }, () => ids[random(below)] as string)),
    ];
    for (let change = 0; change < 25; change += 1) {
      const writer = processes[random(3)] as Libraries;
      const at = random(ids.length + 1);
      if (at === ids.length) ids.push(await made(writer, `library ${change}`, ...needs(at)));
      else await publish(writer, ids[at] as string, `2.${change}.0`, ...needs(at));
      const root = ids[random(ids.length)] as string;
      const [seen, ...others] = await Promise.all(processes.map((libraries) => versionsIn(libraries, root)));
      for (const other of others) assert.deepEqual(other, seen);
      const stored = await Promise.all(
        [...(await writer.graph(root)).keys()].map(async (id) =>
          (await writer.versionHeads(id)).map(({ version }) => `${id}@${version}`),
        ),
      );
      assert.deepEqual(stored.flat().sort(), seen);
    }
  });

  it('keeps no rows that may be older than a change it knows', async () => {
    const libraries = await opened();
    const low = await made(libraries, 'low');
    const reader = await engine.open(database);
    closing.push(() => reader.close());
    const statements = libraryStatements(area.tables(reader.dialect), reader.dialect);
    const cache = new VersionCache(statements, 10);
    const before = await reader.read(() => cache.catchUp(1));
    const rows = [[low, [{ libraryId: low, version: '1.0.0', name: 'low', dependencies: [] }]]] as const;
    await publish(libraries, low, '1.1.0');
    const after = await reader.read(() => cache.catchUp(1));
    cache.keep(before, rows);
    assert.equal(cache.get(low), undefined);
    cache.keep(after, rows);
    assert.notEqual(cache.get(low), undefined);
    assert.equal(await reader.read(() => cache.catchUp(1)), after);
    assert.notEqual(cache.get(low), undefined);
    // The server of another session may lack a change, and give its number again.
    await reader.read(() => cache.catchUp(2));
    assert.equal(cache.get(low), undefined);
  });
});
