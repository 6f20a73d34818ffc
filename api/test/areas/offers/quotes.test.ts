import { strict as assert } from 'node:assert';
import { parsePrice } from '@causeway/prices';
import { clockAt } from '@causeway/runtime/test-support';
import { ALICE_ADDRESS, ALICE_ID, apiForEach, BOB_ID, START_MS } from '../../support/api.ts';
import { SETTLER, testChains } from '../../support/chains.ts';
import { clientOf } from '../../support/client.ts';
import { countOutcome } from '../../support/outcomes.ts';
import { PriceStub, type StubSource } from '../../support/price-stub.ts';
import { OFFER, offer, PRICES, quoted, quoting, refusal, swapApi } from './support.ts';

const price = (text: string): bigint => parsePrice(text) ?? assert.fail(`no price: ${text}`);
const NO_HISTORY = { locked: 0, filled: 0, medianSeconds: null };
const later = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();

describe('a quote of a swap', () => {
  const api = apiForEach(() => swapApi());

  it('has the figures of the best offer, for everybody', async () => {
    await offer(api, [{ ...OFFER, rate: '7425', validSeconds: 20 }]);
    const { expectedSeconds, solver, ...told } = await clientOf(api).market.swapQuote({
      ...{ from: 'ETH', to: 'POL', amount: '2' },
    });
    assert.deepEqual(told, {
      mode: 'swap',
      operation: 'lockTokens',
      fromChain: 'ethereum',
      toChain: 'polygon',
      fromToken: 'ETH',
      fromTokenAddress: null,
      toToken: 'POL',
      toTokenAddress: null,
      settler: SETTLER,
      fromAmount: '2',
      toAmount: '14850',
      minToAmount: '14701.5',
      slippageBps: 100,
      rate: '7425',
      exchangeRate: '7500',
      spreadBps: 100,
      deliveryFee: '0',
      feeToken: 'ETH',
      finishFee: '0',
      finishFeeToken: 'cwETH',
      refundAmount: '2',
      refundToken: 'ETH',
      expiresAt: later(20),
      quoteId: `${ALICE_ID}:7425`,
    });
    assert(expectedSeconds !== null && solver !== null);
    // The memory chains have a block in two seconds, and Ethereum waits for 32 of them.
    assert.equal(expectedSeconds.early, 6);
    assert.ok(expectedSeconds.late > 64, String(expectedSeconds.late));
    const delivered = (await clientOf(api).market.quote({ from: 'ETH', to: 'polygon', amount: '2' })).expectedSeconds;
    assert.equal(expectedSeconds.late, (delivered ?? 0) + 4);
    const exclusiveUntil = later((delivered ?? 0) + 30);
    assert.deepEqual(solver, { solverId: ALICE_ID, address: ALICE_ADDRESS, exclusiveUntil, record: NO_HISTORY });
  });

  it('takes the best rate that covers the amount and has not ended', async () => {
    await offer(api, [
      { ...OFFER, rate: '7480', minAmount: '0.1', maxAmount: '10' },
      { ...OFFER, rate: '7490', minAmount: '0.1', maxAmount: '10', validSeconds: 10 },
      { ...OFFER, rate: '7500', minAmount: '0.1', maxAmount: '0.9' },
      { ...OFFER, rate: '7500', minAmount: '1.1', maxAmount: '10' },
      { ...OFFER, from: 'ARB@arbitrum', rate: '1.25' },
    ]);
    const rateOf = async (amount: string) => (await quoted(api, { amount })).rate;
    assert.equal(await rateOf('1'), '7490');
    for (const edge of ['0.9', '1.1', '10']) assert.equal(await rateOf(edge), '7500', edge);
    api.clock.nowMs += 10_000;
    assert.equal(await rateOf('1'), '7480');
    api.clock.nowMs += 50_000;
    assert.deepEqual(await refusal(quoting(api)), [422, 'NO_OFFER']);
  });

  it('rounds in the user’s favour, to the last unit of the wanted token', async () => {
    await offer(api, [{ ...OFFER, rate: '7500.000000000000000001' }]);
    const { toAmount, minToAmount } = await quoted(api, { amount: '0.333333333', slippageBps: '1' });
    assert.equal(toAmount, '2499.999997500000000001');
    assert.equal(minToAmount, '2499.749997500250000001');
    assert.equal((await quoted(api, { slippageBps: '0' })).minToAmount, '7500.000000000000000001');
  });

  it('takes no offer that is worse than the market by more than its bound, or better by more than its own', async () => {
    await offer(api, [
      { ...OFFER, rate: '7274.999999999999999999' },
      { ...OFFER, rate: '8250.000000000000000001' },
    ]);
    assert.deepEqual(await refusal(quoting(api)), [422, 'NO_OFFER']);
    await offer(api, [{ ...OFFER, rate: '7275' }]);
    assert.deepEqual([(await quoted(api)).spreadBps, (await quoted(api)).toAmount], [300, '7275']);
    api.clock.nowMs += 1_000;
    await offer(api, [
      { ...OFFER, rate: '7275' },
      { ...OFFER, rate: '8250' },
    ]);
    assert.deepEqual([(await quoted(api)).spreadBps, (await quoted(api)).toAmount], [-1_000, '8250']);
  });

  it('says for which amounts there is an offer', async () => {
    await offer(api, [
      { ...OFFER, minAmount: '0.25', maxAmount: '0.5' },
      { ...OFFER, minAmount: '2', maxAmount: '7.5' },
      { ...OFFER, rate: '1', maxAmount: '100' },
    ]);
    const none = await quoting(api, { amount: '1' });
    assert.deepEqual(
      [none.statusCode, none.json().errorCode, none.json().largestAmount, none.json().smallestAmount],
      [422, 'NO_OFFER', '7.5', '0.25'],
    );
    const elsewhere = (await quoting(api, { from: 'POL', to: 'ETH' })).json();
    assert.deepEqual([elsewhere.errorCode, elsewhere.largestAmount, elsewhere.smallestAmount], ['NO_OFFER', '0', null]);
  });

  it('keeps the caller’s own least amount, and is a limit order where no offer reaches it', async () => {
    await offer(api, [OFFER]);
    const reached = await quoted(api, { minToAmount: '7499.5' });
    assert.deepEqual(
      [reached.toAmount, reached.minToAmount, reached.slippageBps, reached.solver?.solverId],
      ['7500', '7499.5', null, ALICE_ID],
    );
    const limit = await quoted(api, { minToAmount: '7500.1' });
    const { toAmount, minToAmount, slippageBps, rate, spreadBps, exchangeRate, solver, expiresAt } = limit;
    assert.deepEqual(
      { toAmount, minToAmount, slippageBps, rate, spreadBps, exchangeRate, solver, expiresAt },
      {
        ...{ toAmount: '7500.1', minToAmount: '7500.1', slippageBps: null },
        ...{ rate: null, spreadBps: null, exchangeRate: '7500', solver: null, expiresAt: later(60) },
      },
    );
  });

  it('takes what is paid for a return from the amount, and asks for enough', async () => {
    // 0.5 POL, which is 0.2 dollars and 66,667 of the billion units of an ETH, rounded up.
    api.polygon.settings.fees.set(api.ethereum.domain, 5n * 10n ** 17n);
    await offer(api, [{ ...OFFER, minAmount: '0.001' }]);
    const { finishFee, refundAmount } = await quoted(api);
    assert.deepEqual([finishFee, refundAmount], ['0.000066667', '0.999933333']);
    const small = await quoting(api, { amount: '0.001133333' });
    assert.deepEqual(
      [small.statusCode, small.json().errorCode, small.json().minAmount],
      [422, 'AMOUNT_TOO_SMALL', '0.001133334'],
    );
    const least = await quoted(api, { amount: '0.001133334' });
    assert.deepEqual([least.finishFee, least.refundAmount], ['0.000056666', '0.001076668'], 'a twentieth at most');
  });

  it('refuses with codes of its own, and writes nothing', async () => {
    await offer(api, [OFFER]);
    const refused: readonly (readonly [Record<string, string>, number, string])[] = [
      [{ slippageBps: '-1' }, 422, 'SLIPPAGE_OUT_OF_RANGE'],
      [{ slippageBps: '1001' }, 422, 'SLIPPAGE_OUT_OF_RANGE'],
      [{ slippageBps: '1e9' }, 422, 'SLIPPAGE_OUT_OF_RANGE'],
      [{ slippageBps: '1.5' }, 400, 'MALFORMED_REQUEST'],
      [{ slippageBps: 'NaN' }, 400, 'MALFORMED_REQUEST'],
      [{ slippageBps: '100', minToAmount: '1' }, 400, 'MALFORMED_REQUEST'],
      [{ from: 'POL', to: 'ARB@arbitrum' }, 422, 'SWAP_NOT_AVAILABLE'],
      [{ to: 'cwETH@polygon' }, 422, 'SAME_ASSET'],
      [{ to: 'ETH@polygon' }, 422, 'SAME_ASSET'],
      [{ to: 'cwPOL@ethereum' }, 422, 'SAME_CHAIN'],
      [{ from: 'ETH@polygon', to: 'ARB' }, 422, 'ROUTE_VIA_HOME'],
      [{ to: 'DOGE' }, 422, 'ASSET_UNKNOWN'],
      [{ to: 'DOGE@polygon' }, 422, 'ASSET_UNKNOWN'],
      [{ to: 'POL@base' }, 422, 'CHAIN_UNKNOWN'],
      [{ amount: '0.0009' }, 422, 'AMOUNT_TOO_SMALL'],
      [{ amount: '1000.1' }, 422, 'AMOUNT_TOO_LARGE'],
      [{ amount: '1e18' }, 422, 'INVALID_AMOUNT'],
      [{ amount: 'NaN' }, 422, 'INVALID_AMOUNT'],
      [{ amount: '0.0000000001' }, 422, 'INVALID_AMOUNT'],
      [{ minToAmount: '0' }, 422, 'INVALID_AMOUNT'],
      [{ minToAmount: '1e3' }, 422, 'INVALID_AMOUNT'],
      [{ minToAmount: '0.0000000000000000001' }, 422, 'INVALID_AMOUNT'],
      [{ minToAmount: String(1n << 128n) }, 422, 'INVALID_AMOUNT'],
      [{ slipageBps: '1' }, 400, 'MALFORMED_REQUEST'],
      [{ mode: 'bridge', to: 'polygon', slippageBps: '1' }, 400, 'MALFORMED_REQUEST'],
      [{ mode: 'bridge', to: 'polygon', minToAmount: '1' }, 400, 'MALFORMED_REQUEST'],
    ];
    const before = await api.storage.events.latest();
    for (const [query, status, code] of refused) {
      assert.deepEqual(await refusal(quoting(api, query)), [status, code], JSON.stringify(query));
    }
    assert.equal(await api.storage.events.latest(), before);
    api.ethereum.settings.pausedRemotes.add(api.polygon.domain);
    api.clock.nowMs += 10_000;
    assert.deepEqual(await refusal(quoting(api)), [503, 'BRIDGE_PAUSED']);
  });

  it('is for bridged tokens, too, in both directions', async () => {
    await offer(api, [
      { ...OFFER, from: 'cwPOL@ethereum', to: 'cwETH@polygon', rate: '0.00013333', minAmount: '10', maxAmount: '20' },
    ]);
    const quote = await quoted(api, { from: 'cwPOL@ethereum', to: 'ETH@polygon', amount: '15' });
    assert.deepEqual(
      [quote.operation, quote.fromToken, quote.toToken, quote.finishFeeToken, quote.toAmount],
      ['burnTokens', 'cwPOL', 'cwETH', 'POL', '0.00199995'],
    );
  });
});

