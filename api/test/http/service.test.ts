import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as nextLook } from 'node:timers/promises';
import type { Difference } from '@causeway/chains';
import { ok } from '@causeway/protocol';
import { columns } from '@causeway/storage/test-support/columns';
import { orderStorage } from '../../src/areas/orders/rules/order-storage.ts';
import type { OrderStorage } from '../../src/areas/orders/rules/orders.ts';
import { ALICE, as, fund, postOrder, type TestApi, testApi } from '../support/api.ts';
import { testChains } from '../support/chains.ts';

/** Pause between two checks of a condition, milliseconds. */
const LOOK_MS = 25;

/** Holds the lists of orders of `api`: `asked` resolves when one is asked for, and `go` lets it be answered. */
function holdLists({ storage }: TestApi): { readonly asked: Promise<void>; readonly go: () => void } {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const orders = orderStorage(storage) as { list: OrderStorage['list'] };
  const { list } = orders;
  orders.list = async (...args) => {
    asked.resolve();
    await held.promise;
    return list(...args);
  };
  return { asked: asked.promise, go: held.resolve };
}

describe('the state of the service', () => {
  let api: TestApi;
  afterEach(() => api.close());
  const ask = (url: string) => api.app.inject(url);
  const statuses = async () =>
    Promise.all(['/live', '/ready', '/health'].map(async (url) => (await ask(url)).statusCode));

  it('is live, ready and healthy', async () => {
    api = await testApi();
    assert.deepEqual(await statuses(), [200, 200, 200]);
    const { result } = (await ask('/health')).json();
    assert.equal(result.status, 'healthy');
    assert.deepEqual(columns(result.networks, 'status'), ['healthy', 'healthy', 'healthy']);
  });

  it('is degraded while a network is down, and stays live and ready', async () => {
    api = await testApi();
    api.polygon.endpoints = ['dead', 'dead', 'dead'];
    assert.deepEqual(await statuses(), [200, 200, 200]);
    const { result } = (await ask('/health')).json();
    assert.equal(result.status, 'degraded');
    assert.deepEqual(
      result.networks.filter(({ status }: { status: string }) => status === 'down'),
      [{ name: 'polygon', status: 'down' }],
    );
  });

  it('shows what differs from the deployment files, and is degraded unless the operator accepts exactly that', async () => {
    const difference: Difference = {
      ...{ chain: 'polygon', family: 'main', what: 'the code of the bridge' },
      ...{ expected: '0x01', found: '0x02', severity: 'refuse' },
    };
    const admin: Difference = { ...difference, what: 'admin', severity: 'show' };
    const { chain, family, what, found } = difference;
    const accepted = { chain, family, what, found };
    const chains = testChains();
    chains.polygon.compare = async () => ok({ found: {}, differences: [difference, admin] });
    const shownBy = async (acceptDeviations: readonly object[]) => {
      api = await testApi({ api: { acceptDeviations }, chains });
      const { result } = (await ask('/health')).json();
      const severities = result.differences.map((one: { what: string; severity: string }) => [one.what, one.severity]);
      return [result.status, Object.fromEntries(severities)];
    };
    assert.deepEqual(await shownBy([accepted]), ['healthy', { [what]: 'accepted', admin: 'show' }]);
    await api.close();
    await assert.rejects(
      shownBy([{ ...accepted, found: '0x03' }]),
      /chains\.polygon: .*the code of the bridge is 0x02/,
    );
    await assert.rejects(shownBy([]), /chains\.polygon/);
    api = await testApi();
  });

  it('asks no chain to be live and ready', async () => {
    api = await testApi();
    const chains = [api.ethereum, api.polygon, api.arbitrum];
    // The start compares the deployments with them.
    for (const { reads } of chains) reads.clear();
    await ask('/live');
    await ask('/ready');
    assert.deepEqual(
      chains.flatMap(({ reads }) => [...reads]),
      [],
    );
  });

  it('is live but not ready while the storage cannot be read', async () => {
    api = await testApi();
    api.storage.events.latest = () => Promise.reject(new Error('disk'));
    assert.deepEqual(await statuses(), [200, 503, 503]);
    assert.equal((await ask('/ready')).json().errorCode, 'STORAGE_UNAVAILABLE');
  });

  it('refuses requests with Retry-After while overloaded, and stays live', async () => {
    api = await testApi({ api: { overload: { maxHeapMegabytes: 1 } } });
    const refused = async () => {
      const answer = await ask('/api/v1/networks');
      return answer.statusCode === 503 ? answer : undefined;
    };
    // The library measures once a second, so the first requests pass.
    let answer = await refused();
    while (answer === undefined) {
      await nextLook(LOOK_MS);
      answer = await refused();
    }
    assert.equal(answer.json().errorCode, 'SERVICE_UNAVAILABLE');
    assert.equal(answer.headers['retry-after'], '2');
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.equal((await ask('/live')).statusCode, 200);
    assert.equal((await ask('/ready')).statusCode, 503);
  }).timeout(20_000);
});

describe('the end of the service', () => {
  it('lets requests under way end and a stream finish, and takes no new ones as ready', async () => {
    const api = await testApi();
    fund(api, 'ethereum', 100);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    const { orderId } = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' })).json();
    const stream = await fetch(`${base}/api/v1/orders/${orderId}/events`);
    const unused = connect(port, '127.0.0.1');
    await new Promise((resolve) => unused.once('connect', resolve));
    const cut = new Promise((resolve) => unused.once('close', resolve));
    unused.on('error', () => {});

    const { asked, go } = holdLists(api);
    const slow = fetch(`${base}/api/v1/orders`, { headers: as(ALICE) });
    await asked;

    const closing = api.close();
    assert.match(await stream.text(), /\n\n$/, 'the stream ends after a whole event');
    await cut;
    assert.equal((await api.app.inject('/ready').catch(() => ({ statusCode: 503 }))).statusCode, 503);
    go();
    const answer = await slow;
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('connection'), 'close', 'the connection ends with its answer');
    assert.equal(((await answer.json()) as { resultsCount: number }).resultsCount, 1);
    await closing;
  });

  it('cuts requests that take longer than the time for it', async () => {
    const api = await testApi({ api: { shutdownMs: 50 } });
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const { asked, go } = holdLists(api);
    const slow = fetch(`http://127.0.0.1:${port}/api/v1/orders`, { headers: as(ALICE) });
    const broken = assert.rejects(slow);
    await asked;
    await api.close();
    await broken;
    go();
  });
});
