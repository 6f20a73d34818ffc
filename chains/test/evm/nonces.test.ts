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
  const take = async (pending: number, { payer = '0xA', mined = pending, count = 1 } = {}) => {
    const result = await tracker.exclusively(payer, async (next) => ok(next({ mined, pending }, count)));
    assert(result.ok);
    return result.value;
  };

  it('are given one after another while prepared ones are unfinished', async () => {
    assert.deepEqual([await take(5), await take(5), await take(5)], [5, 6, 7]);
  });

  it('are separate per payer, whose address may be written in any case', async () => {
    const taken = [await take(5, { payer: '0xAb' }), await take(5, { payer: '0xaB' }), await take(5, { payer: '0xC' })];
    assert.deepEqual(taken, [5, 6, 5]);
  });

  it('become free when the preparation fails', async () => {
    await tracker.exclusively('0xA', async (next) => fail('NOT_INCLUDED', String(next({ mined: 5, pending: 5 }, 2))));
    assert.equal(await take(5), 5);
  });

  it('are not given again because time passed, and are once their submission is given up', async () => {
    await take(5);
    now = 1_000_000;
    assert.equal(await take(5), 6);
    tracker.release('0xA', 5);
    assert.deepEqual([await take(5), await take(5)], [5, 7]);
  });

  it('are given in a row to transactions that belong together', async () => {
    assert.equal(await take(5, { count: 2 }), 5);
    assert.equal(await take(5, { count: 2 }), 7);
    tracker.release('0xA', 6);
    assert.equal(await take(5, { count: 2 }), 9, 'one free number is too few');
    assert.equal(await take(5), 6);
    tracker.release('0xA', 7);
    tracker.release('0xA', 8);
    assert.equal(await take(5, { count: 2 }), 7);
  });

  it('stay taken once a node has the transaction, until the chain counts it or its outcome is known', async () => {
    tracker.sent('0xA', 5);
    tracker.release('0xA', 5);
    now = 1_000_000;
    assert.equal(await take(5), 6);
    tracker.finished('0xA', 5);
    assert.equal(await take(5), 5);
    assert.equal(await take(7), 7);
  });

  it('stay with a stored submission that no node takes, also one of an earlier process', async () => {
    tracker.hold('0xA', 5);
    tracker.refused('0xA', 5);
    assert.equal(await take(5), 6);
    tracker.refused('0xA', 6);
    assert.equal(await take(5), 6, 'nobody stored it');
    tracker.release('0xA', 5);
    assert.equal(await take(5), 5);
  });

  it('are not given twice after a pending count that was too high', async () => {
    tracker.sent('0xA', 5);
    tracker.sent('0xA', 6);
    assert.equal(await take(9, { mined: 5 }), 9);
    assert.equal(await take(5), 7);
  });

  it('are not taken from a pending count that is too low', async () => {
    for (const nonce of [5, 6]) tracker.hold('0xA', nonce);
    assert.equal(await take(4, { mined: 5 }), 7);
  });

  it('follow a pending count only as far as others may have sent something', async () => {
    assert.equal(await take(5 + 16, { mined: 5 }), 21);
    assert.equal(await take(5 + 17, { mined: 5 }), 22, 'one of them is its own');
    assert.equal(await take(5 + 19, { mined: 5 }), 5);
    tracker.release('0xA', 5);
    assert.equal(await take(1e15, { mined: 5 }), 5);
    tracker.sent('0xB', 22);
    assert.equal(await take(22, { mined: 5, payer: '0xB' }), 5, 'its own one above them explains nothing');
  });

  it('are missing where nothing stored and nothing young has them', async () => {
    await take(5, { count: 3 });
    now = 999;
    const missing = (stored: readonly number[], end = 11) =>
      tracker.missing('0xA', { mined: 5, end }, async () => new Set(stored));
    assert.deepEqual(await missing([9]), [8, 10]);
    now = 1_000;
    assert.deepEqual(await missing([9]), [5, 6, 7, 8, 10], 'nobody will store it after so long');
    for (const nonce of [5, 9]) tracker.hold('0xA', nonce);
    assert.deepEqual(await missing([5, 9]), [6, 7, 8, 10]);
    tracker.refused('0xA', 5);
    assert.deepEqual(await missing([5, 9]), [5, 6, 7, 8, 10], 'the network does not take it');
    tracker.refused('0xA', 9);
    assert.deepEqual(await missing([5, 9]), [5, 6, 7, 8, 10], 'it may be refused because of those below');
    const own = { mined: 5, end: 11, own: new Set([5, 7, 10]) };
    assert.deepEqual(await tracker.missing('0xA', own, async () => new Set([9])), [6, 8]);
    tracker.sent('0xA', 5);
    tracker.refused('0xA', 5, true);
    assert.deepEqual(await missing([5, 9]), [6, 7, 8, 10], 'only another version of it is too cheap');
    tracker.refused('0xA', 5);
    assert.deepEqual(await missing([5, 9]), [5, 6, 7, 8, 10], 'no node has it any more');
    assert.equal((await missing([], 1e15)).length, 64);
    tracker.sent('0xA', 7);
    now += 499;
    assert.deepEqual(await missing([9]), [5, 6, 8, 10], 'an empty transaction was sent with it a moment ago');
    now += 1;
    assert.deepEqual(await missing([9]), [5, 6, 7, 8, 10]);
  });

  it('are not missing when they are stored while the stored ones are read', async () => {
    await take(5);
    const missing = await tracker.missing('0xA', { mined: 5, end: 6 }, async () => {
      tracker.hold('0xA', 5);
      return new Set();
    });
    assert.deepEqual(missing, []);
  });

  it('are prepared by one caller at a time', async () => {
    let running = 0;
    const prepare = () =>
      tracker.exclusively('0xA', async (next) => {
        running += 1;
        assert.equal(running, 1);
        await new Promise(setImmediate);
        running -= 1;
        return ok(next({ mined: 0, pending: 0 }, 1));
      });
    const results = await Promise.all([prepare(), prepare(), prepare()]);
    assert.deepEqual(
      results.map((result) => result.ok && result.value),
      [0, 1, 2],
    );
  });

  it('continue after a preparation that threw, and are free again', async () => {
    const defect = tracker.exclusively('0xA', async (next) => {
      next({ mined: 0, pending: 0 }, 1);
      throw new Error('defect');
    });
    await assert.rejects(defect);
    assert.equal(await take(0), 0);
  });
});
