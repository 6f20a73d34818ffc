import type { SourceName } from './sources/source.ts';

/** Each source's id of an asset. */
export type AssetIds = Partial<Record<SourceName, string>>;

/** Assets whose ids need no configuration; `rates.assets` adds assets and replaces ids. */
export const KNOWN_ASSETS: Readonly<Record<string, AssetIds>> = {
  ETH: {
    coingecko: 'ethereum',
    coinbase: 'ETH-USD',
    kraken: 'ETHUSD',
    pyth: '0xff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
  },
  BTC: {
    coingecko: 'bitcoin',
    coinbase: 'BTC-USD',
    kraken: 'XBTUSD',
    pyth: '0xe62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
  },
  SOL: {
    coingecko: 'solana',
    coinbase: 'SOL-USD',
    kraken: 'SOLUSD',
    pyth: '0xef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  },
  USDC: {
    coingecko: 'usd-coin',
    kraken: 'USDCUSD',
    pyth: '0xeaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
  },
  POL: { coingecko: 'polygon-ecosystem-token', coinbase: 'POL-USD', kraken: 'POLUSD' },
  ARB: { coingecko: 'arbitrum', coinbase: 'ARB-USD', kraken: 'ARBUSD' },
  AVAX: { coingecko: 'avalanche-2', coinbase: 'AVAX-USD', kraken: 'AVAXUSD' },
  BNB: { coingecko: 'binancecoin', coinbase: 'BNB-USD', kraken: 'BNBUSD' },
  JUP: { coingecko: 'jupiter-exchange-solana', kraken: 'JUPUSD' },
  UNI: { coingecko: 'uniswap', coinbase: 'UNI-USD', kraken: 'UNIUSD' },
  GMX: { coingecko: 'gmx', kraken: 'GMXUSD' },
  XRD: { coingecko: 'radix', coinbase: 'XRD-USD' },
};
