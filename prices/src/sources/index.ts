import { coinbase } from './coinbase.ts';
import { coingecko } from './coingecko.ts';
import { kraken } from './kraken.ts';
import { pyth } from './pyth.ts';
import type { PriceSource, SourceName } from './source.ts';

/** All sources. */
export const SOURCES: Readonly<Record<SourceName, PriceSource>> = { coingecko, coinbase, kraken, pyth };

/** Default URL of each source. */
export const SOURCE_URLS: Readonly<Record<SourceName, string>> = {
  coingecko: 'https://api.coingecko.com',
  coinbase: 'https://api.exchange.coinbase.com',
  kraken: 'https://api.kraken.com',
  pyth: 'https://hermes.pyth.network',
};
