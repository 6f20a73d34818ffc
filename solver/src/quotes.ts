import type { RateService } from '@causeway/prices';
import { parsePrice } from '@causeway/prices';

/** Rates between symbols on which the sources agree now. */
export class Quotes {
  readonly #rates: Pick<RateService, 'rate'>;

  constructor(rates: Pick<RateService, 'rate'>) {
    this.#rates = rates;
  }

  /** Units of `to` for one `from`, 18 decimals; null when no fresh rate is known. */
  async rate(from: string, to: string): Promise<bigint | null> {
    const rate = await this.#rates.rate(from, to);
    return rate.ok && !rate.value.stale ? (parsePrice(rate.value.rate) ?? null) : null;
  }

  /** Dollars for one, 18 decimals; null when no fresh price is known. */
  dollars(symbol: string): Promise<bigint | null> {
    return this.rate(symbol, 'USD');
  }
}
