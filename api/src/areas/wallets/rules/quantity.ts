import type { Quantity } from '@causeway/storage';

const ZERO: Quantity = { units: 0n, decimals: 0 };

const at = ({ units, decimals }: Quantity, finer: number): bigint => units * 10n ** BigInt(finer - decimals);

/** The sum, in the finest units of `quantities`. */
export const sum = (quantities: readonly Quantity[]): Quantity =>
  quantities.reduce((a, b) => {
    const decimals = Math.max(a.decimals, b.decimals);
    return { units: at(a, decimals) + at(b, decimals), decimals };
  }, ZERO);

/** `a` without `b`; never less than zero. */
export function less(a: Quantity, b: Quantity): Quantity {
  const left = sum([a, { ...b, units: -b.units }]);
  return left.units < 0n ? { ...left, units: 0n } : left;
}

/** True when `a` is more than `b`. */
export const isMore = (a: Quantity, b: Quantity): boolean => sum([a, { ...b, units: -b.units }]).units > 0n;

/** `millionths` of a quantity, exact. */
export const partOf = ({ units, decimals }: Quantity, millionths: number): Quantity => ({
  units: units * BigInt(millionths),
  decimals: decimals + 6,
});
