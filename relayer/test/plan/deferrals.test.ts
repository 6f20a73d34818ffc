import assert from 'node:assert/strict';
import type { Hex } from '@causeway/protocol';
import { Deferrals, type Pace } from '../../src/plan/deferrals.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** First and longest wait of a message, and how far somebody sets the machine's clock; milliseconds. */
const FIRST_MS = 1_000;
const LAST_MS = 5_000;
const SET_MS = 600_000;

const MESSAGE: Hex = `0x${'77'.repeat(32)}`;

const MINUTE_MS = 60_000;

describe('the wait of a message', () => {
  const waits = (times: number, pace: Pace) => {
    const deferrals = new Deferrals(new FakeClock(), FIRST_MS, LAST_MS);
    return Array.from({ length: times }, () => deferrals.add(MESSAGE, pace));
  };

  it('doubles up to the longest, and up to a minute where it is tried rarely', () => {
    assert.deepEqual(waits(5, {}), [1_000, 2_000, 4_000, LAST_MS, LAST_MS]);
    assert.deepEqual(waits(8, { rarely: true }).slice(4), [16_000, 32_000, MINUTE_MS, MINUTE_MS]);
  });

  it('is as long as is known to be needed, a minute at most, and not shorter than its turn', () => {
    assert.deepEqual(waits(3, { leastMs: 2_500 }), [2_500, 2_500, 4_000]);
    assert.deepEqual(waits(1, { leastMs: Number.POSITIVE_INFINITY }), [MINUTE_MS]);
  });

  for (const [where, setMs] of [
    ['ahead', SET_MS],
    ['back', -SET_MS],
  ] as const)
    it(`is as long as ever while the machine’s clock is set ${where}`, () => {
      const clock = new FakeClock();
      const deferrals = new Deferrals(clock, FIRST_MS, LAST_MS);
      deferrals.add(MESSAGE);
      clock.set(setMs);
      assert.equal(deferrals.nextInMs(), FIRST_MS);
      clock.tick(FIRST_MS - 1);
      assert.equal(deferrals.waits(MESSAGE), true);
      clock.tick(1);
      assert.equal(deferrals.waits(MESSAGE), false);
    });
});
