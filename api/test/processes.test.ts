import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { columns } from '@causeway/storage/test-support/columns';
import { encodeCursor } from '../src/http/requests/cursor.ts';
import { as, fund, idOf, keyOf, postOrder, type TestApi, testApi } from './support/api.ts';
import { testChains } from './support/chains.ts';
import { onEngines } from './support/engines.ts';

const ADDRESS = `0x${'b0'.repeat(20)}`;

onEngines('two APIs over one database', (database) => {
  let tests = 0;
  let one: TestApi;
  let other: TestApi;
  /** The caller of each test, so that tests can share a database. */
  let name: string;
  let key: string;
  beforeEach(async () => {
    const chains = testChains();
    tests += 1;
    name = `alice-${tests}`;
    key = keyOf(name);
    const options = { chains, api: { orders: { maxOpen: 3 } }, people: [{ name, wallets: [7] }] };
    one = await testApi({ ...options, database });
    other = await testApi({ ...options, databasePath: one.databasePath });
    fund(one, 'ethereum', 100);
  });
  afterEach(async () => {
    await one.close();
    await other.close();
  });
  const ORDER = { from: 'ETH', to: 'polygon', amount: '1', fromAddress: ADDRESS, destinationAddress: ADDRESS };

  it('share idempotency keys: one order, and one answer from both', async () => {
    const once = { 'idempotency-key': 'shared' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => postOrder(n % 2 ? one : other, key, ORDER, once)),
    );
    const created = answers.filter(({ statusCode }) => statusCode === 201);
    assert.ok(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409));
    assert.equal(new Set(columns(created, 'body')).size, 1);
    const replayed = await postOrder(other, key, ORDER, once);
    assert.equal(replayed.body, created[0]?.body);
    assert.equal((await one.storage.orders.list({ avatarId: idOf(name) }, null, 10)).items.length, 1);
  });

  it('count a caller’s open orders together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => postOrder(n % 2 ? one : other, key, ORDER)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    assert.deepEqual(statuses, [201, 201, 201, 429, 429, 429, 429, 429]);
  });

  it('count the orders of a wallet together, so that its balance is promised once', async () => {
    const custodial = { from: 'ETH', to: 'polygon', amount: '40', destinationAddress: ADDRESS };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => postOrder(n % 2 ? one : other, key, custodial)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    assert.deepEqual(statuses, [201, 201, 422, 422, 422, 422, 422, 422]);
  });

  it('count requests together where processes share the database, each for itself otherwise', async () => {
    const limited = { api: { rateLimits: { perMinute: 4 } }, databasePath: one.databasePath };
    const first = await testApi(limited);
    const second = await testApi(limited);
    const statuses: number[] = [];
    for (const api of [first, second, first, second, first, second]) {
      statuses.push((await api.app.inject({ url: '/api/v1/orders', headers: as(key) })).statusCode);
    }
    const last = database() === undefined ? 200 : 429;
    assert.deepEqual(statuses, [200, 200, 200, 200, last, last]);
    await first.close();
    await second.close();
  });

  it('refuse or ignore a forged cursor, whatever its key', async () => {
    for (const sortKey of ['', '\0', '\ud800', "';", 'z'.repeat(300), '\u{10ffff}']) {
      const cursor = encodeCursor({ operation: 'listOrders', filter: { avatarId: idOf(name) } }, sortKey);
      const answer = await one.app.inject({ url: `/api/v1/orders?cursor=${cursor}`, headers: as(key) });
      assert.ok([200, 400].includes(answer.statusCode), `${JSON.stringify(sortKey)}: ${answer.body}`);
    }
  });

  it('stream what the other one did', async () => {
    const { orderId } = (await postOrder(one, key, ORDER)).json();
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = other.app.server.address() as AddressInfo;
    const controller = new AbortController();
    const url = `http://127.0.0.1:${port}/api/v1/orders/${orderId}/events`;
    const response = await fetch(url, { signal: controller.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const cancelled = await one.app.inject({
      method: 'POST',
      url: `/api/v1/orders/${orderId}/cancel`,
      headers: as(key),
    });
    assert.equal(cancelled.statusCode, 200);
    let text = '';
    while (!text.includes('event: order.expired')) text += new TextDecoder().decode((await reader.read()).value);
    controller.abort();
  });
});
