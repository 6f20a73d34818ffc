import { strict as assert } from 'node:assert';
import { Turns } from '../../src/signer/turns.ts';

describe('turns', () => {
  it('take a job once an earlier one has ended, while others still wait', async () => {
    const turns = new Turns(1);
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
    const jobs = gates.map(
      ({ promise }) =>
        () =>
          turns.take('kind', () => promise),
    );
    const [first, second] = jobs.slice(0, 2).map((take) => take());
    assert.ok(first && second);
    assert.equal(jobs[2]?.(), undefined);
    gates[0]?.resolve('first');
    assert.equal(await first, 'first');
    const third = jobs[2]?.();
    assert.ok(third);
    assert.equal(jobs[2]?.(), undefined);
    gates[1]?.resolve('second');
    gates[2]?.resolve('third');
    assert.deepEqual(await Promise.all([second, third]), ['second', 'third']);
  });

  it('refuse no job of another kind', () => {
    const turns = new Turns(0);
    const work = async () => {};
    assert.deepEqual(
      ['one', 'one', 'other'].map((kind) => turns.take(kind, work) !== undefined),
      [true, false, true],
    );
  });
});
