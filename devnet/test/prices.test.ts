import assert from 'node:assert/strict';
import { findProfile } from '@causeway/networks';
import { DEVNET_NETWORKS } from '../src/networks.ts';
import { LOCAL_PRICES, ratesFrom, servePrices } from '../src/prices.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12, 0, 0, 123);

describe('the prices of the devnet', () => {
  const clock = { nowMs: NOW_MS, now: () => clock.nowMs };
  let server: Awaited<ReturnType<typeof servePrices>>;
  before(async () => {
    server = await servePrices(0, clock);
  });
  after(() => server.stop());
  const ask = async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    return { status: response.status, text: await response.text() };
  };

  it('has one for every coin and asset of every local chain', () => {
    const symbols = DEVNET_NETWORKS.flatMap(({ name, assets }) => [
      ...Object.values(assets).map(({ symbol }) => symbol),
      findProfile(name)?.coin.toUpperCase() ?? '',
    ]);
    assert.deepEqual([...new Set(symbols)].sort(), Object.keys(LOCAL_PRICES).sort());
  });

  it('answers in the form of each source, with the time of the request', async () => {
    const gecko =
      '/coingecko/api/v3/simple/price?ids=pol&vs_currencies=usd&include_last_updated_at=true&precision=full';
    assert.deepEqual(await ask(gecko), { status: 200, text: '{"pol":{"usd":0.4,"last_updated_at":1767614400}}' });
    const trade = await ask('/coinbase/products/ETH-USD/ticker');
    assert.equal(trade.status, 200);
    assert.partialDeepStrictEqual(JSON.parse(trade.text), { price: '3000', time: '2026-01-05T12:00:00.123Z' });
    clock.nowMs += 60_000;
    assert.equal((await ask(gecko)).text, '{"pol":{"usd":0.4,"last_updated_at":1767614460}}');
  });

  it('has nothing else', async () => {
    const wrong = [
      ...['/', '/kraken/0/public/Ticker?pair=ETHUSD', '/constructor/x', '/coingecko/api/v3/simple/price?ids=bitcoin'],
      ...['/coingecko/api/v3/simple/price', '/coingecko/other?ids=eth', '/coinbase/products/BTC-USD/ticker'],
      ...['/coinbase/products/ETH-USD', '/coinbase/products/ETH-USD/ticker/x', '/products/ETH-USD/ticker'],
    ];
    for (const path of wrong) assert.equal((await ask(path)).status, 404, path);
  });

  it('configures two sources, and turns the others off', () => {
    const { sources, assets } = ratesFrom('http://127.0.0.1:1');
    assert.deepEqual(sources, {
      coingecko: { url: 'http://127.0.0.1:1/coingecko' },
      coinbase: { url: 'http://127.0.0.1:1/coinbase' },
      kraken: { enabled: false },
      pyth: { enabled: false },
    });
    assert.deepEqual(Object.keys(assets), Object.keys(LOCAL_PRICES));
    assert.deepEqual(assets.XRD, { coingecko: 'xrd', coinbase: 'XRD-USD' });
  });
});
