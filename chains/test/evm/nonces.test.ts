import { strict as assert } from 'node:assert';
import { fail, ok } from '@causeway/protocol';
import { NonceTracker } from '../../src/evm/nonces.ts';

describe('nonces', () => {
  let now: number;
  let tracker: NonceTracker;
  beforeEach(() => {
    now = 0;
    tracker = new NonceTracker(() => now, 1_000);
  });
  const take = async (pending: number, payer = '0xA') => {
    const result = await tracker.exclusively(payer, async (next) => ok(next(pending)));
    assert(result.ok);
    return result.value;
  };

  it('are given one after another while prepared ones are unfinished', async () => {
    assert.deepEqual([await take(5), await take(5), await take(5)], [5, 6, 7]);
  });

  it('are separate per payer, whose address may be written in any case', async () => {
    assert.deepEqual([await take(5, '0xAb'), await take(5, '0xaB'), await take(5, '0xC')], [5, 6, 5]);
  });

  it('become free when the preparation fails', async () => {
    await tracker.exclusively('0xA', async (next) => fail('X', String(next(5))));
    assert.equal(await take(5), 5);
  });

  it('become free when a prepared submission is not broadcast in time, so that no gap stays', async () => {
    await take(5);
    assert.equal(await take(5), 6);
    tracker.broadcast('0xA', 6);
    now = 1_000;
    assert.deepEqual([await take(5), await take(5)], [5, 7]);
  });

  it('stay taken once broadcast, until the chain counts them', async () => {
    tracker.broadcast('0xA', 5);
    now = 1_000_000;
    assert.equal(await take(5), 6);
    tracker.finished('0xA', 5);
    assert.equal(await take(5), 5);
  });

  it('are prepared by one caller at a time', async () => {
    let running = 0;
    const prepare = () =>
      tracker.exclusively('0xA', async (next) => {
        running += 1;
        assert.equal(running, 1);
        await new Promise(setImmediate);
        running -= 1;
        return ok(next(0));
      });
    const results = await Promise.all([prepare(), prepare(), prepare()]);
    assert.deepEqual(
      results.map((result) => result.ok && result.value),
      [0, 1, 2],
    );
  });

  it('continue after a preparation that threw', async () => {
    await assert.rejects(tracker.exclusively('0xA', () => Promise.reject(new Error('defect'))));
    assert.equal(await take(0), 0);
  });
});
