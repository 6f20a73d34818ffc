import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { holons as area, holonStatements } from '@causeway/storage/holons';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { holonStorage } from '../../../../src/areas/holons/rules/holon-repository.ts';
import type { NewVersion } from '../../../../src/areas/holons/rules/holons.ts';

onStorages('HolonRepository', (temporary, engine) => {
  const holons = () => holonStorage(temporary.storage.holons);
  const commit = async (holonId: string, checksum: string, more: Partial<NewVersion> = {}) => {
    const { id } = await holons().beginUpload(holonId);
    return holons().commit({
      ...{ bodyId: id, holonId, avatarId: 'alice', owner: 'alice', name: 'n', holonType: 'T', checksum, bytes: 2 },
      ...{ places: ['database', 's3'], fields: [{ field: 'a', value: '1' }], text: 'words', keep: 100, ...more },
    });
  };

  it('reads every list by an index, in its order', async () => {
    const opened = await engine.open(temporary.database);
    const statements = holonStatements(area.tables(opened.dialect));
    const indexes: Readonly<Record<string, RegExp>> = {
      holonsOf: /holons_avatar/,
      holonsOfType: /holons_type/,
      holonsWithField: /holon_fields_value/,
      holonsOfTypeWithField: /holon_fields_typed/,
      holonVersionsOf: /holon_versions|sqlite_autoindex_holon_versions/,
      placesOfVersion: /holon_places|sqlite_autoindex_holon_places/,
      holonsLacking: /holon_versions_lacking/,
      placesUnchecked: /holon_places_provider/,
      nextProvider: /holon_places_provider/,
      uploadsBefore: /holon_uploads_age/,
      versionsSurplus: /holon_versions_surplus/,
      holonsDeleted: /holons_deleted/,
      oldestVersions: /holon_versions|sqlite_autoindex_holon_versions/,
    };
    for (const [name, index] of Object.entries(indexes)) {
      const { build } = statements[name as keyof typeof statements];
      const plan = await engine.plan(temporary.database, build);
      assert.match(plan, index, name);
      assert.doesNotMatch(plan, /sort|temp b-tree|seq scan/i, name);
    }
    await opened.close();
  });

  it('commits each version once, however many saves run at once', async () => {
    const id = randomUUID();
    const results = await Promise.all(['a', 'b', 'c'].map((checksum) => commit(id, checksum, { expected: [0] })));
    assert.deepEqual(results.map((result) => (result.ok ? result.value.holon.version : result.error.code)).sort(), [
      1,
      'VERSION_MISMATCH',
      'VERSION_MISMATCH',
    ]);
    const same = await commit(id, results[0]?.ok ? 'a' : 'b');
    assert.equal(same.ok && same.value.changed, false, 'the same body again is no version');
    const foreign = await commit(id, 'z', { owner: 'bob', avatarId: 'bob' });
    assert.deepEqual(foreign, { ok: false, error: { code: 'FOREIGN' } });
    assert.equal((await holons().versions(id, null, 10)).length, 1);
  });

  it('counts places exactly, and never forgets the last one', async () => {
    const id = randomUUID();
    await commit(id, 'a');
    const key = { holonId: id, version: 1 };
    const { places } = holons();
    const lacking = async () => (await places.lacking(null, 10)).map((row) => row.places);
    assert.deepEqual(await lacking(), []);
    await places.drop(key, 'nowhere');
    await places.drop(key, 's3');
    await places.drop(key, 's3');
    assert.deepEqual(await lacking(), [['database']]);
    await places.drop(key, 'database');
    assert.deepEqual(await lacking(), [['database']]);
    await Promise.all([places.add(key, 'folder'), places.add(key, 'folder')]);
    assert.deepEqual(await lacking(), []);
    await places.add({ holonId: id, version: 2 }, 'folder');
    assert.deepEqual((await holons().get(id))?.saved.places, ['database', 'folder']);
    assert.deepEqual(await places.providers(), ['database', 'folder']);
  });

  it('lists the places of a provider that were not checked since', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      await commit(id, 'a');
      temporary.nowMs += 10;
    }
    const { places } = holons();
    const unchecked = async (beforeMs: number) =>
      (await places.unchecked('s3', beforeMs, 10)).map(({ holonId }) => holonId);
    assert.deepEqual(await unchecked(temporary.nowMs), ids);
    assert.deepEqual(await unchecked(temporary.nowMs - 10), [ids[0]]);
    await places.checked([{ holonId: ids[0] ?? '', version: 1 }], 's3', temporary.nowMs);
    assert.deepEqual(await unchecked(temporary.nowMs), [ids[1]]);
  });

  it('pages through what lacks copies', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID()).sort();
    for (const id of ids) await commit(id, 'a', { places: ['database'] });
    const first = await holons().places.lacking(null, 2);
    const rest = await holons().places.lacking(first[1] ?? null, 10);
    assert.deepEqual(columns([...first, ...rest], 'holonId'), ids);
  });
});