describe('the time in which a solver alone may fill', () => {
  const api = apiForEach(() => swapApi());
  let passedMs = 0;
  beforeEach(() => {
    Object.assign(api.clock, { monotonic: () => passedMs });
  });
  /** A quote once a change of a record must be known. */
  const quotedLater = async () => {
    passedMs += 1_000;
    return quoted(api);
  };
  const isExclusive = async () => (await quotedLater()).solver.exclusiveUntil !== null;

  it('is lost by an account that fills too few of its orders, and earned again', async () => {
    await offer(api, [OFFER]);
    assert.equal(await isExclusive(), true, 'without a history');
    for (const seconds of [10, 30, 20, 40, 50, 60, 70, 80, 90])
      await countOutcome(api.storage.offers, ALICE_ID, seconds);
    await countOutcome(api.storage.offers, ALICE_ID, null);
    assert.equal(await isExclusive(), true, '9 of 10');
    assert.deepEqual((await quotedLater()).solver.record, { locked: 10, filled: 9, medianSeconds: 50 });
    await countOutcome(api.storage.offers, ALICE_ID, null);
    assert.equal(await isExclusive(), false, '9 of 11');
    for (let more = 0; more < 9; more += 1) await countOutcome(api.storage.offers, ALICE_ID, 5);
    assert.equal(await isExclusive(), true, '18 of 20');
  });

  it('looks at the latest hundred orders', async () => {
    await offer(api, [OFFER]);
    for (let more = 0; more < 100; more += 1) await countOutcome(api.storage.offers, ALICE_ID, null);
    assert.equal(await isExclusive(), false);
    for (let more = 0; more < 90; more += 1) await countOutcome(api.storage.offers, ALICE_ID, 7);
    assert.deepEqual((await quotedLater()).solver.record, { locked: 100, filled: 90, medianSeconds: 7 });
    assert.equal(await isExclusive(), true);
  });

  it('is nobody else’s', async () => {
    await offer(api, [OFFER]);
    await countOutcome(api.storage.offers, BOB_ID, null);
    assert.equal(await isExclusive(), true);
  });
});

