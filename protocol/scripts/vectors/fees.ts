import { MAX_U64 } from '../../src/index.ts';

/** EVM stores fees and limits as m * 10^e with m below this. */
const MANTISSAS = 1n << 18n;

const FEES = [
  0n,
  1n,
  MANTISSAS - 1n,
  MANTISSAS,
  MANTISSAS + 6n,
  10n * (MANTISSAS - 1n),
  10n * MANTISSAS,
  10n * (MANTISSAS + 1n) + 1n,
  100n * (MANTISSAS - 1n) + 1n,
  4_200_000_000_000_000n,
  10n ** 18n,
  10n ** 18n + 1n,
  MAX_U64,
  (MANTISSAS - 1n) * 10n ** 15n,
  // The largest below 2^128.
  34_028n * 10n ** 34n,
];

/** Delivery fees in smallest units of a native coin, with the form that EVM stores, if they have it. */
export const feeVectors = () => FEES.map((fee) => ({ name: `${fee}`, fee, ...shortForm(fee) }));

/** Nothing is rounded: a number with more significant digits has no form. */
function shortForm(fee: bigint): { readonly mantissa: bigint | null; readonly exponent: number | null } {
  for (let exponent = 0; exponent < 39; exponent++) {
    const unit = 10n ** BigInt(exponent);
    if (fee % unit === 0n && fee / unit < MANTISSAS) return { mantissa: fee / unit, exponent };
  }
  return { mantissa: null, exponent: null };
}
