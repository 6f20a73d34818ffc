import { strict as assert } from 'node:assert';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clockAt } from '@causeway/runtime/test-support';
import { type TestApi, testApi } from '../../support/api.ts';
import { ask } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { PriceStub, type StubAnswer, type StubSource } from '../../support/price-stub.ts';

interface Check {
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly latencyMs: number | null;
}

describe('the health of price sources', () => {
  it('is down where a source is slow, refuses, answers nonsense or breaks off, and healthy where it has a price', async () => {
    const stub = new PriceStub(clockAt(() => api.clock.nowMs));
    const sources = await stub.start();
    const api = await testApi({ api: { rates: { sources, timeoutMs: 2_000, cacheMs: 0 } } });
    const health = async (): Promise<Readonly<Record<string, string>>> => {
      const { result } = await ask(api, '/api/provider/health');
      const prices: readonly Check[] = result.filter(({ kind }: Check) => kind === 'price');
      for (const { status, latencyMs } of prices) assert.equal(latencyMs === null, status === 'down');
      api.clock.nowMs += 60_000;
      return Object.fromEntries(prices.map(({ name, status }) => [name, status]));
    };
    const answer = (coingecko: StubAnswer, coinbase: StubAnswer, kraken: StubAnswer, pyth: StubAnswer): void => {
      for (const [name, one] of Object.entries({ coingecko, coinbase, kraken, pyth })) {
        stub.answers.set(name as StubSource, one);
      }
    };
    const states = (coingecko: string, coinbase: string, kraken: string, pyth: string) => ({
      ...{ 'price/coingecko': coingecko, 'price/coinbase': coinbase, 'price/kraken': kraken, 'price/pyth': pyth },
    });
    answer({ price: '3000' }, { price: '3001' }, { price: '3002' }, { price: '2999' });
    assert.deepEqual(await health(), states('healthy', 'healthy', 'healthy', 'healthy'));
    answer({ price: '3000' }, 'silent', { status: 500 }, { body: '{"parsed":[]}' });
    assert.deepEqual(await health(), states('healthy', 'down', 'down', 'down'));
    answer('stalls', { price: '3001' }, 'breaks', 'endless');
    assert.deepEqual(await health(), states('down', 'healthy', 'down', 'down'));
    answer({ price: '3000' }, { price: '3001' }, { price: '3002' }, { price: '2999' });
    assert.deepEqual(await health(), states('healthy', 'healthy', 'healthy', 'healthy'));
    await api.close();
    await stub.stop();
  }).timeout(20_000);
});

onEngines('GET /api/provider/health', (database) => {
  let api: TestApi;
  let server: Server;
  let relayerStatus = 200;
  before(async () => {
    server = createServer((_request, response) => void response.writeHead(relayerStatus).end('{}'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const url = database();
    const at = (name: string, secret: string) => ({ name, url: `http://127.0.0.1:${port}/health?key=${secret}` });
    api = await testApi({
      databasePath: url,
      api: {
        health: {
          relayers: [at('relayer', 'secret-of-relayer')],
          signers: [at('signer-1', 'secret-of-signer'), { name: 'signer-2', url: 'http://127.0.0.1:9/health' }],
        },
      },
    });
  });
  after(async () => {
    await api.close();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    relayerStatus = 200;
    api.clock.nowMs += 60_000;
  });

  const checks = async (): Promise<ReadonlyMap<string, Check>> => {
    const { status, result, body } = await ask(api, '/api/provider/health');
    assert.equal(status, 200, body);
    assert.doesNotMatch(body, /http|secret|127\.0\.0\.1/, 'no URL');
    return new Map(result.map((check: Check) => [check.name, check]));
  };

  it('tells the state of storage, holon providers, chains with their endpoints, relayers and signers', async () => {
    const found = await checks();
    const states = [...found.values()].map(({ name, kind, status }) => [name, `${kind} ${status}`]);
    const { ethereum, ...rest } = Object.fromEntries(
      states.map(([name = '', state]) => [name.split('/')[1] ?? name, state]),
    );
    assert.equal(ethereum, 'chain healthy');
    assert.deepEqual(
      [rest.database, rest.relayer, rest['signer-1'], rest['signer-2']],
      ['storage healthy', 'relayer healthy', 'signer healthy', 'signer down'],
    );
    assert.ok(found.has('holons/database'));
    assert.ok(found.has('chain/ethereum/endpoint-1'));
    for (const { status, latencyMs } of found.values()) assert.equal(latencyMs === null, status === 'down');
  });

  it('asks once for all callers of five seconds', async () => {
    await checks();
    relayerStatus = 503;
    assert.equal((await checks()).get('relayer')?.status, 'healthy');
    api.clock.nowMs += 5_000;
    assert.equal((await checks()).get('relayer')?.status, 'degraded');
  });

  it('keeps every change of a state, and the state every five minutes', async () => {
    const history = async (query = '') => {
      const { result, body } = await ask(api, `/api/provider/health/history?name=signer-1${query}`);
      return { states: result.map(({ status }: Check) => status), nextCursor: JSON.parse(body).nextCursor };
    };
    const before = (await history()).states.length;
    for (const status of [200, 200, 503, 503, 200]) {
      relayerStatus = status;
      api.clock.nowMs += 10_000;
      await checks();
    }
    const { states } = await history();
    assert.deepEqual(states.slice(0, 2), ['healthy', 'degraded']);
    assert.ok(states.length - before <= 3, 'what does not change is not kept again');
    api.clock.nowMs += 300_000;
    await checks();
    assert.equal((await history()).states.length, states.length + 1);
    const first = await history('&limit=1');
    assert.deepEqual((await history(`&limit=1&cursor=${first.nextCursor}`)).states, states.slice(0, 1));
    await api.storage.health.prune(api.clock.nowMs);
    assert.deepEqual((await history()).states, ['healthy']);
  });
});
