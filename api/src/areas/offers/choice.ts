import type { RateRange } from './figures.ts';

/** An offer as it is chosen: its rate has 18 decimals, its amounts are wire units of the moved asset. */
export interface Offer {
  /** The avatar that offers. */
  readonly solverId: string;
  readonly rate: bigint;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  /** Unix milliseconds. */
  readonly endsAtMs: number;
}

/** What is wanted of an offer. */
export interface Wish {
  /** Wire units of the moved asset. */
  readonly amount: bigint;
  /** The rates that are near enough to the market, and good enough for the caller. */
  readonly rates: RateRange;
  readonly nowMs: number;
}

/** The best offer, or the amounts for which there is one; both are undefined when nothing is on offer. */
export type Choice<Chosen extends Offer> =
  | { readonly offer: Chosen }
  | { readonly offer: undefined; readonly smallest: bigint | undefined; readonly largest: bigint | undefined };

/** True when `one` is chosen before `other`, in every process alike. */
function isBetter(one: Offer, other: Offer): boolean {
  if (one.rate !== other.rate) return one.rate > other.rate;
  if (one.endsAtMs !== other.endsAtMs) return one.endsAtMs > other.endsAtMs;
  return one.solverId < other.solverId;
}

/** The offer with the best accepted rate that covers the amount and has not ended. */
export function chooseOffer<Chosen extends Offer>(offers: Iterable<Chosen>, wish: Wish): Choice<Chosen> {
  const { amount, nowMs } = wish;
  const { lowest, highest } = wish.rates;
  let best: Chosen | undefined;
  let smallest: bigint | undefined;
  let largest: bigint | undefined;
  for (const offer of offers) {
    const { rate, minAmount, maxAmount, endsAtMs } = offer;
    if (endsAtMs <= nowMs || rate < lowest || rate > highest) continue;
    if (smallest === undefined || minAmount < smallest) smallest = minAmount;
    if (largest === undefined || maxAmount > largest) largest = maxAmount;
    if (amount < minAmount || amount > maxAmount) continue;
    if (best === undefined || isBetter(offer, best)) best = offer;
  }
  return best ? { offer: best } : { offer: undefined, smallest, largest };
}
