import assert from 'node:assert/strict';
import { Sending } from '../../src/submit/sending.ts';

describe('broadcasts that nothing waits for', () => {
  it('are known until they have ended, however they end', async () => {
    const sending = new Sending();
    const [good, bad] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    sending.add('good', good.promise);
    sending.add('bad', bad.promise);
    assert.deepEqual(
      ['good', 'bad', 'other'].map((id) => sending.has(id)),
      [true, true, false],
    );
    good.resolve();
    bad.reject(new Error('no storage'));
    await assert.rejects(sending.end(), /no storage/);
    assert.deepEqual(
      ['good', 'bad'].map((id) => sending.has(id)),
      [false, false],
    );
    await sending.end();
  });
});
