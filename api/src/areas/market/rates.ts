import type { ExchangeRate, RateFailure, RateService as Rates } from '@causeway/prices';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';

/** Exchange rates on which several public sources agree, as routes answer them. */
export interface RateService extends Omit<Rates, 'rate'> {
  /** The rate of a pair of symbols, in any case; `USD` is a symbol. Fails with PAIR_UNKNOWN or PRICE_UNAVAILABLE. */
  rate(from: string, to: string): Promise<Answer<ExchangeRate>>;
}

/** `rates`, whose failures are refusals. */
export const answeringRates = (rates: Rates): RateService => ({
  rate: async (from, to) => {
    const rate = await rates.rate(from, to);
    return rate.ok ? rate : refusalOf(rate.error);
  },
  rateWithin: (from, to, waitMs) => rates.rateWithin(from, to, waitMs),
  sources: () => rates.sources(),
  close: () => rates.close(),
});

const refusalOf = (error: RateFailure) =>
  error.code === 'PAIR_UNKNOWN'
    ? refuse(error.code, error.message, { facts: { assets: error.assets } })
    : refuse(error.code, error.message, { retryAfter: error.retryAfter });
