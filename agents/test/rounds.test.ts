import assert from 'node:assert/strict';
import { Rounds } from '../src/rounds.ts';

const unexpected = (error: unknown): void => {
  throw error;
};

describe('rounds', () => {
  it('run one at a time: who asks meanwhile gets the running one', async () => {
    let ran = 0;
    const rounds = new Rounds(async () => {
      ran += 1;
    }, unexpected);
    await Promise.all([rounds.run(), rounds.run()]);
    assert.equal(ran, 1);
    await rounds.run();
    assert.equal(ran, 2);
  });

  it('begin after the request for the next one, which those who ask during a round share', async () => {
    const finish: (() => void)[] = [];
    const rounds = new Rounds(() => new Promise<void>((resolve) => finish.push(resolve)), unexpected);
    const ended: string[] = [];
    const asked = (name: string) => rounds.next().then(() => ended.push(name));
    const all = [asked('first'), asked('second'), asked('third')];
    assert.equal(finish.length, 1);
    finish[0]?.();
    while (finish.length < 2) await new Promise(setImmediate);
    assert.deepEqual(ended, ['first']);
    finish[1]?.();
    await Promise.all(all);
    assert.deepEqual([ended.length, finish.length], [3, 2]);
    const [last, never] = [rounds.next(), rounds.next()];
    const stopping = rounds.stop();
    finish[2]?.();
    await Promise.all([last, never, stopping]);
    assert.equal(finish.length, 3, 'no round begins after the stop');
  });

  it('follow each other after a failure too, until they are stopped, which waits for the current one', async () => {
    const failures: unknown[] = [];
    let ran = 0;
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const work = async (): Promise<void> => {
      ran += 1;
      if (ran === 2) throw new Error('once');
      if (ran < 3) return;
      begun.resolve();
      await end.promise;
    };
    const rounds = new Rounds(work, (error) => failures.push(error));
    await rounds.start(1);
    await begun.promise;
    let stopped = false;
    const stop = rounds.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    assert.deepEqual([stopped, rounds.stopped, failures.length], [false, true, 1]);
    end.resolve();
    await stop;
    // Longer than the interval: another round would have begun.
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(ran, 3);
  });

  it('miss no wake: one at any moment of a round is followed by a round, and many of them by one', async () => {
    let ran = 0;
    let finish = (): void => {};
    const rounds = new Rounds(async () => {
      ran += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    }, unexpected);
    const first = rounds.next();
    const second = Promise.all([rounds.next(), rounds.next()]);
    assert.equal(ran, 1);
    finish();
    // The work has ended, and its promise is about to resolve.
    await Promise.resolve();
    const meanwhile = rounds.next();
    await first;
    await new Promise(setImmediate);
    assert.equal(ran, 2);
    const third = rounds.next();
    finish();
    await Promise.all([second, meanwhile]);
    await new Promise(setImmediate);
    assert.equal(ran, 3);
    const never = rounds.next();
    const stopped = rounds.stop();
    finish();
    await Promise.all([third, stopped, never]);
    assert.equal(ran, 3, 'stopped');
  });
});
