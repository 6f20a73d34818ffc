import assert from 'node:assert/strict';
import { backoffMs } from '@causeway/runtime';
import fc from 'fast-check';
import { DEFAULT_BACKOFF, retryAtMs } from '../../src/tasks/backoff.ts';
import '../support/arbitraries.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

describe('the pause before the next attempt', () => {
  it('doubles with each failure up to its limit, and has a random half', () => {
    const options = { baseMs: 1_000, maxMs: 5_000 };
    const least = [1, 2, 3, 4, 50].map((failures) => backoffMs(failures, 0, options));
    assert.deepEqual(least, [500, 1_000, 2_000, 2_500, 2_500]);
    assert.equal(backoffMs(1, 0.5, options), 750);
  });

  it('is whole milliseconds between a half and the whole of its time, for any number of failures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), random, (failures, share) => {
        const pause = backoffMs(failures, share, DEFAULT_BACKOFF);
        const longest = Math.min(DEFAULT_BACKOFF.baseMs * 2 ** (failures - 1), DEFAULT_BACKOFF.maxMs);
        assert.ok(Number.isSafeInteger(pause) && pause >= longest / 2 && pause <= longest);
      }),
    );
  });

  it('ends with the last allowed attempt', () => {
    const at = (failures: number, maxAttempts: number, nowMs: number) =>
      retryAtMs({ failures, maxAttempts }, nowMs, 0, { baseMs: 100, maxMs: 100 });
    assert.deepEqual([at(1, 3, 1_000), at(2, 3, 1_000), at(3, 3, 1_000), at(1, 1, 1_000)], [1_050, 1_050, null, null]);
  });
});
