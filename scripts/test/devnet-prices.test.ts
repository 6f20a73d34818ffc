import { strict as assert } from 'node:assert';
import { START_MS, type TestApi, testApi } from '@causeway/api/test-support/api';
import { LOCAL_PRICES, ratesFrom, servePrices } from '@causeway/devnet/prices';

describe('exchange rates of a devnet', () => {
  let server: Awaited<ReturnType<typeof servePrices>>;
  let api: TestApi;
  before(async () => {
    server = await servePrices(0, { now: () => START_MS });
    api = await testApi({ api: { rates: ratesFrom(server.url) } });
  });
  after(async () => {
    await api?.close();
    await server?.stop();
  });

  it('are the median of two sources that are read as public ones are', async () => {
    const rate = async (fromToken: string, toToken: string) =>
      (await api.app.inject({ url: '/api/v1/exchange-rate', query: { fromToken, toToken } })).json();
    assert.deepEqual((await rate('ETH', 'POL')).result, {
      ...{ rate: '7500', fromToken: 'ETH', toToken: 'POL', stale: false },
      ...{ sources: ['coinbase', 'coingecko'], timestamp: new Date(START_MS).toISOString() },
    });
    for (const [symbol, price] of Object.entries(LOCAL_PRICES))
      assert.equal((await rate(symbol, 'USD')).result?.rate, price, symbol);
    assert.equal((await rate('BTC', 'USD')).errorCode, 'PRICE_UNAVAILABLE');
  });
});
