import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { openPlatformStorage } from '@causeway/storage';
import { startChild } from '@causeway/storage/test-support/child';
import { onEngine } from '@causeway/storage/test-support/engines';
import { POSTGRES } from '@causeway/storage/test-support/postgres';

const CHILD = new URL('./place-child.ts', import.meta.url);

onEngine(POSTGRES, 'several processes that place orders', (engine) => {
  it('never let a wallet owe more than its balance together', async () => {
    const database = await engine.newPlatform();
    const running = ['1', '2', '3'].map((name) => startChild(CHILD, database, name, '12'));
    const placed = await Promise.all(running.map(async ({ stdout }) => Number(await text(stdout))));
    const { orders, close } = await openPlatformStorage(database);
    const { items } = await orders.list({}, null, 100);
    await close();
    assert.equal(items.length, 14);
    assert.equal(
      placed.reduce((sum, each) => sum + each),
      14,
    );
  }).timeout(120_000);
});
