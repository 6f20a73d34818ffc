import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { orderStorage } from '../../../../src/areas/orders/rules/order-storage.ts';
import { wallets } from '../../../../src/areas/wallets/index.ts';
import { walletStorage } from '../../../../src/areas/wallets/rules/wallet-storage.ts';
import { ALICE_ADDRESS, ALICE_ID, type TestApi, testApi } from '../../../support/api.ts';
import { bytes32, locksWorld, refuseLocks } from './support.ts';

describe('locks from a custodial wallet after kill -9', () => {
  const world = locksWorld();
  const { create, state, reserved, distinct } = world;

  /** Starts another process over the same database and chains. The first one does nothing from then on. */
  const restart = async (): Promise<TestApi> => {
    const { ethereum, polygon, arbitrum, networks, registry, databasePath } = world.api;
    return testApi({ chains: { ethereum, polygon, arbitrum, networks, registry }, databasePath });
  };

  /** An order whose lock was not signed before its process ended. */
  const unsigned = async (): Promise<string> => {
    world.api.ethereum.failing('prepareSend');
    const id = await create();
    await world.api.orders.locks.round();
    world.api.ethereum.failures.clear();
    return id;
  };

  it('an order without a lock is locked once', async () => {
    const id = await unsigned();
    const next = await restart();
    await Promise.all([next.orders.locks.round(), next.orders.locks.round()]);
    await next.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
    assert.equal(distinct(), 1);
    await next.close();
  });

  it('every order without a lock is taken up, however many there are', async function takeUp() {
    this.timeout(20_000);
    world.api.ethereum.failing('prepareSend');
    const own = await state(await create());
    const orphan = { ...own, avatarId: 'avatar-without-a-wallet', sender: bytes32(1) };
    await Promise.all(
      Array.from({ length: 600 }, (_, n) => world.api.storage.orders.create({ ...orphan, reference: bytes32(n + 1) })),
    );
    const last = await create();
    world.api.ethereum.failures.clear();
    const next = await restart();
    await next.orders.locks.round();
    assert.equal((await state(last)).state, 'locking');
    assert.equal((await world.api.storage.orders.countByState()).expired, 600);
    await next.close();
  });

  it('a lock that was reserved but not sent is sent with the same bytes', async () => {
    world.api.ethereum.failing('broadcast');
    const id = await create();
    await world.api.orders.locks.round();
    const [before] = await reserved();
    world.api.ethereum.failures.clear();
    const next = await restart();
    await next.orders.locks.round();
    assert.deepEqual(columns(world.api.ethereum.broadcasts, 'raw'), [before?.versions[0]?.raw]);
    assert.equal((await state(id)).state, 'locking');
    assert.equal(world.api.ethereum.reads.get('prepareSend'), 1);
    await next.close();
  });

  it('a lock that was reserved but not sent keeps its sequence number, also before the first round', async () => {
    world.api.ethereum.failing('broadcast');
    const first = await create();
    await world.api.orders.locks.round();
    world.api.ethereum.failures.clear();
    // The chain counts what was sent, and forgets what only the killed process knew.
    world.api.ethereum.reorg(0);
    Object.assign(world.api.orders.locks, { enqueue: async () => {} });
    const next = await restart();
    const second = await state(await create());
    await next.orders.locks.enqueue(second);
    await next.orders.locks.round();
    assert.deepEqual(columns(await reserved(), 'sequence').sort(), [0, 1]);
    world.api.ethereum.mine(2);
    assert.deepEqual(
      world.api.ethereum.emitted().map(({ reference }) => reference),
      [(await state(first)).reference, second.reference],
    );
    await next.close();
  });

  it('a lock reserved for an order that is still created makes it locking before it is sent', async () => {
    const killed = { transitionPaid: () => Promise.reject(new Error('killed here')) };
    Object.assign(orderStorage(world.api.storage), killed);
    const id = await create();
    await world.api.orders.locks.round();
    const again = await restart();
    Object.assign(orderStorage(again.storage), killed);
    await again.orders.locks.round();
    await again.close();
    assert.deepEqual([(await reserved()).length, (await reserved())[0]?.state], [1, 'reserved'], 'signed once');
    assert.equal((await state(id)).state, 'created');
    world.api.ethereum.broadcast = new Proxy(world.api.ethereum.broadcast, {
      apply: async (send, self, args) => {
        assert.equal((await state(id)).state, 'locking');
        return Reflect.apply(send, self, args);
      },
    });
    const next = await restart();
    await next.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
    assert.equal(distinct(), 1);
    await next.close();
  });

  it('a lock reserved for an order that was cancelled meanwhile is never sent', async () => {
    const { transitionPaid } = orderStorage(world.api.storage);
    Object.assign(orderStorage(world.api.storage), { transitionPaid: () => Promise.reject(new Error('killed here')) });
    const id = await create();
    await world.api.orders.locks.round();
    Object.assign(orderStorage(world.api.storage), { transitionPaid });
    await world.api.storage.orders.transition(id, 'expired');
    const next = await restart();
    await next.orders.locks.round();
    assert.equal(world.api.ethereum.broadcasts.length, 0);
    assert.equal((await reserved()).length, 0);
    await next.close();
  });

  it('an order is locked from the wallet that it was checked against, also when another is the default', async () => {
    const id = await unsigned();
    const request = { walletProviderType: 7, generateKeyPair: true, isDefaultWallet: true };
    const made = await world.api.areas.use(wallets).service.create(ALICE_ID, request);
    assert.ok(made.ok && made.value.row.isDefault);
    const next = await restart();
    await next.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
    assert.deepEqual(columns(world.api.ethereum.broadcasts, 'payer'), [ALICE_ADDRESS]);
    await next.close();
  });

  it('an order ends when the database does not have its wallet any more', async () => {
    const id = await unsigned();
    const next = await restart();
    Object.assign(walletStorage(next.storage), { get: async () => undefined });
    await next.orders.locks.round();
    assert.deepEqual([(await state(id)).state, (await state(id)).failureCode], ['expired', 'WALLET_MISSING']);
    assert.equal(world.api.ethereum.broadcasts.length, 0);
    await next.close();
  });

  it('an order of a release that did not keep its wallet is locked from the wallet at its sender', async () => {
    const id = await unsigned();
    const next = await restart();
    const orders = orderStorage(next.storage);
    const get = orders.get.bind(orders);
    const asked: string[] = [];
    Object.assign(walletStorage(next.storage), { get: async (wallet: string) => void asked.push(wallet) });
    Object.assign(orders, {
      async get(order: string) {
        const row = await get(order);
        return row && { ...row, walletId: null };
      },
    });
    await next.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
    assert.deepEqual([columns(world.api.ethereum.broadcasts, 'payer'), asked], [[ALICE_ADDRESS], []]);
    await next.close();
  });

  it('a sent lock is followed, and not signed again', async () => {
    await create();
    await world.api.orders.locks.round();
    refuseLocks(world.api.ethereum);
    world.api.ethereum.mine();
    const next = await restart();
    await next.orders.locks.round();
    assert.equal(distinct(), 1);
    assert.equal((await reserved()).length, 0);
    await next.close();
  });
});
