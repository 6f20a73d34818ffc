import assert from 'node:assert/strict';
import fc from 'fast-check';
import { binOf, countOf, percentile, RELATIVE_ERROR } from '../../../src/areas/explorer/rules/histogram.ts';

const binned = (values: readonly number[]): ReadonlyMap<number, number> => {
  const bins = new Map<number, number>();
  for (const value of values) bins.set(binOf(value), (bins.get(binOf(value)) ?? 0) + 1);
  return bins;
};
/** By nearest rank. */
const exact = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(values.length * share)) - 1] ?? null;

const times = fc.array(fc.oneof(fc.nat(100), fc.nat(90 * 86_400_000)), { minLength: 1, maxLength: 200 });

describe('the histogram of times', () => {
  it('has every percentile within its error of the exact one, and the rounding', () => {
    fc.assert(
      fc.property(times, fc.constantFrom(0, 0.5, 0.95, 1), (values, share) => {
        const [found, is] = [percentile(binned(values), share) ?? Number.NaN, exact(values, share) ?? Number.NaN];
        assert.ok(Math.abs(found - is) <= is * RELATIVE_ERROR + 0.5 + 1e-6, `${found} for ${is}`);
      }),
    );
  });

  it('has as many values as were added, and none without any', () => {
    fc.assert(fc.property(times, (values) => countOf(binned(values)) === values.length));
    assert.equal(percentile(new Map(), 0.5), null);
  });

  it('puts a longer time into no earlier bin', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(), (a, b) => binOf(Math.min(a, b)) <= binOf(Math.max(a, b))));
  });
});
