import assert from 'node:assert/strict';
import { type LibraryContent, type LibraryRow, openPlatformStorage } from '@causeway/storage';
import { libraries as area, libraryStatements } from '@causeway/storage/libraries';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { libraryStorage } from '../../../../src/areas/libraries/rules/library-repository.ts';
import type { LibraryUpdate } from '../../../../src/areas/libraries/schemas.ts';

const content = (name: string, more: Partial<LibraryContent> = {}): LibraryContent => ({
  version: '1.0.0',
  name,
  description: '',
  category: '',
  sourcePath: null,
  language: null,
  dependencies: [],
  ...more,
});
const on = (...libraries: readonly LibraryRow[]) =>
  libraries
    .map(({ id }) => ({ libraryId: id, versionRange: '^1.0.0' }))
    .sort((a, b) => (a.libraryId < b.libraryId ? -1 : 1));

onStorages('LibraryRepository', (temporary, engine) => {
  const libraries = () => libraryStorage(temporary.storage.libraries);
  const made = async (name: string, ...dependencies: readonly LibraryRow[]): Promise<LibraryRow> => {
    const result = await libraries().create('ann', content(name, { dependencies: on(...dependencies) }));
    assert.ok(result.ok);
    return result.value;
  };
  const publish = (row: LibraryRow, update: LibraryUpdate, revisions?: readonly number[]) =>
    libraries().publish(row.id, { kind: 'update', update }, revisions);
  const found = async (text: string) =>
    (await temporary.storage.search.find({ collection: 'libraries', text, avatarId: null, limit: 10 })).ids;

  it('keeps every version as it was written, over a restart', async () => {
    const hashes = await made('hashes');
    const first = content('proofs', { description: 'd', category: 'c', sourcePath: 's', language: 'l' });
    const result = await libraries().create('ann', { ...first, dependencies: on(hashes) });
    assert.ok(result.ok);
    const row = result.value;
    await publish(row, { version: '2.0.0', name: 'proofs two', dependencies: [] });
    await temporary.reopen();
    const now = await libraries().get(row.id);
    assert.deepEqual([now?.version, now?.name, now?.dependencies, now?.revision], ['2.0.0', 'proofs two', [], 2]);
    const { libraryId, createdAtMs, ...kept } = (await libraries().version(row.id, '1.0.0')) ?? assert.fail();
    assert.deepEqual([libraryId, kept], [row.id, { ...first, dependencies: on(hashes) }]);
    assert.deepEqual(columns(await libraries().versionHeads(row.id), 'version'), ['1.0.0', '2.0.0']);
  });

  it('never changes a version: other content under it is refused, the same makes it current again', async () => {
    const row = await made('proofs');
    assert.ok((await publish(row, { version: '1.1.0', description: 'new' })).ok);
    const other = await publish(row, { version: '1.0.0', description: 'other' });
    assert.deepEqual(other, { ok: false, error: { code: 'VERSION_EXISTS', libraryId: row.id, version: '1.0.0' } });
    const back = await publish(row, { version: '1.0.0', description: '' });
    assert.ok(back.ok);
    assert.deepEqual([back.value.version, back.value.revision], ['1.0.0', 3]);
    const same = await publish(row, {});
    assert.ok(same.ok);
    assert.equal(same.value.revision, 3, 'nothing has changed');
    assert.equal((await libraries().versionHeads(row.id)).length, 2);
  });

  it('compares the revision in the transaction of the change', async () => {
    const row = await made('proofs');
    const results = await Promise.all(['1.1.0', '1.2.0', '1.3.0'].map((version) => publish(row, { version }, [1])));
    assert.deepEqual(columns(results, 'ok').sort(), [false, false, true]);
    const refused = await publish(row, { version: '9.0.0' }, [1]);
    assert.deepEqual(refused, { ok: false, error: { code: 'VERSION_MISMATCH', revision: 2 } });
    assert.equal((await libraries().remove(row.id, [1])).ok, false);
  });

  it('refuses dependencies that do not exist or are deleted', async () => {
    const gone = await made('gone');
    await libraries().remove(gone.id);
    const unknown = { code: 'DEPENDENCY_UNKNOWN', libraryIds: [gone.id] };
    const result = await libraries().create('ann', content('a', { dependencies: on(gone) }));
    assert.deepEqual(result, { ok: false, error: unknown });
    const row = await made('a');
    assert.deepEqual(await publish(row, { version: '2.0.0', dependencies: on(gone) }), { ok: false, error: unknown });
    assert.equal((await libraries().get(row.id))?.revision, 1);
  });

  it('refuses a cycle of any length with its path, and a library that depends on itself', async () => {
    const a = await made('a');
    const b = await made('b', a);
    const c = await made('c', b);
    const self = await publish(a, { version: '1.0.1', dependencies: on(a) });
    assert.deepEqual(self, { ok: false, error: { code: 'CYCLE', path: [a.id, a.id] } });
    const circle = await publish(a, { version: '1.0.1', dependencies: on(c) });
    assert.deepEqual(circle, { ok: false, error: { code: 'CYCLE', path: [a.id, c.id, b.id, a.id] } });
    // Older versions do not count: b turns round once c needs it no more.
    assert.ok((await publish(b, { version: '2.0.0', dependencies: [] })).ok);
    assert.ok((await publish(a, { version: '2.0.0', dependencies: on(c) })).ok);
    const again = await publish(b, { version: '1.0.0', dependencies: on(a) });
    assert.deepEqual(again, { ok: false, error: { code: 'CYCLE', path: [b.id, a.id, c.id, b.id] } });
  });

  it('refuses one of two changes of two processes at once that together make a cycle', async () => {
    const [a, b] = [await made('a'), await made('b')];
    const other = await openPlatformStorage(temporary.database);
    const results = await Promise.all([
      publish(a, { version: '2.0.0', dependencies: on(b) }),
      libraryStorage(other.libraries).publish(b.id, {
        kind: 'update',
        update: { version: '2.0.0', dependencies: on(a) },
      }),
    ]);
    await other.close();
    assert.deepEqual(columns(results, 'ok').sort(), [false, true]);
  });

  it('finds a cycle below more levels than it reads one by one', async () => {
    const rows = [await made('0')];
    for (let level = 1; level <= 50; level += 1) rows.push(await made(String(level), rows.at(-1) as LibraryRow));
    const [first, last] = [rows[0] as LibraryRow, rows.at(-1) as LibraryRow];
    const circle = await publish(first, { version: '2.0.0', dependencies: on(last) });
    assert.ok(!circle.ok && 'code' in circle.error && circle.error.code === 'CYCLE');
    assert.deepEqual(circle.error.path, [first.id, ...columns(rows, 'id').reverse()]);
    const graph = await libraries().graph(last.id);
    assert.deepEqual([...graph.keys()].sort(), columns(rows, 'id').sort());
    assert.equal((await libraries().graph(first.id)).size, 1);
  });

  it('protects dependants: a library goes when no current version needs it, and older versions still resolve', async () => {
    const hashes = await made('hashes');
    const proofs = await made('proofs', hashes);
    const refused = await libraries().remove(hashes.id);
    const dependant = { libraryId: proofs.id, name: 'proofs', version: '1.0.0', versionRange: '^1.0.0' };
    assert.deepEqual(refused, { ok: false, error: { code: 'HAS_DEPENDANTS', dependants: [dependant] } });
    assert.deepEqual((await libraries().dependants(hashes.id, null, 10)).items, [dependant]);
    await publish(proofs, { version: '2.0.0', dependencies: [] });
    assert.deepEqual((await libraries().dependants(hashes.id, null, 10)).items, []);
    assert.ok((await libraries().remove(hashes.id)).ok);
    assert.equal(await libraries().get(hashes.id), undefined);
    assert.deepEqual(await libraries().remove(hashes.id), { ok: false, error: { code: 'NOT_FOUND' } });
    assert.deepEqual(columns((await libraries().list(null, 10)).items, 'id'), [proofs.id]);
    assert.ok((await libraries().graph(proofs.id)).has(hashes.id));
  });

  it('does not count a deleted dependant', async () => {
    const hashes = await made('hashes');
    const proofs = await made('proofs', hashes);
    await libraries().remove(proofs.id);
    assert.ok((await libraries().remove(hashes.id)).ok);
  });

  it('lists page by page, and finds by the words of the current version only', async () => {
    const rows = [await made('one'), await made('two'), await made('three')];
    const first = await libraries().list(null, 2);
    assert.deepEqual([columns(first.items, 'name'), first.nextCursor], [['one', 'two'], rows[1]?.id]);
    assert.deepEqual(columns((await libraries().list(first.nextCursor, 2)).items, 'name'), ['three']);
    const [one] = rows as [LibraryRow];
    await publish(one, { version: '1.1.0', name: 'uno', description: 'about bridges', language: 'Rust' });
    assert.deepEqual([await found('one'), await found('uno')], [[], [one.id]]);
    assert.deepEqual([await found('bridges rust'), await found('bridegs')], [[one.id], [one.id]]);
    await libraries().remove(one.id);
    assert.deepEqual(await found('uno'), []);
  });

  it('reads its lists and graphs through indexes', async () => {
    const opened = await engine.open(temporary.database);
    const statements = libraryStatements(area.tables(opened.dialect), opened.dialect);
    await opened.close();
    const { insertLibrary, insertVersion, insertEdge, ...reads } = statements;
    for (const { name, build } of Object.values(reads)) {
      const plan = await engine.plan(temporary.database, build);
      assert.doesNotMatch(plan, /SCAN (?:librar)|Seq Scan on librar/, `${name}: ${plan}`);
      assert.match(
        plan,
        /librar\w*_(?:pkey|listed|change|dependency|pk)\b|USING (?:COVERING )?INDEX/i,
        `${name}: ${plan}`,
      );
    }
    assert.match(await engine.plan(temporary.database, reads.dependants.build), /library_edges_dependency/);
    assert.match(await engine.plan(temporary.database, reads.changedAfter.build), /libraries_change\b.*change ?>/s);
    assert.match(await engine.plan(temporary.database, reads.heads.build), /libraries_listed|libraries_pkey/);
  });
});
