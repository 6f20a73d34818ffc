import { type Failure, fail, ok, type Result } from './result.ts';

/** Most wire decimals of an asset. */
export const MAX_WIRE_DECIMALS = 9;

/** The largest wireAmount of a message (u128). */
export const MAX_WIRE_AMOUNT = (1n << 128n) - 1n;

/** The largest nonce, and the largest amount on chains with u64 amounts. */
export const MAX_U64 = (1n << 64n) - 1n;

/** Wire decimals of a canonical asset with `localDecimals` on its home chain. */
export const wireDecimalsOf = (localDecimals: number): number => Math.min(MAX_WIRE_DECIMALS, localDecimals);

/**
 * Wire units of `localAmount`, local units of a token with `localDecimals`. Fails with the contracts' error names:
 * ZeroAmount, DustAmount (no whole number of wire units), AmountTooLarge. Throws RangeError when `localDecimals` <
 * `wireDecimals`.
 */
export function toWireAmount(
  localAmount: bigint,
  localDecimals: number,
  wireDecimals: number,
): Result<bigint, Failure<'AmountTooLarge' | 'DustAmount' | 'ZeroAmount'>> {
  const unit = localUnitsPerWireUnit(localDecimals, wireDecimals);
  if (localAmount <= 0n) return fail('ZeroAmount', 'the amount must be more than zero');
  if (localAmount % unit !== 0n) return fail('DustAmount', `the amount must be a multiple of ${unit} local units`);
  const wireAmount = localAmount / unit;
  if (wireAmount > MAX_WIRE_AMOUNT) return fail('AmountTooLarge', 'the amount is larger than 2^128 − 1 wire units');
  return ok(wireAmount);
}

/** Local units of `wireAmount`. Throws RangeError when `localDecimals` < `wireDecimals`. */
export const toLocalAmount = (wireAmount: bigint, localDecimals: number, wireDecimals: number): bigint =>
  wireAmount * localUnitsPerWireUnit(localDecimals, wireDecimals);

// A negative exponent throws RangeError.
const localUnitsPerWireUnit = (localDecimals: number, wireDecimals: number): bigint =>
  10n ** BigInt(localDecimals - wireDecimals);

/**
 * Units of a decimal string such as "0.5" at `decimals`. Fails with DustAmount for digits beyond `decimals`, and with
 * INVALID_AMOUNT for text other than plain digits (at most 60 on each side of one point). Never rounds.
 */
export function parseDecimal(text: string, decimals: number): Result<bigint, Failure<'DustAmount' | 'INVALID_AMOUNT'>> {
  const match = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(text);
  if (!match) return fail('INVALID_AMOUNT', 'the amount must be a plain decimal number such as 0.5');
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return fail('DustAmount', `the amount has more than ${decimals} decimals`);
  return ok(BigInt(match[1] as string) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0'));
}

/** Decimal string of `units` at `decimals`, without trailing zeros: (500000000n, 9) is "0.5". */
export function formatDecimal(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}
