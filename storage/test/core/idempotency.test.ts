import assert from 'node:assert/strict';
import { onStorages } from '../support/engines.ts';

onStorages('IdempotencyRepository', (temporary) => {
  const keys = () => temporary.storage.idempotency;
  const answer = { status: 201, body: '{"orderId":"1"}', headers: { etag: '"1"' } };

  it('returns new once, in flight until it is finished, then the stored answer', async () => {
    assert.equal(await keys().begin('c', 'POST /orders', 'k', 'h'), 'new');
    assert.equal(await keys().begin('c', 'POST /orders', 'k', 'h'), 'inFlight');
    await keys().finish('c', 'POST /orders', 'k', answer);
    await temporary.reopen();
    assert.deepEqual(await keys().begin('c', 'POST /orders', 'k', 'h'), answer);
  });

  it('lets one of many concurrent requests through', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => keys().begin('c', 'r', 'k', 'h')));
    assert.deepEqual(all.toSorted(), [...Array.from({ length: 19 }, () => 'inFlight'), 'new']);
  });

  it('returns mismatch for another body, in flight or finished', async () => {
    await keys().begin('c', 'r', 'k', 'h');
    assert.equal(await keys().begin('c', 'r', 'k', 'other'), 'mismatch');
    await keys().finish('c', 'r', 'k', answer);
    assert.equal(await keys().begin('c', 'r', 'k', 'other'), 'mismatch');
  });

  it('refuses a new key of a caller who has as many as one may, and no repetition', async () => {
    const begin = (caller: string, key: string) =>
      keys().begin(caller, 'r', key, 'h', { account: `account of ${caller}`, most: 2 });
    assert.deepEqual([await begin('c', 'a'), await begin('c', 'b'), await begin('c', 'c')], ['new', 'new', 'full']);
    assert.equal(await begin('c', 'a'), 'inFlight');
    assert.equal(await begin('another', 'a'), 'new');
    await keys().abandon('c', 'r', 'a');
    assert.equal(await begin('c', 'c'), 'new');
  });

  it('is scoped to caller and route', async () => {
    await keys().begin('c', 'r', 'k', 'h');
    assert.equal(await keys().begin('d', 'r', 'k', 'h'), 'new');
    assert.equal(await keys().begin('c', 's', 'k', 'h'), 'new');
  });

  it('frees a key in flight, never an answered one', async () => {
    await keys().begin('c', 'r', 'k', 'h');
    await keys().abandon('c', 'r', 'k');
    assert.equal(await keys().begin('c', 'r', 'k', 'h'), 'new');
    await keys().finish('c', 'r', 'k', answer);
    await keys().abandon('c', 'r', 'k');
    assert.deepEqual(await keys().begin('c', 'r', 'k', 'h'), answer);
    await assert.rejects(keys().finish('c', 'r', 'k', answer), /not in flight/);
  });

  it('frees every key in flight at once', async () => {
    for (const key of ['1', '2', '3']) await keys().begin('c', 'r', key, 'h');
    await keys().finish('c', 'r', '3', answer);
    assert.equal(await keys().abandonInFlight(), 2);
    assert.equal(await keys().begin('c', 'r', '1', 'h'), 'new');
    assert.deepEqual(await keys().begin('c', 'r', '3', 'h'), answer);
  });

  it('deletes keys that were begun before the given time', async () => {
    await keys().begin('c', 'r', 'old', 'h');
    temporary.nowMs += 1;
    await keys().begin('c', 'r', 'young', 'h');
    assert.equal(await keys().prune(temporary.nowMs), 1);
    assert.equal(await keys().begin('c', 'r', 'young', 'h'), 'inFlight');
    assert.equal(await keys().begin('c', 'r', 'old', 'h'), 'new');
  });
});
