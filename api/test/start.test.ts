import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Causeway } from '@causeway/client';
import { loadConfig } from '@causeway/config';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { AREAS } from '../src/app.ts';
import type { Area } from '../src/area.ts';
import { apiConfig } from '../src/config.ts';
import { type RunningApi, startApi } from '../src/start.ts';
import { testChains } from './support/chains.ts';
import { ALICE, ALICE_ID, settlePeople } from './support/people.ts';

const DESTINATION = '0x9858effd232b4033e47d90003d41ec34ecaeda94';

describe('causeway api', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-api-start-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** Processes of a test, which end with the test. */
  const running: { stop(): Promise<void> }[] = [];
  const start = async (...args: Parameters<typeof startApi>): Promise<RunningApi> => {
    const api = await startApi(...args);
    running.push(api);
    return api;
  };
  const open = async (database: string): Promise<PlatformStorage> => {
    await settlePeople({ open: openPlatformStorage, database, people: [{ name: 'alice' }], folder: directory });
    const storage = await openPlatformStorage(database);
    running.push({ stop: () => storage.close() });
    return storage;
  };
  afterEach(async () => {
    for (const { stop } of running.splice(0).reverse()) await stop();
  });

  const OFF = '{ enabled: false }';
  const configure = (api = '') => {
    const path = join(directory, 'causeway.yaml');
    const sources = `{ coingecko: ${OFF}, coinbase: ${OFF}, kraken: ${OFF}, pyth: ${OFF} }`;
    const text = `database: api.db\nchains: {}\napi:\n  port: 0\n  logLevel: silent\n  rates: { sources: ${sources} }\n${api}`;
    writeFileSync(path, text);
    return loadConfig(path, apiConfig);
  };

  it('refuses configurations that cannot work, and names the change to make', async () => {
    const chains = testChains().registry;
    const homeless = configure('  homes: { DOGE: ethereum }\n');
    await assert.rejects(start(homeless, { chains }), /api\.homes: no asset doge/);
    assert.throws(() => configure('  prot: 1\n'), /api: Unrecognized key: "prot"/);
    assert.throws(
      () => configure('  callers: [{ avatarId: alice, token: { env: TOKEN } }]\n'),
      /api\.callers: callers come .*\/api\/avatar\/register .*\/api\/Wallet/,
    );
    assert.throws(() => configure('  orders: { expiresInMinutes: 0 }\n'), /api\.orders\.expiresInMinutes/);
  });

  it('reports a taken port, and leaves nothing open', async () => {
    const chains = testChains().registry;
    const first = await start(configure(), { chains });
    const config = configure();
    const taken = { ...config, api: { ...config.api, port: Number(new URL(first.url).port) } };
    await assert.rejects(start(taken, { chains }), /^ConfigError: api\.port: .*EADDRINUSE/);
    await first.stop();
    running.splice(0);
    await start(taken, { chains });
  });

  it('closes everything when an area cannot start', async () => {
    const closed: string[] = [];
    const area = (name: string, more: Partial<Area> = {}): Area => ({
      name,
      tag: { name, description: name },
      errors: {},
      access: {},
      open: () => name,
      register() {},
      async close() {
        closed.push(name);
      },
      ...more,
    });
    const broken = area('broken', { start: () => Promise.reject(new Error('no lease')) });
    const areas = [...AREAS, area('whole'), broken];
    await assert.rejects(start(configure(), { chains: testChains().registry, areas }), /no lease/);
    assert.deepEqual(closed, ['whole', 'broken']);
  });

  it('ends soon although a connection never sends a request', async function () {
    this.timeout(120_000);
    const api = await start(configure(), { chains: testChains().registry });
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await api.stop();
    running.splice(0);
    await closed;
  });

  it('continues the work of an earlier process: keys in flight, and locks', async () => {
    const path = join(directory, 'left.db');
    const before = await open(path);
    assert.equal(await before.idempotency.begin(`avatar:${ALICE_ID}`, 'createOrder', 'k', 'hash'), 'new');
    await before.close();
    running.splice(0);
    const storage = await open(path);
    const api = await start(configure(), { chains: testChains().registry, storage });
    const client = new Causeway({ baseUrl: api.url, apiKey: ALICE });
    const order = await client.orders.create(
      { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: DESTINATION },
      'k',
    );
    assert.equal(order.status, 'created');
  });
});
