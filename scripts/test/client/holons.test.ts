import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { describeService } from './service.ts';

describeService('causeway holon, health, stats and events', 'ann', (service) => {
  it('saves, changes, finds, deletes and restores a holon', async () => {
    const input = JSON.stringify({ city: 'Ulm' });
    const saved = await service.causeway(['holon', 'save', 'Note', 'first', '--file', '-', '--json'], { input });
    assert.equal(saved.status, 0, saved.stderr);
    const { id } = JSON.parse(saved.stdout);
    const second = await service.one('holon', 'save', 'Note', 'second', '--id', id, '--replaces', '1');
    assert.equal(second.version, 2);
    const stale = await service.causeway(['holon', 'save', 'Note', 'x', '--id', id, '--replaces', '1']);
    assert.deepEqual([stale.status, /VERSION_MISMATCH/.test(stale.stderr)], [1, true]);
    assert.deepEqual((await service.one('holon', 'load', id, '--saved', '1')).metadata, { city: 'Ulm' });
    assert.equal((await service.one('holon', 'search', 'second')).id, id);
    const { stdout } = await service.causeway(['holon', 'list', '--type', 'Note']);
    assert.match(stdout, /^HOLON +TYPE +NAME +VERSION +SAVED\n\S+ +Note +second +2 /);
    await service.one('holon', 'delete', id);
    assert.match((await service.causeway(['holon', 'list'])).stdout, /you have no such holons/);
    assert.equal((await service.one('holon', 'restore', id)).version, 2);
    assert.equal((await service.json('holon', 'versions', id)).length, 2);
  });

  it('shows health and figures, and follows events', async () => {
    assert.match((await service.causeway(['health'])).stdout, /^database +storage +healthy/m);
    assert.equal((await service.one('stats')).karma, 0);
    const events = await service.json('events', '--follow', '--topics', 'holons', '--count', '2');
    assert.deepEqual(columns(events, 'type'), ['holon.saved', 'holon.saved']);
    assert.match((await service.causeway(['events', '--limit', '1'])).stdout, /holons +holon\.restored/);
  });
});
