import { strict as assert } from 'node:assert';
import type { Causeway } from '@causeway/client';
import { Catalogue } from '../../../src/bridge/catalogue.ts';
import { resolveRoute } from '../../../src/bridge/route.ts';
import { ALICE_ON_RADIX, apiForAll, testApi } from '../../support/api.ts';
import { radixChain, testChains } from '../../support/chains.ts';
import { clientOf } from '../../support/client.ts';

describe('GET /api/v1/networks', () => {
  const api = apiForAll();
  let market: Causeway['market'];
  before(async () => {
    market = clientOf(api).market;
  });

  it('lists every network with its live state', async () => {
    const result = await market.networks();
    assert.equal((await api.app.inject('/api/v1/networks')).json().resultsCount, 3);
    assert.equal(result.length, 3);
    const bridge = api.networks[0]?.deployment.bridges.main;
    assert.deepEqual(result[0], {
      name: 'ethereum',
      symbol: 'ETH',
      network: '31101',
      domain: 31_101,
      kind: 'evm',
      status: 'healthy',
      endpoints: { up: 3, configured: 3 },
      downSince: null,
      finality: {
        ...{ blocks: 32, rule: 'depth', blocksNow: 32, expectedSeconds: 64 },
        ...{ standsStill: false, exception: null },
      },
      bridgeAddress: bridge?.address,
      nativeAsset: { symbol: 'ETH', name: 'Ether', decimals: 18, address: null },
      feeToken: 'ETH',
      latestBlock: 1,
      dappDefinition: null,
    });
  });

  it('shows the account with which the service presents itself, also in the file that wallets read', async () => {
    const dappDefinitions = { radix: ALICE_ON_RADIX };
    const other = await testApi({ chains: testChains({ more: [radixChain()] }), api: { dappDefinitions } });
    const accounts = (await clientOf(other).market.networks()).map(({ dappDefinition }) => dappDefinition);
    assert.deepEqual(accounts, [null, null, null, ALICE_ON_RADIX]);
    const file = (await other.app.inject('/.well-known/radix.json')).json();
    assert.deepEqual(file, { dApps: [{ dAppDefinitionAddress: ALICE_ON_RADIX }] });
    assert.deepEqual((await api.app.inject('/.well-known/radix.json')).json(), { dApps: [] });
    await other.close();
  });

  it('shows when some or all endpoints of a network are down', async () => {
    api.clock.nowMs += 60_000;
    api.ethereum.endpoints = ['honest', 'dead', 'honest'];
    api.polygon.endpoints = ['dead', 'dead', 'dead'];
    const [ethereum, polygon, arbitrum] = await market.networks();
    assert.deepEqual([ethereum?.status, polygon?.status, arbitrum?.status], ['degraded', 'down', 'healthy']);
    assert.deepEqual([polygon?.latestBlock, polygon?.finality.expectedSeconds], [null, null]);
    assert.deepEqual([ethereum?.endpoints, ethereum?.downSince], [{ up: 2, configured: 3 }, null]);
    const since = new Date(api.clock.nowMs).toISOString();
    assert.deepEqual([polygon?.endpoints, polygon?.downSince], [{ up: 0, configured: 3 }, since]);
    api.clock.nowMs += 60_000;
    assert.equal((await market.networks())[1]?.downSince, since);
    api.polygon.endpoints = ['dead', 'dead', 'honest'];
    api.clock.nowMs += 60_000;
    assert.deepEqual(
      (await market.networks()).map(({ downSince }) => downSince),
      [null, null, null],
    );
  });

  it('probes at most every two seconds', async () => {
    api.clock.nowMs += 60_000;
    const probes = () => api.arbitrum.reads.get('health') ?? 0;
    const before = probes();
    await Promise.all(Array.from({ length: 20 }, () => market.networks()));
    assert.equal(probes(), before + 1);
    api.clock.nowMs += 2_000;
    await market.networks();
    assert.equal(probes(), before + 2);
  });
});

describe('the catalogue', () => {
  it('needs a configured home for a symbol that several networks have', () => {
    const { networks } = testChains();
    const twins = networks.map((network) => ({
      ...network,
      deployment: structuredClone({
        ...network.deployment,
        bridges: Object.fromEntries(
          Object.entries(network.deployment.bridges).map(([family, bridge]) => [
            family,
            {
              ...bridge,
              canonicalAsset: { ...bridge.canonicalAsset, symbol: network.name === 'polygon' ? 'POL' : 'ETH' },
            },
          ]),
        ),
      }),
    }));
    const unclear = Catalogue.create(twins, {});
    assert.ok(!unclear.ok);
    assert.match(unclear.error.message, /api\.homes: ETH is on ethereum \(main\) and arbitrum \(main\)/);
    for (const alike of ['eth', 'ＥＴＨ', 'E\u200bTH']) {
      const asset = (twins[2] as (typeof twins)[number]).deployment.bridges.main?.canonicalAsset;
      Object.assign(asset as object, { symbol: alike });
      const refused = Catalogue.create(twins, {});
      assert.match(refused.ok ? '' : refused.error.message, /is on ethereum \(main\) and arbitrum \(main\)/, alike);
    }
    const clear = Catalogue.create(twins, { eth: 'Ethereum' });
    assert.ok(clear.ok);
    assert.equal(clear.value.asset('ETH')?.home.name, 'ethereum');
    const wrong = Catalogue.create(twins, { ETH: 'polygon' });
    assert.ok(!wrong.ok);
  });

  it('names an asset on a chain whose coin has its symbol only where it exists', () => {
    const { networks } = testChains();
    const alone = networks.map((network) => {
      const deployment = structuredClone(network.deployment);
      if (network.name === 'arbitrum') Object.assign(deployment.bridges.main as object, { remotes: {} });
      return { ...network, deployment };
    });
    for (const [given, bridged] of [
      [networks, 'cwETH@arbitrum'],
      [alone, undefined],
    ] as const) {
      const catalogue = Catalogue.create(given, {});
      const route = catalogue.ok && resolveRoute(catalogue.value, { word: 'eth@ARBITRUM' }, { word: 'ethereum' });
      assert(route && !route.ok);
      assert.deepEqual([route.error.code, route.error.facts?.bridged], ['NOT_BRIDGED', bridged]);
      assert.match(
        route.error.message,
        bridged ? /; cwETH@arbitrum is/ : /moves, and ethereum’s ETH does not exist there$/,
      );
    }
  });
});
