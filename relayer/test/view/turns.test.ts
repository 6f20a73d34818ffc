import assert from 'node:assert/strict';
import { type AnyFailure, fail, ok, type Result } from '@causeway/protocol';
import { turnsOf } from '../../src/view/turns.ts';
import { FakeClock, settled } from '../support/fake-clock.ts';

describe('turns', () => {
  let clock: FakeClock;
  let failures: string[];
  const turnsFor = (step: () => Promise<Result<number | undefined, AnyFailure>>) =>
    turnsOf({
      step,
      clock,
      random: () => 0,
      onFailure: (failure) => failures.push('code' in failure ? String(failure.code) : failure.message),
    });
  beforeEach(() => {
    clock = new FakeClock();
    failures = [];
  });

  it('runs at once, after its fallback time, when woken, and when a turn asks for it', async () => {
    let turns = 0;
    const task = turnsFor(async () => ok(++turns === 3 ? 10 : undefined));
    void task.start(1_000);
    await settled();
    assert.equal(turns, 1);
    await clock.advance(999);
    assert.equal(turns, 1);
    await clock.advance(1);
    assert.equal(turns, 2);
    task.wake();
    await settled();
    assert.equal(turns, 3);
    await clock.advance(10);
    assert.equal(turns, 4);
    await task.stop();
  });

  it('runs once more for all wakes during a turn', async () => {
    let turns = 0;
    const ends: (() => void)[] = [];
    const task = turnsFor(async () => {
      turns++;
      await new Promise<void>((resolve) => ends.push(resolve));
      return ok(undefined);
    });
    void task.start(1_000);
    task.wake();
    task.wake();
    ends.shift()?.();
    await settled();
    assert.equal(turns, 2);
    ends.shift()?.();
    await settled();
    assert.equal(turns, 2);
    await task.stop();
  });

  it('backs off after failures and defects, longer each time, and wakes do not shorten it', async () => {
    let turns = 0;
    const task = turnsFor(async () => {
      turns++;
      if (turns === 2) throw new Error('defect');
      return turns === 1 ? fail('NO_QUORUM', 'none', true) : ok(undefined);
    });
    void task.start(1_000);
    await settled();
    task.wake();
    await clock.advance(124);
    assert.equal(turns, 1);
    await clock.advance(1);
    assert.equal(turns, 2);
    await clock.advance(249);
    assert.equal(turns, 2);
    await clock.advance(1);
    assert.equal(turns, 3);
    assert.deepEqual(failures, ['NO_QUORUM', 'defect']);
    await clock.advance(1_000);
    assert.equal(turns, 4, 'a success ends the backoff');
    await task.stop();
  });

  it('lets the current turn end when it is stopped, and leaves no timer', async () => {
    let end = () => {};
    let turns = 0;
    const task = turnsFor(async () => {
      turns++;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return ok(undefined);
    });
    void task.start(1_000);
    const stopped = task.stop();
    end();
    await stopped;
    task.wake();
    await clock.advance(10_000);
    assert.deepEqual([turns, clock.pending], [1, 0]);
  });
});
