import assert from 'node:assert/strict';
import type { Hex } from '@causeway/protocol';
import { Deferrals } from '../../src/plan/deferrals.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** First and longest wait of a message, and how far somebody sets the machine's clock; milliseconds. */
const FIRST_MS = 1_000;
const LAST_MS = 5_000;
const SET_MS = 600_000;

const MESSAGE: Hex = `0x${'77'.repeat(32)}`;

describe('the wait of a message', () => {
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
