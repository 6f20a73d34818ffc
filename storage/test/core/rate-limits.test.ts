import assert from 'node:assert/strict';
import { columns } from '../support/columns.ts';
import { onStorages } from '../support/engines.ts';

onStorages('RateLimitRepository', (temporary) => {
  const hit = (key: string, nowMs?: number) => temporary.storage.rateLimits.hit(key, 1_000, nowMs);

  it('counts the hits of a key in its window, which begins with the first', async () => {
    assert.deepEqual(await hit('a', 5_000), { count: 1, resetMs: 6_000 });
    assert.deepEqual(await hit('a', 5_999), { count: 2, resetMs: 6_000 });
    assert.deepEqual(await hit('b', 5_999), { count: 1, resetMs: 6_999 });
    assert.deepEqual(await hit('a', 6_000), { count: 1, resetMs: 7_000 });
  });

  it('uses the clock of the process', async () => {
    assert.equal((await hit('a')).resetMs, temporary.nowMs + 1_000);
    temporary.nowMs += 999;
    assert.equal((await hit('a')).count, 2);
    temporary.nowMs += 1;
    assert.equal((await hit('a')).count, 1);
  });

  it('counts every one of many concurrent hits', async () => {
    const windows = await Promise.all(Array.from({ length: 50 }, () => hit('a', 5_000)));
    assert.deepEqual(
      columns(windows, 'count').toSorted((one, other) => one - other),
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
  });

  it('keeps open windows when it deletes ended ones', async () => {
    await hit('short', temporary.nowMs);
    await temporary.storage.rateLimits.hit('long', 1_000_000, temporary.nowMs);
    const later = temporary.nowMs + 500_000;
    await hit('other', later);
    assert.equal((await temporary.storage.rateLimits.hit('long', 1_000_000, later)).count, 2);
    assert.equal((await hit('short', later)).count, 1);
  });
});
