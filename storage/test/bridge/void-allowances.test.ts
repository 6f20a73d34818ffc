import assert from 'node:assert/strict';
import { onStorages } from '../support/engines.ts';
import { DESTINATION, FAMILY, SOURCE } from '../support/rows.ts';

const HOUR_MS = 3_600_000;

onStorages('allowances to use up an anchor', (temporary) => {
  const allowances = () => temporary.storage.voidAllowances;
  const now = () => temporary.storage.clock.now();
  const key = { family: FAMILY, domain: DESTINATION, anchor: '7' };

  it('allow exactly one anchor, over a reopening, until they expire', async () => {
    await allowances().allow(key, now() + HOUR_MS);
    await temporary.reopen();
    assert.equal(await allowances().allows(key), true);
    for (const other of [{ anchor: '8' }, { domain: SOURCE }, { family: 'other' }]) {
      assert.equal(await allowances().allows({ ...key, ...other }), false);
    }
    await allowances().allow(key, now());
    assert.equal(await allowances().allows(key), false);
    assert.deepEqual(await allowances().list(), []);
  });

  it('are listed, the next to expire first, replaced, and taken back once', async () => {
    const later = now() + 2 * HOUR_MS;
    await allowances().allow({ ...key, anchor: '9' }, later + 1);
    await allowances().allow(key, later - HOUR_MS);
    await allowances().allow(key, later);
    assert.deepEqual(await allowances().list(), [
      { ...key, expiresAtMs: later },
      { ...key, anchor: '9', expiresAtMs: later + 1 },
    ]);
    assert.equal(await allowances().withdraw(key), true);
    assert.equal(await allowances().withdraw(key), false);
    assert.deepEqual(
      (await allowances().list()).map(({ anchor }) => anchor),
      ['9'],
    );
  });
});
