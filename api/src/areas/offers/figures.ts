import { FINISH_FEE_DIVISOR } from '@causeway/protocol';

/** Decimals of every rate, which is a fixed-point number in a bigint. */
export const RATE_DECIMALS = 18;

/** Hundredths of a percent in a whole. */
export const BPS = 10_000n;

/** The largest amount in the terms of a swap, local units. */
export const MAX_TERMS_AMOUNT = (1n << 128n) - 1n;

/** How long after the expected delivery a solver alone may fill, seconds. */
export const EXCLUSIVE_SECONDS = 30;

const tenTo = (decimals: number): bigint => 10n ** BigInt(decimals);

/** a ÷ b, rounded towards positive infinity. `b` is positive. */
const ceilDivide = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);

/** The decimals of the two assets of a swap. */
export interface SwapDecimals {
  /** Of amounts of the asset that the bridge moves. */
  readonly wire: number;
  /** Of the wanted token. */
  readonly out: number;
}

/**
 * What `wireAmount` is at `rate` (18 decimals, wanted units for one unit of the moved asset), local units of the wanted
 * token. It is rounded up, in the user's favour.
 */
export const outAt = (wireAmount: bigint, rate: bigint, { wire, out }: SwapDecimals): bigint =>
  ceilDivide(wireAmount * rate * tenTo(out), tenTo(wire + RATE_DECIMALS));

/** The least of `out` that a user accepts with this slippage, rounded up, in the user's favour. */
export const leastOut = (out: bigint, slippageBps: number): bigint =>
  ceilDivide(out * (BPS - BigInt(slippageBps)), BPS);

/**
 * How much worse than the market a rate is for the user, in hundredths of a percent of the market's rate. It is rounded
 * up, so that no rate seems better than it is; negative for a rate that is better.
 */
export const spreadOf = (rate: bigint, market: bigint): bigint => ceilDivide((market - rate) * BPS, market);

/** Bounds of a rate beside the market's, hundredths of a percent. */
export interface SpreadBounds {
  /** The most by which it is worse. */
  readonly maxSpreadBps: number;
  /** The most by which it is better. */
  readonly maxGainBps: number;
}

/** Rates from the lowest to the highest, 18 decimals; none when the lowest is the higher one. */
export interface RateRange {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** The rates within the bounds beside the market's: exactly the ones whose spread is neither above nor below them. */
export const nearMarket = (market: bigint, { maxSpreadBps, maxGainBps }: SpreadBounds): RateRange => ({
  lowest: ceilDivide(market * (BPS - BigInt(maxSpreadBps)), BPS),
  highest: (market * (BPS + BigInt(maxGainBps))) / BPS,
});

/** The rates at which `outAt` gives at least `least` and fits into terms. `wireAmount` and `least` are positive. */
export function ratesFor(wireAmount: bigint, least: bigint, { wire, out }: SwapDecimals): RateRange {
  const [unit, each] = [tenTo(wire + RATE_DECIMALS), wireAmount * tenTo(out)];
  return { lowest: ((least - 1n) * unit) / each + 1n, highest: (MAX_TERMS_AMOUNT * unit) / each };
}

/** The rates in both ranges. */
export const bothRanges = (one: RateRange, other: RateRange): RateRange => ({
  lowest: one.lowest > other.lowest ? one.lowest : other.lowest,
  highest: one.highest < other.highest ? one.highest : other.highest,
});

/**
 * What `coins` (smallest units) are worth at `rate` (18 decimals, units of the moved asset for one coin), wire units of
 * the moved asset, rounded up.
 */
export const costOf = (coins: bigint, coinDecimals: number, rate: bigint, wireDecimals: number): bigint =>
  ceilDivide(coins * rate * tenTo(wireDecimals), tenTo(coinDecimals + RATE_DECIMALS));

/** What is paid to who finishes a swap that nobody filled, wire units: the return's cost, up to a twentieth. */
export function finishFeeOf(wireAmount: bigint, returnCost: bigint): bigint {
  const most = wireAmount / FINISH_FEE_DIVISOR;
  return returnCost < most ? returnCost : most;
}

/** The least amount of a swap, wire units: what a lane moves at least, and twice what a return costs. */
export const leastAmount = (laneMinimum: bigint, returnCost: bigint): bigint => laneMinimum + 2n * returnCost;
