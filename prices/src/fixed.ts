import { formatDecimal } from '@causeway/protocol';

/** Decimals of every price and rate, which are fixed-point numbers in a bigint. */
export const PRICE_DECIMALS = 18;
const ONE = 10n ** BigInt(PRICE_DECIMALS);

/** Longest number that is accepted from a source. */
const MAX_LENGTH = 80;

/**
 * A positive price from a source's decimal text, which may have an exponent ("6.1e-7"). Digits beyond 18 decimals are
 * cut. Undefined for any other text, including zero.
 */
export function parsePrice(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const match = /^(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const price = scale(BigInt(whole + fraction), PRICE_DECIMALS - fraction.length + Number(exponent));
  return price > 0n ? price : undefined;
}

/** value × 10^power, cut to an integer. */
export const scale = (value: bigint, power: number): bigint =>
  power >= 0 ? value * 10n ** BigInt(power) : value / 10n ** BigInt(-power);

/** a × b of two fixed numbers. */
export const multiply = (a: bigint, b: bigint): bigint => (a * b) / ONE;

/** a ÷ b of two fixed numbers. */
export const divide = (a: bigint, b: bigint): bigint => (a * ONE) / b;

/** Decimal string without trailing zeros. */
export const formatPrice = (price: bigint): string => formatDecimal(price, PRICE_DECIMALS);

/** The price 1. */
export const UNIT_PRICE = ONE;
