import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { ALICE, apiForEach, jsonOf, postOrder } from '../../../support/api.ts';
import { gate, interrupt } from '../../../support/chains.ts';
import { type CustodyMember, custodyMember, NEVER_MS } from '../../../support/custody.ts';

describe('locks from custodial wallets, by several processes on one database', function () {
  this.timeout(30_000);
  const api = apiForEach({ coins: 100 });
  let one: CustodyMember;
  let other: CustodyMember;

  beforeEach(async () => {
    // The process that accepts the orders locks none of them.
    Object.assign(api.orders.locks, { enqueue: async () => {}, round: async () => {} });
    one = custodyMember(api);
    other = custodyMember(api);
    await one.custody.start(NEVER_MS);
    await other.custody.start(NEVER_MS);
  });
  afterEach(() => Promise.all([one, other].map(({ custody }) => custody.stop())));

  const create = async (): Promise<string> =>
    (await jsonOf(postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' }), 201)).orderId;
  const state = async (id: string) => (await api.storage.orders.get(id))?.state;

  it('are sent only by the holder of the lease, also for orders that another process accepted', async () => {
    assert.deepEqual([one.custody.active, other.custody.active], [true, false]);
    const ids = await Promise.all([create(), create(), create()]);
    await other.custody.round();
    assert.deepEqual(await Promise.all(ids.map(state)), ['created', 'created', 'created']);
    await one.custody.round();
    assert.deepEqual(await Promise.all(ids.map(state)), ['locking', 'locking', 'locking']);
    assert.deepEqual(columns(api.ethereum.broadcasts, 'sequence').sort(), [0, 1, 2]);
  });

  it('are taken over from a process that ended, with its open locks', async () => {
    const id = await create();
    await one.custody.stop();
    await other.askForLease();
    assert.ok(other.custody.active);
    await other.custody.round();
    assert.equal(await state(id), 'locking');
  });

  it('are sent once when a stopped process resumes after another took over', async () => {
    const first = await create();
    const { pass, reached, open } = gate();
    interrupt(api.ethereum, 'prepareSend', pass);
    const round = one.custody.round();
    await reached;
    api.clock.nowMs += 6_001;
    await other.askForLease();
    assert.ok(other.custody.active);
    await other.custody.round();
    assert.equal(await state(first), 'locking');
    open();
    await round;
    assert.equal(one.custody.active, false, 'it learned that the lease has passed on');
    assert.equal((await api.storage.submissions.forOrder(first)).length, 1);
    assert.equal(new Set(columns(api.ethereum.broadcasts, 'raw')).size, 1);
  });
});