describe('a quote without a price', () => {
  const api = apiForEach(() => swapApi({ api: { rates: { local: { ETH: PRICES.ETH } } } }));

  it('is refused, unless it is a limit order', async () => {
    await offer(api, [OFFER]);
    const refused = await quoting(api);
    assert.deepEqual([refused.statusCode, refused.json().errorCode], [503, 'RATE_UNAVAILABLE']);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    const { toAmount, exchangeRate, solver, finishFee } = await quoted(api, { minToAmount: '7000' });
    assert.deepEqual([toAmount, exchangeRate, solver, finishFee], ['7000', null, null, '0']);
  });

  it('of the coin in which a return is paid is refused as well', async () => {
    api.ethereum.settings.fees.set(api.polygon.domain, 1n);
    api.polygon.settings.fees.set(api.ethereum.domain, 1n);
    assert.deepEqual(await refusal(quoting(api)), [503, 'RATE_UNAVAILABLE']);
    assert.equal((await quoted(api, { minToAmount: '1' })).finishFee, '0');
  });
});

describe('a quote without a price of the destination’s coin', () => {
  const { POL: _unknown, ...others } = PRICES;
  const api = apiForEach(() => swapApi({ api: { rates: { local: others } } }));

  it('is refused only where a return costs such coins', async () => {
    await offer(api, [{ ...OFFER, to: 'cwARB@polygon', rate: '6000' }]);
    const toArb = { to: 'ARB@polygon' };
    assert.equal((await quoted(api, toArb)).finishFee, '0');
    api.polygon.settings.fees.set(api.ethereum.domain, 1n);
    api.clock.nowMs += 3_000;
    assert.deepEqual(await refusal(quoting(api, toArb)), [503, 'RATE_UNAVAILABLE']);
    assert.equal((await quoted(api, { ...toArb, minToAmount: '5000' })).finishFee, '0');
  });
});

