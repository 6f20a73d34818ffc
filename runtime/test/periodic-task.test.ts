import assert from 'node:assert/strict';
import { PeriodicTask } from '@causeway/runtime';

const unexpected = (error: unknown): void => {
  throw error;
};

describe('a periodic task', () => {
  it('run one at a time: who asks meanwhile gets the running one', async () => {
    let ran = 0;
    const task = new PeriodicTask(
      async () => {
        ran += 1;
      },
      { onFailure: unexpected },
    );
    await Promise.all([task.run(), task.run()]);
    assert.equal(ran, 1);
    await task.run();
    assert.equal(ran, 2);
  });

  it('begin after the request for the next one, which those who ask during a round share', async () => {
    const finish: (() => void)[] = [];
    const task = new PeriodicTask(() => new Promise<void>((resolve) => finish.push(resolve)), {
      onFailure: unexpected,
    });
    const ended: string[] = [];
    const asked = (name: string) => task.next().then(() => ended.push(name));
    const all = [asked('first'), asked('second'), asked('third')];
    assert.equal(finish.length, 1);
    finish[0]?.();
    while (finish.length < 2) await new Promise(setImmediate);
    assert.deepEqual(ended, ['first']);
    finish[1]?.();
    await Promise.all(all);
    assert.deepEqual([ended.length, finish.length], [3, 2]);
    const [last, never] = [task.next(), task.next()];
    const stopping = task.stop();
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
    const task = new PeriodicTask(work, { onFailure: (error) => failures.push(error) });
    await task.start(1);
    await begun.promise;
    let stopped = false;
    const stop = task.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    assert.deepEqual([stopped, task.stopped, failures.length], [false, true, 1]);
    end.resolve();
    await stop;
    // Longer than the interval: another round would have begun.
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(ran, 3);
  });

  it('miss no wake: one at any moment of a round is followed by a round, and many of them by one', async () => {
    let ran = 0;
    let finish = (): void => {};
    const task = new PeriodicTask(
      async () => {
        ran += 1;
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      { onFailure: unexpected },
    );
    const first = task.next();
    const second = Promise.all([task.next(), task.next()]);
    assert.equal(ran, 1);
    finish();
    // The work has ended, and its promise is about to resolve.
    await Promise.resolve();
    const meanwhile = task.next();
    await first;
    await new Promise(setImmediate);
    assert.equal(ran, 2);
    const third = task.next();
    finish();
    await Promise.all([second, meanwhile]);
    await new Promise(setImmediate);
    assert.equal(ran, 3);
    const never = task.next();
    const stopped = task.stop();
    finish();
    await Promise.all([third, stopped, never]);
    assert.equal(ran, 3, 'stopped');
  });

  it('begin as late after a wake while one runs as after a wake of a resting one', async () => {
    let nowMs = 0;
    const due: number[] = [];
    const clock = {
      now: () => nowMs,
      monotonic: () => nowMs,
      after: (ms: number) => {
        due.push(nowMs + ms);
        return () => {};
      },
    };
    const finish: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => finish.push(resolve));
    const task = new PeriodicTask(work, { onFailure: unexpected, clock });
    const first = task.start(60_000);
    task.wake(500);
    nowMs = 100;
    task.wake(1_000);
    finish[0]?.();
    await first;
    assert.deepEqual(due, [500]);
    task.wake(200);
    assert.deepEqual(due, [500, 300]);
    await task.stop();
  });
});
