import assert from 'node:assert/strict';
import type { NewOrder, OrderRow } from '@causeway/storage';
import { onStorages } from '@causeway/storage/test-support/engines';
import { bytes32, DESTINATION, newOrder } from '@causeway/storage/test-support/rows';
import { orderStorage } from '../../../../src/areas/orders/rules/order-storage.ts';
import { fundsOf } from '../../../support/spends.ts';

onStorages('an OrderRepository with limits', (temporary) => {
  let made: number;
  beforeEach(async () => {
    made = 0;
  });

  const orders = () => orderStorage(temporary.storage);
  const create = (fields: Partial<NewOrder> = {}) =>
    orders().create(newOrder({ reference: bytes32(0x1001 + made++), ...fields }));

  it('creates no more open orders of an avatar than it may have, however many come at once', async () => {
    const within = async (avatarId: string | null) => {
      const order = newOrder({ reference: bytes32(0x1001 + made++), avatarId });
      const created = await orders().createWithin({ maxOpen: 3 }, order);
      return created.ok ? created.value : undefined;
    };
    const created = await Promise.all(Array.from({ length: 6 }, () => within('avatar-1')));
    assert.equal(created.filter((order) => order !== undefined).length, 3);
    assert.ok(await within('avatar-2'), 'each avatar has its own');
    for (let n = 0; n < 4; n++) assert.ok(await within(null), 'orders of nobody are not limited');
    await orders().transition((created.find(Boolean) as OrderRow).id, 'expired');
    assert.ok(await within('avatar-1'), 'an ended order makes room');
  });

  it('counts orders in no final state as open, for each avatar', async () => {
    for (const trigger of [[], ['lockSeen', 'executed'], ['expired']] as const) {
      const { id } = await create({ avatarId: 'avatar-1' });
      for (const one of trigger) assert.ok(await orders().transition(id, one));
    }
    await orders().transition((await create({ avatarId: 'avatar-1' })).id, 'lockSeen');
    const within = (maxOpen: number, avatarId: string) =>
      orders().createWithin({ maxOpen }, newOrder({ reference: bytes32(0x1001 + made++), avatarId }));
    assert.deepEqual(await within(2, 'avatar-1'), { ok: false, error: { code: 'TOO_MANY_OPEN' } });
    assert.ok((await within(3, 'avatar-1')).ok);
    assert.ok((await within(1, 'avatar-2')).ok);
  });

  it('finishes an idempotency key with the order, or writes neither', async () => {
    const { idempotency } = temporary.storage;
    const answer = (order: OrderRow) => ({ status: 201, body: order.id, headers: {} });
    const scope = { caller: 'c', route: 'r', key: 'k' };
    const place = () => orders().createWithin({ maxOpen: 9 }, newOrder(), { ...scope, answer });
    await assert.rejects(place(), /not in flight/);
    assert.equal((await orders().list({}, null, 10)).items.length, 0);
    await idempotency.begin('c', 'r', 'k', 'hash');
    const order = await place();
    assert.ok(order.ok);
    assert.deepEqual(await idempotency.begin('c', 'r', 'k', 'hash'), answer(order.value));
  });

  it('leaves the idempotency key of a refused creation in flight', async () => {
    const scope = { caller: 'c', route: 'r', key: 'k' };
    await temporary.storage.idempotency.begin('c', 'r', 'k', 'hash');
    const answer = () => ({ status: 201, body: '', headers: {} });
    const order = newOrder({ reference: bytes32(0x1001 + made++), avatarId: 'avatar-1' });
    assert.equal((await orders().createWithin({ maxOpen: 0 }, order, { ...scope, answer })).ok, false);
    assert.equal(await temporary.storage.idempotency.begin('c', 'r', 'k', 'hash'), 'inFlight');
  });

  it('lets a wallet owe exactly as much as it may, over orders whose lock the service has not sent', async () => {
    const sender = bytes32(0xaa);
    const service = { sender, custody: 'service' as const };
    const most = (1n << 128n) - 1n;
    await create({ ...service, wireAmount: most });
    const locking = await create({ ...service, wireAmount: most });
    await orders().transition(locking.id, 'lockReserved');
    await create({ ...service, wireAmount: 2n ** 53n + 1n });
    for (const other of [
      { ...service, custody: 'self' as const },
      { ...service, sender: bytes32(0xab) },
      { ...service, family: 'XRD' },
      { ...service, source: DESTINATION },
      { ...service, assetHome: DESTINATION },
    ]) {
      await create({ ...other, wireAmount: 1n });
    }
    for (const trigger of ['lockSeen', 'expired'] as const) {
      const { id } = await create({ ...service, wireAmount: 1n });
      await orders().transition(id, trigger);
    }
    const asOf = await temporary.storage.events.latest();
    const owed = 2n * most + 2n ** 53n + 1n;
    const within = (maxOwed: bigint) =>
      orders().createWithin(
        { maxOpen: 100, funds: fundsOf(sender, maxOwed, asOf) },
        newOrder({ reference: bytes32(0x1001 + made++), ...service, wireAmount: 7n }),
      );
    assert.deepEqual(await within(owed + 6n), { ok: false, error: { code: 'FUNDS_RESERVED', reserved: owed } });
    assert.ok((await within(owed + 7n)).ok);
    assert.deepEqual(await within(owed + 13n), { ok: false, error: { code: 'FUNDS_RESERVED', reserved: owed + 7n } });
  });

  it('counts an order whose lock was seen after the balance, and none whose lock was seen before or that expired', async () => {
    const service = { sender: bytes32(0xaa), custody: 'service' } as const;
    const owing = async (fields: Partial<NewOrder> = {}) =>
      orders().create(newOrder({ reference: bytes32(0x1001 + made++), ...service, wireAmount: 10n, ...fields }));
    const [before, after, expired, late] = [await owing(), await owing(), await owing(), await owing()];
    const foreign = await owing({ sender: bytes32(0xab) });
    await orders().transition(late.id, 'expired');
    await orders().transition(before.id, 'lockSeen', { messageId: bytes32(1) });
    const asOf = await temporary.storage.events.latest();
    await orders().transition(before.id, 'confirmationsStarted');
    await orders().transition(after.id, 'lockSeen', { messageId: bytes32(2) });
    await orders().transition(after.id, 'confirmationsStarted');
    await orders().transition(expired.id, 'expired');
    await orders().transition(late.id, 'lockSeen', { messageId: bytes32(3) });
    await orders().transition(foreign.id, 'lockSeen', { messageId: bytes32(4) });
    const next = newOrder({ reference: bytes32(0x1001 + made++), ...service, wireAmount: 10n });
    const refused = await orders().createWithin({ maxOpen: 100, funds: fundsOf(service.sender, 29n, asOf) }, next);
    assert.deepEqual(refused, { ok: false, error: { code: 'FUNDS_RESERVED', reserved: 20n } });
    const later = await temporary.storage.events.latest();
    assert.ok((await orders().createWithin({ maxOpen: 100, funds: fundsOf(service.sender, 10n, later) }, next)).ok);
  });

  it('lets a wallet owe no more than it may, however many orders come at once', async () => {
    const sender = bytes32(0xaa);
    const created = await Promise.all(
      Array.from({ length: 6 }, () =>
        orders().createWithin(
          { maxOpen: 100, funds: fundsOf(sender, 25n) },
          newOrder({ reference: bytes32(0x1001 + made++), sender, custody: 'service', wireAmount: 10n }),
        ),
      ),
    );
    assert.equal(created.filter(({ ok }) => ok).length, 2);
  });

  it('refuses funds of an asset that is not bridged', async () => {
    const order = newOrder({ reference: bytes32(0x1001 + made++), custody: 'service' });
    const funds = fundsOf(bytes32(0xaa), 1n);
    const limits = { maxOpen: 1, funds: { ...funds, holding: { ...funds.holding, bridged: null } } };
    await assert.rejects(orders().createWithin(limits, order), RangeError);
  });
});
