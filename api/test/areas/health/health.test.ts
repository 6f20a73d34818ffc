import { strict as assert } from 'node:assert';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestApi, testApi } from '../../support/api.ts';
import { ask } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

interface Check {
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly latencyMs: number | null;
}

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
      ...(url !== undefined && { databasePath: url }),
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
