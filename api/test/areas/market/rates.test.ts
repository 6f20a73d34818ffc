import { strict as assert } from 'node:assert';
import { systemClock } from '@causeway/runtime';
import { clockAt } from '@causeway/runtime/test-support';
import { apiSection } from '../../../src/config.ts';
import { ALICE, apiForEach, fund, jsonOf, postOrder, START_MS, type TestApi, testApi } from '../../support/api.ts';
import { PriceStub, type StubAnswer, type StubSource } from '../../support/price-stub.ts';

const SOURCES = ['coingecko', 'coinbase', 'kraken', 'pyth'] as const;
describe('GET /api/v1/exchange-rate', () => {
  let stub: PriceStub;
  let sources: Awaited<ReturnType<PriceStub['start']>>;
  beforeEach(async () => {
    stub = new PriceStub(clockAt(() => api.clock.nowMs));
    sources = await stub.start();
  });
  /** Long, so that a busy machine loses no source: what is silent costs so much. */
  const timeoutMs = 3_000;
  const rates = { timeoutMs, cacheMs: 10_000, maxAgeMs: 120_000 };
  const api: TestApi = apiForEach(() => ({ api: { rates: { ...rates, sources } } }));
  afterEach(() => stub.stop());

  const answer = (answers: Partial<Record<StubSource, StubAnswer>>, otherwise: StubAnswer = { status: 500 }): void => {
    for (const source of SOURCES) stub.answers.set(source, answers[source] ?? otherwise);
  };
  const rate = (query = 'fromToken=ETH&toToken=USD') => api.app.inject(`/api/v1/exchange-rate?${query}`);
  const rateOf = async (query?: string) => (await jsonOf(rate(query), 200)).result;
  const unavailable = async (query?: string) => {
    const response = await rate(query);
    assert.deepEqual([response.statusCode, response.json().errorCode], [503, 'PRICE_UNAVAILABLE']);
    assert.ok(Number(response.headers['retry-after']) > 0);
  };

  it('reads the four sources in their own shapes and answers their median', async () => {
    answer({
      coingecko: { price: '3000.123456789012345678' },
      coinbase: { price: '3001.5' },
      kraken: { price: '3002.25' },
      pyth: { price: '2999.00000001' },
    });
    const result = await rateOf();
    assert.deepEqual(result, {
      rate: '3000.811728394506172839',
      fromToken: 'ETH',
      toToken: 'USD',
      timestamp: new Date(START_MS).toISOString(),
      sources: ['coinbase', 'coingecko', 'kraken', 'pyth'],
      stale: false,
    });
    assert.deepEqual([...stub.requests].sort(), [
      'coinbase /products/ETH-USD/ticker',
      'coingecko /api/v3/simple/price?ids=ethereum&vs_currencies=usd&include_last_updated_at=true&precision=full',
      'kraken /0/public/Ticker?pair=ETHUSD',
      'pyth /v2/updates/price/latest?ids%5B%5D=0xff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace&parsed=true',
    ]);
  });

  it('divides the prices of a pair, and takes from and to in any case as well', async () => {
    answer({}, { price: '2' });
    assert.equal((await rateOf('from=eth&to=pol')).rate, '1');
    assert.equal((await rateOf('fromToken=USD&toToken=ETH')).rate, '0.5');
    assert.equal((await rateOf('fromToken=ETH&toToken=ETH')).rate, '1');
  });

  it('is 1 for a token in itself, also while no source answers', async () => {
    for (const source of ['coingecko', 'coinbase', 'kraken', 'pyth'] as const)
      stub.answers.set(source, { status: 500 });
    const { rate: itself, sources } = await rateOf('fromToken=ETH&toToken=eth');
    assert.deepEqual([itself, sources], ['1', []]);
  });

  it('needs a pair with sources', async () => {
    assert.equal((await rate('fromToken=ETH')).statusCode, 400);
    const unknown = await rate('fromToken=ETH&toToken=DOGE');
    assert.deepEqual([unknown.statusCode, unknown.json().errorCode], [422, 'PAIR_UNKNOWN']);
    assert.ok(unknown.json().assets.includes('ETH'));
    assert.equal((await rate('fromToken=constructor&toToken=ETH')).statusCode, 422);
  });

  const faults: readonly (readonly [string, StubAnswer])[] = [
    ['500', { status: 500 }],
    ['429', { status: 429 }],
    ['a redirect', { redirectTo: '3000' }],
    ['silence', 'silent'],
    ['an answer that stalls', 'stalls'],
    ['a broken connection', 'breaks'],
    ['an answer without end', 'endless'],
    ['an answer that is too large', { price: '3000', padding: 300_000 }],
    ['no JSON', { body: '<html>' }],
    ['another shape', { body: '{"price":{"usd":3000}}' }],
    ['null', { body: 'null' }],
    ['a price of zero', { price: '0' }],
    ['a stale price', { price: '3000', ageMs: 120_001 }],
    ['a price from the future', { price: '3000', ageMs: -70_000 }],
    ['an outlier', { price: '3070' }],
  ];
  for (const [name, fault] of faults) {
    it(`leaves a source out that answers with ${name}`, async () => {
      // Kraken's answers have no time, so coinbase gets the faults.
      answer({ coinbase: fault, coingecko: { price: '3000' }, kraken: { price: '3001' }, pyth: { price: '3002.0' } });
      const result = await rateOf();
      assert.equal(result.rate, '3001');
      assert.deepEqual(result.sources, ['coingecko', 'kraken', 'pyth']);
    });
  }

  it('answers 503 and no rate when fewer than two agree', async () => {
    answer({ coinbase: { price: '3000' } });
    await unavailable();
    api.clock.nowMs += 10_000;
    answer({ coinbase: { price: '3000' }, kraken: { price: '3200' } });
    await unavailable();
    api.clock.nowMs += 10_000;
    answer({ coinbase: { price: '3000' }, kraken: { price: '3010' } });
    assert.equal((await rateOf()).rate, '3005');
  });

  it('waits for no source longer than its time limit', async () => {
    answer({ coinbase: 'silent', coingecko: 'stalls', kraken: 'silent', pyth: 'silent' });
    const started = performance.now();
    await unavailable();
    assert.ok(performance.now() - started < 4 * timeoutMs, 'they are asked at once');
  });

  it('asks once for concurrent requests, and not again while its cache is fresh', async () => {
    answer({}, { price: '3000' });
    await Promise.all(Array.from({ length: 20 }, () => rateOf()));
    await rateOf();
    assert.equal(stub.requests.length, 4);
    api.clock.nowMs += 10_000;
    await rateOf();
    assert.equal(stub.requests.length, 8);
  });

  it('keeps failing without another request while its cache is fresh', async () => {
    answer({});
    await unavailable();
    await unavailable();
    assert.equal(stub.requests.length, 4);
  });

  it('answers the last agreed rate, marked stale, up to the staleness bound and not later', async () => {
    answer({}, { price: '3000' });
    await rateOf();
    answer({});
    api.clock.nowMs += 60_000;
    const { rate: old, stale, timestamp } = await rateOf();
    assert.deepEqual([old, stale, timestamp], ['3000', true, new Date(START_MS).toISOString()]);
    api.clock.nowMs += 60_001;
    await unavailable();
  });

  it('is recorded on an order, for information', async () => {
    answer({}, { price: '4' });
    fund(api, 'ethereum', 10);
    const order = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '2.5' })).json();
    assert.deepEqual([order.exchangeRate, order.exchangeRateToken, order.valueUsd], ['1', 'POL', '10']);
    assert.equal(order.toAmount, '2.5', 'what arrives does not depend on it');
  });

  it('never delays an order', async () => {
    answer({}, 'silent');
    fund(api, 'ethereum', 10);
    const order = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '2.5' })).json();
    assert.equal(order.exchangeRate, null);
    assert.equal(order.status, 'created');
  });
});

describe('fixed prices of a local installation', () => {
  it('are answered as those of the source local; no other source is asked, and no other asset has a price', async () => {
    const stub = new PriceStub(systemClock);
    const sources = await stub.start();
    for (const source of ['coingecko', 'coinbase'] as const) stub.answers.set(source, { price: '1' });
    const api = await testApi({ api: { rates: { local: { ETH: '3000', pol: '0.4' }, sources } } });
    const rate = async (query: string) => (await api.app.inject(`/api/v1/exchange-rate?${query}`)).json();
    const { result } = await rate('from=ETH&to=POL');
    assert.deepEqual([result.rate, result.sources, result.stale], ['7500', ['local'], false]);
    assert.equal((await rate('from=BTC&to=USD')).errorCode, 'PAIR_UNKNOWN');
    assert.deepEqual(stub.requests, []);
    await api.close();
    await stub.stop();
  });

  it('must be positive decimals', () => {
    for (const price of ['0', '-1', 'x', '']) {
      const rates = { local: { ETH: price } };
      assert.equal(apiSection.safeParse({ rates }).success, false, price);
    }
  });
});
