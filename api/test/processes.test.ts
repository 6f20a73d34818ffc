import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { ALICE, as, fund, postOrder, type TestApi, testApi } from './support/api.ts';
import { fakeChains } from './support/fake-chain.ts';

describe('two APIs over one database', () => {
  let one: TestApi;
  let other: TestApi;
  const LIMITS = { orders: { maxOpen: 3 } };
  beforeEach(async () => {
    const chains = fakeChains();
    one = await testApi({ chains, api: LIMITS });
    other = await testApi({ chains, api: LIMITS, databasePath: one.databasePath });
    fund(one, 'ethereum', 100);
  });
  afterEach(async () => {
    await one.close();
    await other.close();
  });
  const ORDER = { from: 'ETH', to: 'polygon', amount: '1', fromAddress: `0x${'b0'.repeat(20)}` };

  it('share idempotency keys: one order, and one answer from both', async () => {
    const key = { 'idempotency-key': 'shared' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => postOrder(n % 2 ? one : other, ALICE, ORDER, key)),
    );
    const created = answers.filter(({ statusCode }) => statusCode === 201);
    assert.ok(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409));
    assert.equal(new Set(created.map(({ body }) => body)).size, 1);
    const replayed = await postOrder(other, ALICE, ORDER, key);
    assert.equal(replayed.body, created[0]?.body);
    assert.equal((await one.storage.orders.list({}, null, 10)).items.length, 1);
  });

  it('count a caller’s open orders together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => postOrder(n % 2 ? one : other, ALICE, ORDER)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    assert.deepEqual(statuses, [201, 201, 201, 429, 429, 429, 429, 429]);
  });

  it('stream what the other one did', async () => {
    const { orderId } = (await postOrder(one, ALICE, ORDER)).json();
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = other.app.server.address() as AddressInfo;
    const controller = new AbortController();
    const url = `http://127.0.0.1:${port}/api/v1/orders/${orderId}/events`;
    const response = await fetch(url, { signal: controller.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const cancelled = await one.app.inject({
      method: 'POST',
      url: `/api/v1/orders/${orderId}/cancel`,
      headers: as(ALICE),
    });
    assert.equal(cancelled.statusCode, 200);
    let text = '';
    while (!text.includes('event: order.expired')) text += new TextDecoder().decode((await reader.read()).value);
    controller.abort();
  });
});
