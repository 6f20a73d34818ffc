import assert from 'node:assert/strict';
import { TASK_PRIORITIES, type TaskPriority } from '@causeway/protocol';
import fc from 'fast-check';
import { HEAD_START_MS, placeOf, SPACING_MS } from '../../src/tasks/rank.ts';
import '../support/arbitraries.ts';
import { columns } from '@causeway/storage/test-support/columns';

interface Waiting {
  readonly submitter: string;
  readonly fairAtMs: number;
  readonly rankMs: number;
}

/** Tasks that come one after the other, while all of them wait. */
function queue(tasks: readonly (readonly [submitter: string, priority: TaskPriority, atMs: number])[]): Waiting[] {
  const waiting: Waiting[] = [];
  for (const [submitter, priority, nowMs] of tasks) {
    const own = waiting.filter((task) => task.submitter === submitter).map(({ fairAtMs }) => fairAtMs);
    const lastFairAtMs = own.length === 0 ? null : Math.max(...own);
    waiting.push({ submitter, ...placeOf(priority, { nowMs, lastFairAtMs }) });
  }
  return waiting.toSorted((a, b) => a.rankMs - b.rankMs);
}

describe('the place of a task in its queue', () => {
  it('is by age among tasks of equal priority of different submitters', () => {
    const order = queue([
      ['a', 'normal', 10],
      ['b', 'normal', 20],
      ['c', 'normal', 30],
    ]);
    assert.deepEqual(columns(order, 'submitter'), ['a', 'b', 'c']);
  });

  it('is earlier with each higher priority', () => {
    const starts = TASK_PRIORITIES.map((priority) => HEAD_START_MS[priority]);
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(starts).size, TASK_PRIORITIES.length);
  });

  it('is before every task of a higher priority that comes long enough after it', () => {
    const lowRank = placeOf('low', { nowMs: 0, lastFairAtMs: null }).rankMs;
    for (const priority of TASK_PRIORITIES) {
      const overtakes = HEAD_START_MS[priority] - HEAD_START_MS.low;
      assert.ok(placeOf(priority, { nowMs: overtakes + 1, lastFairAtMs: null }).rankMs > lowRank, priority);
      assert.ok(placeOf(priority, { nowMs: overtakes, lastFairAtMs: null }).rankMs <= lowRank, priority);
    }
  });

  it('lets few tasks of a submitter with thousands go before the next task of another one', () => {
    const many = Array.from({ length: 5_000 }, () => ['greedy', 'normal', 0] as const);
    const order = queue([...many.slice(0, 4_000), ['modest', 'normal', 9_500], ...many.slice(4_000)]);
    assert.equal(
      order.findIndex(({ submitter }) => submitter === 'modest'),
      10_000 / SPACING_MS,
    );
  }).timeout(20_000);

  it('keeps the order of one submitter’s tasks of equal priority, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { maxLength: 30 }), (pauses) => {
        let nowMs = 0;
        let lastFairAtMs: number | null = null;
        for (const pause of pauses) {
          nowMs += pause;
          const place = placeOf('high', { nowMs, lastFairAtMs });
          assert.ok(place.fairAtMs >= nowMs);
          if (lastFairAtMs !== null) assert.ok(place.fairAtMs >= lastFairAtMs + SPACING_MS);
          lastFairAtMs = place.fairAtMs;
        }
      }),
    );
  });
});
