import { type ChainProvider, kindOf } from '@causeway/chains';
import { type Domain, FALLBACK, type Terms, type TransactionCost } from '@causeway/protocol';
import { costOf } from './entries.ts';
import type { Coin, Lane } from './lanes.ts';
import { dollarsOf, isProfitable, worthOf } from './pricing.ts';
import type { Quotes } from './quotes.ts';

/** What fills and other calls are worth at the present prices, and what calls cost. */
export class Worth {
  readonly #quotes: Quotes;
  readonly #coins: ReadonlyMap<Domain, Coin>;
  /** What a call costs by chain, smallest units of its coin: as configured, then as the last one was measured. */
  readonly #costs: Map<Domain, bigint>;
  /** The symbol and decimals of an asset that arrives at a chain, by its word in terms. */
  readonly #arriving: (domain: Domain, family: string, word: string) => Coin | undefined;

  constructor(
    quotes: Quotes,
    coins: ReadonlyMap<Domain, Coin>,
    costs: ReadonlyMap<Domain, bigint>,
    arriving: (domain: Domain, family: string, word: string) => Coin | undefined,
  ) {
    this.#quotes = quotes;
    this.#coins = coins;
    this.#costs = new Map(costs);
    this.#arriving = arriving;
  }

  /** Remembers what a call cost. */
  measured(domain: Domain, costs: readonly TransactionCost[]): void {
    const cost = costOf(costs);
    if (cost > 0n) this.#costs.set(domain, cost);
  }

  /** The market's rate of a lane, 18 decimals; null without a fresh one. */
  rateOf({ input, output }: Lane): Promise<bigint | null> {
    return this.#quotes.rate(input.symbol, output.symbol);
  }

  /** Whether a fill at `time` (seconds) earns enough; null without a fresh price. `early`: a settlement follows. */
  async ofFill(lane: Lane, terms: Terms, time: bigint, early: boolean): Promise<boolean | null> {
    const market = await this.rateOf(lane);
    const gas = await this.#callsInOutput(lane, early ? 2n : 1n);
    if (market === null || gas === null) return null;
    const decimals = { input: lane.input.decimals, output: lane.output.decimals };
    return isProfitable(terms, time, { market, leastSpreadBps: lane.leastSpreadBps, gas, decimals });
  }

  /** What `calls` cost, local units of the lane's output; null without a fresh price. */
  async #callsInOutput({ destination, output }: Lane, calls: bigint): Promise<bigint | null> {
    const cost = calls * (this.#costs.get(destination.domain) ?? 0n);
    if (cost === 0n) return 0n;
    const coin = this.#coins.get(destination.domain);
    const rate = coin?.symbol == null ? null : await this.#quotes.rate(coin.symbol, output.symbol);
    return coin === undefined || rate === null
      ? null
      : worthOf(cost, rate, { input: coin.decimals, output: output.decimals }) + 1n;
  }

  /** Whether the fee for finishing an overdue swap is more than the cost of it; null without a fresh price. */
  async ofFinish(provider: ChainProvider, lane: Lane | null, terms: Terms): Promise<boolean | null> {
    const asset = lane?.input ?? this.#arriving(provider.domain, provider.family, terms.assetIn);
    const coin = this.#coins.get(provider.domain);
    if (asset?.symbol == null || coin?.symbol == null) return null;
    const [price, coinPrice] = await Promise.all([
      this.#quotes.dollars(asset.symbol),
      this.#quotes.dollars(coin.symbol),
    ]);
    if (price === null || coinPrice === null) return null;
    const earned = dollarsOf(terms.finishFee, asset.decimals, price);
    const pays = (cost: bigint) => earned > dollarsOf(cost, coin.decimals, coinPrice);
    const call = this.#costs.get(provider.domain) ?? 0n;
    // The chain is asked for no fee that would change nothing.
    if (terms.fallback !== FALLBACK.home || !pays(call)) return pays(call);
    const fee = await provider.fee(terms.home);
    return fee.ok ? pays(call + fee.value) : null;
  }

  /** Prices of a lane's assets and of its coin, dollars with 18 decimals; null without fresh ones. */
  async dollars(lane: Lane) {
    const coin = this.#coins.get(lane.destination.domain);
    const decimals = coin?.decimals ?? kindOf(lane.destination.kind).coin.decimals;
    const [input, output, price] = await Promise.all([
      this.#quotes.dollars(lane.input.symbol),
      this.#quotes.dollars(lane.output.symbol),
      coin?.symbol ? this.#quotes.dollars(coin.symbol) : null,
    ]);
    if (input === null || output === null || price === null) return null;
    return { input, output, coin: { price, decimals } };
  }
}
