import assert from 'node:assert/strict';
import { type AnyFailure, fail, ok, type Result } from '@causeway/protocol';
import { Loop } from '../../src/view/loop.ts';
import { FakeClock, settled } from '../support/fake-clock.ts';

describe('loop', () => {
  let clock: FakeClock;
  let failures: string[];
  const loopOf = (step: () => Promise<Result<number | undefined, AnyFailure>>) =>
    new Loop({
      step,
      fallbackMs: 1_000,
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
    const loop = loopOf(async () => ok(++turns === 3 ? 10 : undefined));
    loop.start();
    await settled();
    assert.equal(turns, 1);
    await clock.advance(999);
    assert.equal(turns, 1);
    await clock.advance(1);
    assert.equal(turns, 2);
    loop.wake();
    await settled();
    assert.equal(turns, 3);
    await clock.advance(10);
    assert.equal(turns, 4);
    await loop.stop();
  });

  it('runs once more for all wakes during a turn', async () => {
    let turns = 0;
    const ends: (() => void)[] = [];
    const loop = loopOf(async () => {
      turns++;
      await new Promise<void>((resolve) => ends.push(resolve));
      return ok(undefined);
    });
    loop.start();
    loop.wake();
    loop.wake();
    ends.shift()?.();
    await settled();
    assert.equal(turns, 2);
    ends.shift()?.();
    await settled();
    assert.equal(turns, 2);
    await loop.stop();
  });

  it('backs off after failures and defects, longer each time, and wakes do not shorten it', async () => {
    let turns = 0;
    const loop = loopOf(async () => {
      turns++;
      if (turns === 2) throw new Error('defect');
      return turns === 1 ? fail('NO_QUORUM', 'none', true) : ok(undefined);
    });
    loop.start();
    await settled();
    loop.wake();
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
    await loop.stop();
  });

  it('lets the current turn end when it is stopped, and leaves no timer', async () => {
    let end = () => {};
    let turns = 0;
    const loop = loopOf(async () => {
      turns++;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return ok(undefined);
    });
    loop.start();
    const stopped = loop.stop();
    end();
    await stopped;
    loop.wake();
    await clock.advance(10_000);
    assert.deepEqual([turns, clock.pending], [1, 0]);
  });
});
