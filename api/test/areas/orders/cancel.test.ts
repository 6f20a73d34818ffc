import { strict as assert } from 'node:assert';
import { ALICE, as, BOB, fund, postOrder, type TestApi, testApi } from '../../support/api.ts';

describe('POST /api/v1/orders/{id}/cancel', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await testApi();
    fund(api, 'ethereum', 100);
  });
  afterEach(() => api.close());

  const custodial = async (): Promise<string> =>
    (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' })).json().orderId;
  const cancel = (id: string, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'POST', url: `/api/v1/orders/${id}/cancel`, headers: { ...as(ALICE), ...headers } });
  const selfCustody = async (): Promise<string> => {
    const body = { from: 'ETH', to: 'polygon', amount: '1', fromAddress: `0x${'b0'.repeat(20)}` };
    return (await postOrder(api, ALICE, body)).json().orderId;
  };

  it('ends an order before its lock', async () => {
    const id = await selfCustody();
    const answer = await cancel(id, { 'content-type': 'application/json' });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual([answer.json().result.status, answer.json().result.failureCode], ['expired', 'CANCELLED']);
  });

  it('is 409 from the lock on', async () => {
    const id = await custodial();
    await api.orders.locks.round();
    await api.storage.orders.transition(id, 'lockSeen', { messageId: `0x${'77'.repeat(32)}`, lockBlock: 5 });
    const answer = await cancel(id);
    assert.deepEqual(
      [answer.statusCode, answer.json().errorCode, answer.json().orderStatus],
      [409, 'ORDER_NOT_CANCELLABLE', 'locked'],
    );
  });

  it('is 409 while the lock is being sent', async () => {
    const id = await custodial();
    await api.orders.locks.round();
    assert.equal((await cancel(id)).statusCode, 409);
  });

  it('is 412 when If-Match names another version', async () => {
    const id = await selfCustody();
    assert.equal((await cancel(id, { 'if-match': '"7"' })).json().errorCode, 'VERSION_MISMATCH');
    assert.equal((await cancel(id, { 'if-match': 'W/"1"' })).statusCode, 412, 'a weak tag never matches');
    assert.equal((await cancel(id, { 'if-match': '"9", "1"' })).statusCode, 200);
    assert.equal((await cancel(await selfCustody(), { 'if-match': '*' })).statusCode, 200, 'any version');
  });

  it('compares all versions of If-Match when it ends the order, which may have changed meanwhile', async () => {
    const id = await selfCustody();
    const { get: read } = api.storage.orders;
    Object.assign(api.storage.orders, {
      get: async (orderId: string) => {
        Object.assign(api.storage.orders, { get: read });
        const order = await read(orderId);
        await api.storage.orders.update(id, { signatures: 1 });
        return order;
      },
    });
    const answer = await cancel(id, { 'if-match': '"1", "2"' });
    assert.equal(answer.statusCode, 200, answer.body);
  });

  it('is allowed only to the orderer', async () => {
    const id = await selfCustody();
    assert.equal((await cancel(id, as(BOB))).statusCode, 403);
    assert.equal((await api.app.inject({ method: 'POST', url: `/api/v1/orders/${id}/cancel` })).statusCode, 401);
  });
});
