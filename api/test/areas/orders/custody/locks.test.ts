import { strict as assert } from 'node:assert';
import type { Hex } from '@causeway/protocol';
import type { OrderRow } from '@causeway/storage';
import { wallets } from '../../../../src/areas/wallets/index.ts';
import {
  ALICE,
  ALICE_ADDRESS,
  ALICE_ID,
  BOB,
  fund,
  postOrder,
  RECIPIENT,
  type TestApi,
  testApi,
  units,
} from '../../../support/api.ts';

describe('locks from a custodial wallet', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await testApi();
    fund(api, 'ethereum', 100);
  });
  afterEach(() => api.close());

  const create = async (amount = '1', from = 'ETH'): Promise<string> => {
    const answer = await postOrder(api, ALICE, { from, to: from === 'ETH' ? 'polygon' : 'ethereum', amount });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json().orderId;
  };
  const state = async (id: string): Promise<OrderRow> => {
    const order = await api.storage.orders.get(id);
    assert.ok(order);
    return order;
  };
  const reserved = () => api.storage.submissions.open(['lock', 'burn']);
  const bytes32 = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`;
  const distinct = (): number => new Set(api.ethereum.broadcasts.map(({ raw }) => raw)).size;

  it('are signed, reserved and broadcast, in that order, and the order is locking', async () => {
    const id = await create();
    await api.orders.locks.round();
    const order = await state(id);
    assert.equal(order.state, 'locking');
    const [row] = await reserved();
    assert.deepEqual(row?.orderIds, [id]);
    assert.equal(row?.state, 'broadcast');
    assert.equal(order.lockTransaction, row?.versions[0]?.reference);
    assert.equal(api.ethereum.broadcasts[0]?.raw, row?.versions[0]?.raw);
    const [sent] = [...api.ethereum.mempool.values()];
    assert.equal(sent?.args.reference, order.reference);
    assert.equal(sent?.args.localAmount, units(1));
    assert.equal(sent?.args.remote, api.polygon.domain);
  });

  it('carry a token’s approval first, in the same reservation', async () => {
    fund(api, 'arbitrum', 5);
    const id = await create('2', 'ARB');
    await api.orders.locks.round();
    assert.deepEqual(
      [...api.arbitrum.mempool.values()].map(({ operation }) => operation),
      ['approve', 'lockTokens'],
    );
    assert.equal((await api.storage.submissions.forOrder(id)).length, 1);
  });

  it('are refused before they exist when the balance is too low, with the missing amount', async () => {
    const answer = await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '100.5' });
    assert.equal(answer.statusCode, 422);
    const { errorCode, hasSufficientBalance, missing, available, required } = answer.json();
    assert.deepEqual(
      [errorCode, hasSufficientBalance, missing, available, required],
      ['INSUFFICIENT_BALANCE', false, '0.5', '100', '100.5'],
    );
  });

  it('count the wallet’s open orders, also those of concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '40' })),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 201, 422]);
    assert.equal((await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '40' })).statusCode, 422);
    assert.equal((await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '20' })).statusCode, 201);
  });

  it('count an order that another request creates while the balance is read', async () => {
    const { balance } = api.ethereum;
    let asked = (): void => {};
    const reading = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.ethereum.balance = async (...args) => {
      api.ethereum.balance = balance;
      asked();
      await held;
      return balance(...args);
    };
    const slow = postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '60' });
    await reading;
    await create('60');
    answer();
    const refused = (await slow).json();
    assert.deepEqual([refused.errorCode, refused.available, refused.missing], ['INSUFFICIENT_BALANCE', '40', '20']);
  });

  it('count an order whose lock is seen while a balance from before the lock is read', async () => {
    const id = await create('60');
    const { balance } = api.ethereum;
    api.ethereum.balance = async (...args) => {
      const before = await balance(...args);
      assert.ok(await api.storage.orders.transition(id, 'lockSeen', { messageId: bytes32(0x77) }));
      return before;
    };
    const refused = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '60' })).json();
    api.ethereum.balance = balance;
    assert.deepEqual([refused.errorCode, refused.available, refused.missing], ['INSUFFICIENT_BALANCE', '40', '20']);
    // A balance that is read later shows the lock; this one stands still, so it covers another order.
    await create('60');
  });

  it('do not count orders of others that name the same address as sender', async () => {
    const body = {
      from: 'ETH',
      to: 'polygon',
      amount: '90',
      destinationAddress: RECIPIENT,
      fromAddress: ALICE_ADDRESS,
    };
    assert.equal((await postOrder(api, BOB, body)).statusCode, 201);
    await create('90');
  });

  it('of a hundred concurrent orders have a hundred different sequence numbers', async () => {
    await Promise.all(Array.from({ length: 100 }, () => create('0.5')));
    await api.orders.locks.round();
    const sequences = api.ethereum.broadcasts.map(({ sequence }) => sequence).sort((a, b) => a - b);
    assert.deepEqual(
      sequences,
      Array.from({ length: 100 }, (_, index) => index),
    );
    const rows = await reserved();
    assert.equal(rows.length, 100);
  });

  it('stay open until they are final, and are then settled', async () => {
    const id = await create();
    await api.orders.locks.round();
    api.ethereum.mine();
    await api.orders.locks.round();
    assert.equal((await reserved()).length, 1, 'included, but it may be undone');
    for (const trigger of ['lockSeen', 'confirmationsStarted'] as const)
      await api.storage.orders.transition(id, trigger);
    await api.orders.locks.round();
    assert.equal((await reserved()).length, 1);
    await api.storage.orders.transition(id, 'lockFinal');
    await api.orders.locks.round();
    assert.equal((await reserved()).length, 0);
    assert.equal((await api.storage.submissions.forOrder(id))[0]?.state, 'included');
  });

  it('that fail on chain expire the order with the reason', async () => {
    const id = await create();
    await api.orders.locks.round();
    api.ethereum.mine(false);
    await api.orders.locks.round();
    const order = await state(id);
    assert.deepEqual([order.state, order.failureCode], ['expired', 'RateLimited']);
    assert.equal((await reserved()).length, 0);
  });

  it('whose sequence number another transaction took expire the order', async () => {
    const id = await create();
    await api.orders.locks.round();
    api.ethereum.takeNonce(ALICE_ADDRESS, 0);
    await api.orders.locks.round();
    assert.deepEqual([(await state(id)).state, (await state(id)).failureCode], ['expired', 'LOCK_DROPPED']);
    await api.orders.locks.round();
    assert.equal(distinct(), 1, 'nothing is signed a second time');
  });

  it('that the chain refuses to simulate expire the order with the contract’s reason', async () => {
    const error = { code: 'RemoteNotOpen', message: 'the destination is not open yet', retryable: false };
    api.ethereum.failures.set('prepareSend', { ok: false, error });
    const id = await create();
    await api.orders.locks.round();
    assert.deepEqual([(await state(id)).state, (await state(id)).failureCode], ['expired', 'RemoteNotOpen']);
    assert.equal(api.ethereum.broadcasts.length, 0);
  });

  for (const operation of ['prepareSend', 'broadcast']) {
    it(`whose fees the wallet cannot pay (${operation}) expire the order, without naming the wallet`, async () => {
      const message = `account ${ALICE_ADDRESS} cannot pay for the transaction`;
      api.ethereum.failures.set(operation, {
        ok: false,
        error: { code: 'INSUFFICIENT_FUNDS', message, retryable: true },
      });
      const id = await create();
      await api.orders.locks.round();
      const { state: now, failureCode, failureMessage } = await state(id);
      assert.deepEqual([now, failureCode], ['expired', 'INSUFFICIENT_BALANCE']);
      assert.ok(!failureMessage?.includes(ALICE_ADDRESS));
      assert.equal((await reserved()).length, 0);
    });
  }

  it('that cannot be signed now are signed later', async () => {
    const error = { code: 'RPC_UNAVAILABLE', message: 'down', retryable: true };
    api.ethereum.failures.set('prepareSend', { ok: false, error });
    const id = await create();
    await api.orders.locks.round();
    assert.equal((await state(id)).state, 'created');
    api.ethereum.failures.clear();
    await api.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
  });

  it('that the network refused are broadcast again with the same bytes', async () => {
    const error = { code: 'RPC_UNAVAILABLE', message: 'down', retryable: true };
    api.ethereum.failures.set('broadcast', { ok: false, error });
    const id = await create();
    await api.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
    assert.equal((await reserved())[0]?.state, 'reserved');
    api.ethereum.failures.clear();
    await api.orders.locks.round();
    assert.equal((await reserved())[0]?.state, 'broadcast');
    assert.equal(distinct(), 1);
    assert.equal(api.ethereum.calls.filter((call) => call === 'prepareSend').length, 1);
  });

  it('that stay pending are stored and sent again at a higher fee under the same sequence number', async () => {
    await create();
    await api.orders.locks.round();
    api.clock.nowMs += 29_999;
    await api.orders.locks.round();
    assert.equal(distinct(), 1);
    api.clock.nowMs += 1;
    await api.orders.locks.round();
    const [row] = await reserved();
    assert.equal(row?.versions.length, 2);
    assert.equal(api.ethereum.broadcasts.at(-1)?.raw, row?.versions[1]?.raw);
    assert.deepEqual(
      row?.versions.map(({ sequence }) => sequence),
      [0, 0],
    );
    api.ethereum.mine();
    await api.orders.locks.round();
    assert.equal((await reserved()).length, 1, 'whichever version was included counts');
  });

  describe('after kill -9', () => {
    /** Starts another process over the same database and chains. The first one does nothing from then on. */
    const restart = async (): Promise<TestApi> => {
      const { ethereum, polygon, arbitrum, networks, registry, databasePath } = api;
      return testApi({ chains: { ethereum, polygon, arbitrum, networks, registry }, databasePath });
    };

    /** An order whose lock was not signed before its process ended. */
    const unsigned = async (): Promise<string> => {
      const failing = { code: 'X', message: 'killed here', retryable: true };
      api.ethereum.failures.set('prepareSend', { ok: false, error: failing });
      const id = await create();
      await api.orders.locks.round();
      api.ethereum.failures.clear();
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
      const failing = { code: 'X', message: 'killed here', retryable: true };
      api.ethereum.failures.set('prepareSend', { ok: false, error: failing });
      const own = await state(await create());
      const orphan = { ...own, avatarId: 'avatar-without-a-wallet', sender: bytes32(1) };
      await Promise.all(
        Array.from({ length: 600 }, (_, n) => api.storage.orders.create({ ...orphan, reference: bytes32(n + 1) })),
      );
      const last = await create();
      api.ethereum.failures.clear();
      const next = await restart();
      await next.orders.locks.round();
      assert.equal((await state(last)).state, 'locking');
      assert.equal((await api.storage.orders.countByState()).expired, 600);
      await next.close();
    });

    it('a lock that was reserved but not sent is sent with the same bytes', async () => {
      api.ethereum.failures.set('broadcast', {
        ok: false,
        error: { code: 'X', message: 'killed here', retryable: true },
      });
      const id = await create();
      await api.orders.locks.round();
      const [before] = await reserved();
      api.ethereum.failures.clear();
      const next = await restart();
      await next.orders.locks.round();
      assert.deepEqual(
        api.ethereum.broadcasts.map(({ raw }) => raw),
        [before?.versions[0]?.raw],
      );
      assert.equal((await state(id)).state, 'locking');
      assert.equal(api.ethereum.calls.filter((call) => call === 'prepareSend').length, 1);
      await next.close();
    });

    it('a lock reserved for an order that is still created makes it locking before it is sent', async () => {
      const killed = { transition: () => Promise.reject(new Error('killed here')) };
      Object.assign(api.storage.orders, killed);
      const id = await create();
      await api.orders.locks.round();
      const again = await restart();
      Object.assign(again.storage.orders, killed);
      await again.orders.locks.round();
      await again.close();
      assert.deepEqual([(await reserved()).length, (await reserved())[0]?.state], [1, 'reserved'], 'signed once');
      assert.equal((await state(id)).state, 'created');
      api.ethereum.broadcast = new Proxy(api.ethereum.broadcast, {
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
      const { transition } = api.storage.orders;
      Object.assign(api.storage.orders, { transition: () => Promise.reject(new Error('killed here')) });
      const id = await create();
      await api.orders.locks.round();
      Object.assign(api.storage.orders, { transition });
      await api.storage.orders.transition(id, 'expired');
      const next = await restart();
      await next.orders.locks.round();
      assert.equal(api.ethereum.broadcasts.length, 0);
      assert.equal((await reserved()).length, 0);
      await next.close();
    });

    it('an order is locked from the wallet that it was checked against, also when another is the default', async () => {
      const id = await unsigned();
      const request = { walletProviderType: 7, generateKeyPair: true, isDefaultWallet: true };
      const made = await api.areas.use(wallets).service.create(ALICE_ID, request);
      assert.ok(made.ok && made.value.row.isDefault);
      const next = await restart();
      await next.orders.locks.round();
      assert.equal((await state(id)).state, 'locking');
      assert.deepEqual(
        api.ethereum.broadcasts.map(({ payer }) => payer),
        [ALICE_ADDRESS],
      );
      await next.close();
    });

    it('an order ends when the database does not have its wallet any more', async () => {
      const id = await unsigned();
      const next = await restart();
      Object.assign(next.storage.wallets, { atAddress: async () => undefined });
      await next.orders.locks.round();
      assert.deepEqual([(await state(id)).state, (await state(id)).failureCode], ['expired', 'WALLET_MISSING']);
      assert.equal(api.ethereum.broadcasts.length, 0);
      await next.close();
    });

    it('a sent lock is followed, and not signed again', async () => {
      await create();
      await api.orders.locks.round();
      api.ethereum.mine(false);
      const next = await restart();
      await next.orders.locks.round();
      assert.equal(distinct(), 1);
      assert.equal((await reserved()).length, 0);
      await next.close();
    });
  });

  it('are never sent for an order that was cancelled between signing and reserving', async () => {
    const failing = { code: 'X', message: 'later', retryable: true };
    api.ethereum.failures.set('prepareSend', { ok: false, error: failing });
    const id = await create();
    await api.orders.locks.round();
    api.ethereum.failures.clear();
    const { prepareSend } = api.ethereum;
    api.ethereum.prepareSend = async (...args) => {
      const signed = await prepareSend(...args);
      await api.storage.orders.transition(id, 'expired');
      return signed;
    };
    await api.orders.locks.round();
    assert.equal(api.ethereum.broadcasts.length, 0);
    assert.equal((await reserved()).length, 0);
    assert.equal((await state(id)).state, 'expired');
  });
});
