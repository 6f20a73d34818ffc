import { type Terms, outAt as termsOutAt } from '@causeway/protocol';

/** Decimals of every rate, which is a fixed-point number in a bigint. */
export const RATE_DECIMALS = 18;

/** Hundredths of a percent in a whole. */
export const BPS = 10_000n;

/** Decimals of amounts in dollars. */
export const DOLLAR_DECIMALS = 6;

const tenTo = (decimals: number): bigint => 10n ** BigInt(decimals);

/** An asset's decimals on the chain of the settler. */
interface Decimals {
  readonly input: number;
  readonly output: number;
}

/** The rate that is offered: the market's, less the spread, rounded down. */
export const offeredRate = (market: bigint, spreadBps: number): bigint => (market * (BPS - BigInt(spreadBps))) / BPS;

/**
 * The worth of `amountIn` at `rate` (18 decimals, units of the output for one of the input), local units of the output.
 * It is rounded down, so that a fill never pays more than it earns.
 */
export const worthOf = (amountIn: bigint, rate: bigint, { input, output }: Decimals): bigint =>
  (amountIn * rate * tenTo(output)) / tenTo(input + RATE_DECIMALS);

/** The input, local units, for which `out` is paid at `rate`, rounded down. `rate` is positive. */
export const inputFor = (out: bigint, rate: bigint, { input, output }: Decimals): bigint =>
  (out * tenTo(input + RATE_DECIMALS)) / (rate * tenTo(output));

/** `amount` smallest units at `price` (18 decimals, dollars for one), millionths of a dollar, rounded down. */
export const dollarsOf = (amount: bigint, decimals: number, price: bigint): bigint =>
  (amount * price * tenTo(DOLLAR_DECIMALS)) / tenTo(decimals + RATE_DECIMALS);

/** What a fill would earn. */
export interface Fillable {
  /** The market's rate, 18 decimals. */
  readonly market: bigint;
  /** The least part of the market's rate that stays, hundredths of a percent. */
  readonly leastSpreadBps: number;
  /** What the calls cost, local units of the output. */
  readonly gas: bigint;
  readonly decimals: Decimals;
}

/** True when a fill at `time` (seconds) pays no more than the input is worth, less the least spread and gas. */
export const isProfitable = (
  terms: Terms,
  time: bigint,
  { market, leastSpreadBps, gas, decimals }: Fillable,
): boolean => termsOutAt(terms, time) + gas <= worthOf(terms.amountIn, offeredRate(market, leastSpreadBps), decimals);

/**
 * The least input, local units, whose spread pays `gas` and still leaves the least spread; null when none does. Both
 * spreads are hundredths of a percent of `market`, a positive rate.
 */
export function leastPaying({ market, leastSpreadBps, gas, decimals }: Fillable, spreadBps: number): bigint | null {
  if (gas === 0n) return 0n;
  const left = (market * BigInt(Math.max(0, spreadBps - leastSpreadBps))) / BPS;
  return left === 0n ? null : inputFor(gas, left, decimals) + 1n;
}

/** Bounds of one offer in units of the input. */
export interface OfferBounds {
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
}

/**
 * The bounds of an offer when `available` units of the output are free; null when they do not pay for the least amount.
 */
export function boundsFor(
  configured: OfferBounds,
  available: bigint,
  rate: bigint,
  decimals: Decimals,
): OfferBounds | null {
  const payable = available <= 0n ? 0n : inputFor(available, rate, decimals);
  const maxAmount = payable < configured.maxAmount ? payable : configured.maxAmount;
  return maxAmount < configured.minAmount ? null : { minAmount: configured.minAmount, maxAmount };
}
