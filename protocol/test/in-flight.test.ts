import assert from 'node:assert/strict';
import { InFlight } from '@causeway/protocol';

describe('jobs in flight', () => {
  it('run a bounded number at a time, in order, also after one that fails', async () => {
    const jobs = new InFlight(3);
    const started: number[] = [];
    let running = 0;
    const run = (number: number) =>
      jobs.run(async () => {
        started.push(number);
        running += 1;
        assert.ok(running <= 3, `${running} run`);
        await new Promise(setImmediate);
        running -= 1;
        if (number % 2 === 0) throw new Error(`${number} fails`);
        return number;
      });
    const numbers = [...Array(20).keys()];
    for (const _wave of ['first', 'second']) {
      const settled = await Promise.allSettled(numbers.map(run));
      assert.deepEqual(started.splice(0), numbers);
      assert.deepEqual(
        settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
        numbers.map((number) => (number % 2 === 0 ? `${number} fails` : number)),
      );
    }
    assert.equal(jobs.waiting, 0);
  });

  it('that wait can be refused, without those that run and those that come later', async () => {
    const jobs = new InFlight(1);
    const gate = Promise.withResolvers<string>();
    const first = jobs.run(() => gate.promise);
    const second = jobs.run(async () => 'second');
    assert.equal(jobs.waiting, 1);
    jobs.refuseWaiting(new Error('nobody answers'));
    await assert.rejects(second, /nobody answers/);
    const third = jobs.run(async () => 'third');
    gate.resolve('first');
    assert.deepEqual(await Promise.all([first, third]), ['first', 'third']);
  });
});
