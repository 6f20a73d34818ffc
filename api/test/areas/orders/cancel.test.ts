import { strict as assert } from 'node:assert';
import type { Causeway } from '@causeway/client';
import { orderStorage } from '../../../src/areas/orders/rules/order-storage.ts';
import { ALICE, apiForEach, as, BOB, fund } from '../../support/api.ts';
import { clientOf, refusalOf } from '../../support/client.ts';

describe('POST /api/v1/orders/{id}/cancel', () => {
  const api = apiForEach();
  let alice: Causeway;
  beforeEach(async () => {
    alice = clientOf(api, ALICE);
    fund(api, 'ethereum', 100);
  });

  const custodial = async (): Promise<string> =>
    (await alice.orders.create({ from: 'ETH', to: 'polygon', amount: '1' })).orderId;
  /** Cancels with headers of its own. */
  const cancel = (id: string, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'POST', url: `/api/v1/orders/${id}/cancel`, headers: { ...as(ALICE), ...headers } });
  const selfCustody = async (): Promise<string> => {
    const body = { from: 'ETH', to: 'polygon', amount: '1', fromAddress: `0x${'b0'.repeat(20)}` };
    return (await alice.orders.create(body)).orderId;
  };

  it('ends an order before its lock', async () => {
    const id = await selfCustody();
    const { status, failureCode } = await alice.orders.cancel(id);
    assert.deepEqual([status, failureCode], ['expired', 'CANCELLED']);
  });

  it('takes an empty body that says it is JSON', async () => {
    const answer = await cancel(await selfCustody(), { 'content-type': 'application/json' });
    assert.equal(answer.statusCode, 200, answer.body);
  });

  it('is 409 from the lock on', async () => {
    const id = await custodial();
    await api.orders.locks.round();
    await api.storage.orders.transition(id, 'lockSeen', { messageId: `0x${'77'.repeat(32)}`, lockBlock: 5 });
    await assert.rejects(alice.orders.cancel(id), ({ status, code, problem }) => {
      assert.deepEqual([status, code, problem.orderStatus], [409, 'ORDER_NOT_CANCELLABLE', 'locked']);
      return true;
    });
  });

  it('is 409 while the lock is being sent', async () => {
    const id = await custodial();
    await api.orders.locks.round();
    assert.deepEqual(await refusalOf(alice.orders.cancel(id)), [409, 'ORDER_NOT_CANCELLABLE']);
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
    const { get: read } = orderStorage(api.storage);
    Object.assign(orderStorage(api.storage), {
      get: async (orderId: string) => {
        Object.assign(orderStorage(api.storage), { get: read });
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
    assert.deepEqual(await refusalOf(clientOf(api, BOB).orders.cancel(id)), [403, 'FORBIDDEN']);
    assert.deepEqual(await refusalOf(clientOf(api).orders.cancel(id)), [401, 'UNAUTHENTICATED']);
  });
});
