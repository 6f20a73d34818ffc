import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Interval, intersection, lengthOf, union } from '../../src/agents/uptime/intervals.ts';

const interval = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -2, max: 10 }))
  .map(([fromMs, length]): Interval => ({ fromMs, toMs: fromMs + length }));
const moments = (intervals: readonly Interval[]): ReadonlySet<number> =>
  new Set(
    intervals.flatMap(({ fromMs, toMs }) => Array.from({ length: Math.max(0, toMs - fromMs) }, (_, at) => fromMs + at)),
  );

describe('intervals', () => {
  it('have the union, the intersection and the length of their moments', () => {
    const some = fc.array(interval, { maxLength: 6 });
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [a, b] = [moments(one), moments(other)];
        assert.deepEqual(
          [...moments(union(one))],
          [...a].sort((x, y) => x - y),
        );
        assert.deepEqual(
          [...moments(intersection(one, other))],
          [...a].filter((at) => b.has(at)).sort((x, y) => x - y),
        );
        assert.equal(lengthOf(union(one)), a.size);
      }),
    );
  });
});
