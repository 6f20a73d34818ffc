import { strict as assert } from 'node:assert';
import type { Causeway } from '@causeway/client';
import { apiForAll, testApi } from '../../support/api.ts';
import { limitTo, testChains } from '../../support/chains.ts';
import { clientOf } from '../../support/client.ts';

describe('GET /api/v1/routes', () => {
  const api = apiForAll();
  let market: Causeway['market'];
  before(async () => {
    market = clientOf(api).market;
  });

  it('lists each asset from its home to the other networks, and back', async () => {
    const routes = await market.routes();
    const words = routes.map(({ asset, fromChain, toChain }) => `${asset} ${fromChain} ${toChain}`);
    assert.deepEqual(words, [
      'ETH ethereum polygon',
      'ETH polygon ethereum',
      'ETH ethereum arbitrum',
      'ETH arbitrum ethereum',
      'POL polygon ethereum',
      'POL ethereum polygon',
      'POL polygon arbitrum',
      'POL arbitrum polygon',
      'ARB arbitrum ethereum',
      'ARB ethereum arbitrum',
      'ARB arbitrum polygon',
      'ARB polygon arbitrum',
    ]);
  });

  it('tells tokens, limits, fee and time, which are those of a quote', async () => {
    const [route] = await market.routes({ asset: 'eth', fromChain: 'Ethereum', toChain: 'polygon' });
    assert.ok(route);
    const { address } = api.networks[1]?.deployment.bridges.main?.remotes.ethereum?.token ?? {};
    assert.deepEqual(route, {
      asset: 'ETH',
      fromChain: 'ethereum',
      toChain: 'polygon',
      operation: 'lockTokens',
      fromToken: { symbol: 'ETH', name: 'Ether', decimals: 18, address: null },
      toToken: { symbol: route.toToken.symbol, name: route.toToken.name, decimals: 18, address },
      decimals: 9,
      minAmount: '0.001',
      maxAmount: '1000',
      fee: '0',
      feeToken: 'ETH',
      expectedSeconds: route.expectedSeconds,
      delayAbove: null,
      open: true,
      reason: null,
    });
    const quote = await market.quote({ from: 'ETH', to: 'polygon', amount: route.maxAmount ?? '' });
    assert.deepEqual(
      [quote.fee, quote.feeToken, quote.expectedSeconds, quote.toToken],
      [route.fee, route.feeToken, route.expectedSeconds, route.toToken.symbol],
    );
    await assert.rejects(market.quote({ from: 'ETH', to: 'polygon', amount: '1000.000000001' }), {
      code: 'AMOUNT_TOO_LARGE',
    });
  });

  it('says why a route takes no orders, as an order would be refused', async () => {
    api.clock.nowMs += 60_000;
    api.ethereum.settings.outboundPaused = true;
    api.polygon.endpoints = ['dead', 'dead', 'dead'];
    try {
      const [paused] = await market.routes({ asset: 'ETH', fromChain: 'ethereum', toChain: 'arbitrum' });
      assert.deepEqual([paused?.open, paused?.reason?.errorCode], [false, 'BRIDGE_PAUSED']);
      const [unread] = await market.routes({ asset: 'POL', fromChain: 'polygon', toChain: 'ethereum' });
      assert.deepEqual(
        [unread?.open, unread?.reason?.errorCode, unread?.maxAmount, unread?.fee, unread?.expectedSeconds],
        [false, 'CHAIN_UNAVAILABLE', null, null, null],
      );
    } finally {
      api.ethereum.settings.outboundPaused = false;
      api.polygon.endpoints = ['honest', 'honest', 'honest'];
      api.clock.nowMs += 60_000;
    }
  });

  it('reads a route once in ten seconds, for any number of callers', async () => {
    api.clock.nowMs += 60_000;
    const reads = () => api.arbitrum.reads.get('limits') ?? 0;
    const before = reads();
    await Promise.all(Array.from({ length: 20 }, () => market.routes({ fromChain: 'arbitrum' })));
    const once = reads() - before;
    limitTo(api.arbitrum, 1_000_000n, 5_000_000_000n);
    api.clock.nowMs += 9_999;
    assert.equal((await market.routes({ asset: 'ARB', fromChain: 'arbitrum' }))[0]?.maxAmount, '1000');
    assert.equal(reads() - before, once);
    api.clock.nowMs += 1;
    assert.equal((await market.routes({ asset: 'ARB', fromChain: 'arbitrum' }))[0]?.maxAmount, '5');
  });

  for (const [query, code, near] of [
    [{ asset: 'POLL' }, 'ASSET_UNKNOWN', /did you mean POL\?/],
    [{ fromChain: 'polygn' }, 'CHAIN_UNKNOWN', /did you mean polygon\?/],
    [{ toChain: 'mars' }, 'CHAIN_UNKNOWN', /^mars is no network here$/],
  ] as const) {
    it(`refuses ${JSON.stringify(query)} with ${code}`, () =>
      assert.rejects(market.routes(query), (error: { code: string; message: string }) => {
        assert.equal(error.code, code);
        assert.match(error.message, near);
        return true;
      }));
  }
});

describe('a route that is not open', () => {
  it('is listed with the reason, and an order on it is refused with the open routes of its asset', async () => {
    const api = await testApi({ chains: testChains({ closed: 'polygon ethereum' }) });
    try {
      const { market } = clientOf(api);
      const [closed] = await market.routes({ asset: 'ETH', toChain: 'polygon' });
      assert.deepEqual([closed?.open, closed?.reason?.errorCode], [false, 'ROUTE_NOT_OPEN']);
      await assert.rejects(market.quote({ from: 'ETH', to: 'polygon', amount: '1' }), {
        code: 'ROUTE_NOT_OPEN',
        message: 'ETH cannot move from ethereum to polygon; from there it moves to arbitrum',
      });
      const refused = await api.app.inject('/api/v1/quote?from=ETH&to=polygon&amount=1');
      assert.deepEqual(refused.json().open, [
        { from: 'ETH@ethereum', to: 'arbitrum' },
        { from: 'cwETH@arbitrum', to: 'ethereum' },
      ]);
    } finally {
      await api.close();
    }
  });
});
