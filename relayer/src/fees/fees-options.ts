import { InvalidArgumentError } from 'commander';

/** Options of `causeway fees`. */
export interface FeesOptions {
  readonly config: string;
  /** Milliseconds before now. */
  readonly since: number;
  readonly lane?: string;
  readonly price: Readonly<Record<string, string>>;
  readonly margin: number;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a span of time such as 12h or 30d, as milliseconds. Throws commander's error. */
export function spanOption(text: string): number {
  const [, number, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (!number || !unit) throw new InvalidArgumentError('give minutes, hours or days, such as 90m, 12h or 30d.');
  return Number(number) * (UNITS[unit] as number);
}

/** Collects CHAIN=NUMBER. Throws commander's error. */
export function priceOption(text: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, chain, price] = /^([a-z][a-z0-9-]*)=(\d+(?:\.\d{1,12})?)$/.exec(text) ?? [];
  if (!chain || !price) throw new InvalidArgumentError('give CHAIN=NUMBER, with at most 12 decimals.');
  return { ...all, [chain]: price };
}

/** What `causeway fees --help` explains. */
export const FEES_HELP = `
Every lock and burn pays the delivery fee in the source's coin; the relayer's payers pay for deliveries in the
destination's, and for refunds in the source's. A cost is what a payer's balance lost, recorded when the transaction
landed: gas or fee, and rent. A transaction of several actions is shared equally by its executions and cancellations.
Income is each final lock and burn times the fee that was in force, which a running relayer reads every minute. What
causeway prune deleted is not counted.

The suggestion covers the dearer of a delivery and a cancellation with its refund, each at the 95th percentile, in a
form that every chain can hold. It needs a price of both coins, in any one unit: --price, or relayer.prices in the
configuration. Set it with causeway deploy, or as guardian or admin with setFee.

Examples:
  causeway fees --since 7d --price ethereum=3000 --price polygon=0.4
  causeway fees --lane ethereum:polygon --margin 50 --json`;
