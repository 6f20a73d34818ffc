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
    const turns = turnsFor(async () => ok(++turns === 3 ? 10 : undefined));
    void turns.start(1_000);
    await settled();
    assert.equal(turns, 1);
    await clock.advance(999);
    assert.equal(turns, 1);
    await clock.advance(1);
    assert.equal(turns, 2);
    turns.wake();
    await settled();
    assert.equal(turns, 3);
    await clock.advance(10);
    assert.equal(turns, 4);
    await turns.stop();
  });

  it('runs once more for all wakes during a turn', async () => {
    let turns = 0;
    const ends: (() => void)[] = [];
    const turns = turnsFor(async () => {
      turns++;
      await new Promise<void>((resolve) => ends.push(resolve));
      return ok(undefined);
    });
    void turns.start(1_000);
    turns.wake();
    turns.wake();
    ends.shift()?.();
    await settled();
    assert.equal(turns, 2);
    ends.shift()?.();
    await settled();
    assert.equal(turns, 2);
    await turns.stop();
  });

  it('backs off after failures and defects, longer each time, and wakes do not shorten it', async () => {
    let turns = 0;
    const turns = turnsFor(async () => {
      turns++;
      if (turns === 2) throw new Error('defect');
      return turns === 1 ? fail('NO_QUORUM', 'none', true) : ok(undefined);
    });
    void turns.start(1_000);
    await settled();
    turns.wake();
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
    await turns.stop();
  });

  it('lets the current turn end when it is stopped, and leaves no timer', async () => {
    let end = () => {};
    let turns = 0;
    const turns = turnsFor(async () => {
      turns++;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return ok(undefined);
    });
    void turns.start(1_000);
    const stopped = turns.stop();
    end();
    await stopped;
    turns.wake();
    await clock.advance(10_000);
    assert.deepEqual([turns, clock.pending], [1, 0]);
  });
});
