import assert from 'node:assert/strict';
import { inTurns } from '../../src/core/in-turns.ts';

describe('work in turns', () => {
  it('is done once for all who ask before it begins, and again for who asks later', async () => {
    const ends: ((value: number) => void)[] = [];
    const ask = inTurns(() => new Promise<number>((resolve) => ends.push(resolve)), 0);
    const begun = async (count: number): Promise<void> => {
      while (ends.length < count) await new Promise(setImmediate);
    };
    const first = [ask(), ask()];
    await begun(1);
    const second = [ask(), ask()];
    assert.equal(ends.length, 1, 'one turn at a time');
    ends[0]?.(1);
    await begun(2);
    ends[1]?.(2);
    assert.deepEqual(await Promise.all([...first, ...second]), [1, 1, 2, 2]);
    assert.equal(ends.length, 2);
  });

  it('goes on after a turn that failed', async () => {
    let turns = 0;
    const ask = inTurns(async () => {
      turns += 1;
      if (turns === 1) throw new Error('once');
      return turns;
    }, 0);
    await assert.rejects(ask(), /once/);
    assert.equal(await ask(), 2);
  });

  it('leaves the gap between two beginnings', async () => {
    const begunAtMs: number[] = [];
    const ask = inTurns(async () => void begunAtMs.push(performance.now()), 20);
    await ask();
    await ask();
    const [first = 0, second = 0] = begunAtMs;
    // Timers of the runtime may be a millisecond early.
    assert.ok(second - first >= 19, `${second - first} ms`);
  });
});
