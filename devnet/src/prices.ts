import { createServer } from 'node:http';
import { type Clock, systemClock } from '@causeway/runtime';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

/** Prices in US dollars of what the local chains have. They never move. */
export const LOCAL_PRICES: Readonly<Record<string, string>> = {
  ETH: '3000',
  POL: '0.4',
  ARB: '0.75',
  SOL: '150',
  XRD: '0.03',
  UNI: '8',
  QUICK: '0.02',
  GMX: '20',
  JUP: '0.5',
  OCI: '0.01',
  AERO: '1',
  OP: '0.7',
  BNB: '600',
  AVAX: '20',
  GNO: '130',
  XDAI: '1',
};

/** A public price source that is played: the name of an asset there, and its answer to a request, if it has one. */
interface PlayedSource {
  idOf(symbol: string): string;
  /** The JSON for `url` at `nowMs`, Unix milliseconds; undefined when the request is for no price that it has. */
  answer(url: URL, nowMs: number): string | undefined;
}

/** The price of the asset that a source calls `id`. */
const priceOf = ({ idOf }: Pick<PlayedSource, 'idOf'>, id: string | null | undefined): string | undefined =>
  Object.entries(LOCAL_PRICES).find(([symbol]) => idOf(symbol) === id)?.[1];

/** CoinGecko's simple price, a number in dollars with Unix seconds. */
const coingecko: PlayedSource = {
  idOf: (symbol) => symbol.toLowerCase(),
  answer({ pathname, searchParams }, nowMs) {
    const id = searchParams.get('ids');
    const price = pathname === '/api/v3/simple/price' ? priceOf(this, id) : undefined;
    return price && `{"${id}":{"usd":${price},"last_updated_at":${Math.floor(nowMs / 1_000)}}}`;
  },
};

/** Coinbase Exchange's ticker of the last trade. */
const coinbase: PlayedSource = {
  idOf: (symbol) => `${symbol}-USD`,
  answer({ pathname }, nowMs) {
    const price = priceOf(this, /^\/products\/([^/]+)\/ticker$/.exec(pathname)?.[1]);
    const trade = { ask: price, bid: price, volume: '12041.33812917', trade_id: 573_112_004, price, size: '0.00021' };
    return price && JSON.stringify({ ...trade, time: new Date(nowMs).toISOString() });
  },
};

/** The sources that are played, by the names that the settings of the API have for them. */
const PLAYED: Readonly<Record<string, PlayedSource>> = { coingecko, coinbase };

/**
 * Serves the local prices on loopback in the forms of two public price sources, which agree, each below a path with its
 * name: a devnet has no internet, and what reads prices there reads them as it does elsewhere. Every answer is of the
 * moment of its request.
 */
export function servePrices(port: number, clock: Pick<Clock, 'now'> = systemClock): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, source = '', ...path] = url.pathname.split('/');
    url.pathname = `/${path.join('/')}`;
    const answer = Object.hasOwn(PLAYED, source) ? PLAYED[source]?.answer(url, clock.now()) : undefined;
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(answer ?? '{"message":"NotFound"}');
  });
  return listenOnLoopback(server, port);
}

/** The settings `rates` with which an API reads its prices from the server at `url`, and from nowhere else. */
export const ratesFrom = (url: string) => ({
  sources: {
    ...Object.fromEntries(Object.keys(PLAYED).map((name) => [name, { url: `${url}/${name}` }])),
    kraken: { enabled: false },
    pyth: { enabled: false },
  },
  assets: Object.fromEntries(
    Object.keys(LOCAL_PRICES).map((symbol) => [
      symbol,
      Object.fromEntries(Object.entries(PLAYED).map(([name, { idOf }]) => [name, idOf(symbol)])),
    ]),
  ),
});
