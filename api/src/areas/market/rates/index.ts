import { coinbase } from './sources/coinbase.ts';
import { coingecko } from './sources/coingecko.ts';
import { kraken } from './sources/kraken.ts';
import { pyth } from './sources/pyth.ts';
import type { PriceSource, SourceName } from './sources/source.ts';

export * from './assets.ts';
export * from './service.ts';
export { SOURCE_NAMES, type SourceName } from './sources/source.ts';

/** All sources. */
export const SOURCES: Readonly<Record<SourceName, PriceSource>> = { coingecko, coinbase, kraken, pyth };

/** Default URL of each source. */
export const SOURCE_URLS: Readonly<Record<SourceName, string>> = {
  coingecko: 'https://api.coingecko.com',
  coinbase: 'https://api.exchange.coinbase.com',
  kraken: 'https://api.kraken.com',
  pyth: 'https://hermes.pyth.network',
};
