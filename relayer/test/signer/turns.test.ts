import { strict as assert } from 'node:assert';
import { Turns } from '../../src/signer/turns.ts';

describe('turns', () => {
  it('take a job once an earlier one has ended, while others still wait', async () => {
    const turns = new Turns(1);
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
    const jobs = gates.map(
      ({ promise }) =>
        () =>
          turns.take('kind', 'owner', () => promise),
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

  it('are taken by the owners one after the other, whose places are their own', async () => {
    const turns = new Turns(2);
    const gate = Promise.withResolvers<void>();
    const done: string[] = [];
    const job = (owner: string, number: number) =>
      turns.take('kind', owner, async () => {
        await gate.promise;
        done.push(`${owner} ${number}`);
      });
    const many = [1, 2, 3, 4].map((number) => job('greedy', number));
    assert.deepEqual(
      many.map((taken) => taken !== undefined),
      [true, true, true, false],
    );
    const others = [job('modest', 1), job('modest', 2), job('late', 1)];
    assert.ok(others.every((taken) => taken !== undefined));
    gate.resolve();
    await Promise.all([...many, ...others]);
    assert.deepEqual(done, ['greedy 1', 'greedy 2', 'modest 1', 'late 1', 'greedy 3', 'modest 2']);
  });

  it('go on after a job that fails', async () => {
    const turns = new Turns(1);
    const failing = turns.take('kind', 'owner', async () => {
      throw new Error('it fails');
    });
    const next = turns.take('kind', 'owner', async () => 'done');
    await assert.rejects(failing ?? assert.fail('it is refused'), /it fails/);
    assert.equal(await next, 'done');
    assert.equal(await turns.take('kind', 'owner', async () => 'again'), 'again');
  });

  it('refuse no job of another kind', () => {
    const turns = new Turns(0);
    const work = async () => {};
    assert.deepEqual(
      ['one', 'one', 'other'].map((kind) => turns.take(kind, 'owner', work) !== undefined),
      [true, false, true],
    );
  });
});