describe('a price source that lies', () => {
  let stub: PriceStub;
  let sources: Awaited<ReturnType<PriceStub['start']>>;
  beforeEach(async () => {
    stub = new PriceStub(clockAt(() => api.clock.nowMs));
    sources = await stub.start();
  });
  // Kraken is asked for ETH alone, so a lie of it does not cancel itself out of the rate.
  const assets = { POL: { coingecko: 'pol', coinbase: 'POL-USD' } };
  const api = apiForEach(() => swapApi({ api: { rates: { cacheMs: 0, sources, assets } } }));
  afterEach(() => stub.stop());

  const say = (prices: Partial<Record<StubSource, string>>) => {
    for (const [source, price] of Object.entries(prices)) stub.answers.set(source as StubSource, { price });
  };

  it('moves no quote beyond its own weight', async () => {
    say({ coingecko: '100', coinbase: '100.5' });
    await offer(api, [
      { ...OFFER, rate: '0.99' },
      { ...OFFER, rate: '0.96', minAmount: '11', maxAmount: '20' },
    ]);
    // One POL is 100.25 dollars. By the honest sources one ETH is 100 to 100.5 dollars.
    const [lowest, highest] = [price('0.997506234413965087'), price('1.002493765586034912')];
    const seen = new Set<string>();
    for (const lie of ['0.000001', '50', '99', '100.1', '102', '150', '1000000000']) {
      say({ kraken: lie });
      const { rate, exchangeRate, spreadBps, toAmount } = await quoted(api);
      assert.deepEqual([rate, toAmount], ['0.99', '0.99'], lie);
      assert.ok(price(exchangeRate) >= lowest && price(exchangeRate) <= highest, `${lie} made it ${exchangeRate}`);
      assert.ok(spreadBps >= 76 && spreadBps <= 125, `${lie} made it ${spreadBps}`);
      assert.deepEqual(await refusal(quoting(api, { amount: '12' })), [422, 'NO_OFFER'], lie);
      seen.add(exchangeRate);
    }
    assert.ok(seen.size > 1, 'its word counts while it is near the others');
  });

  it('leaves no quote when it is one of two, instead of a wrong one', async () => {
    say({ coingecko: '100', kraken: '150' });
    stub.answers.set('coinbase', { status: 500 });
    assert.deepEqual(await refusal(quoting(api)), [503, 'RATE_UNAVAILABLE']);
  });
});

describe('a quote for a bridge without settlers', () => {
  const api = apiForEach(() => swapApi({ chains: testChains() }));

  it('is refused', async () => {
    assert.deepEqual(await refusal(quoting(api)), [422, 'SWAP_NOT_AVAILABLE']);
  });
});
