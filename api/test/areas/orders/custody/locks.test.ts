import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { ALICE, ALICE_ADDRESS, BOB, fund, postOrder, RECIPIENT } from '../../../support/api.ts';
import { gate, interrupt } from '../../../support/chains.ts';
import { bytes32, locksWorld, refuseLocks } from './support.ts';

describe('locks from a custodial wallet', () => {
  const world = locksWorld();
  const { create, state, reserved, distinct } = world;

  it('are signed, reserved and broadcast, in that order, and the order is locking', async () => {
    const id = await create();
    await world.api.orders.locks.round();
    const order = await state(id);
    assert.equal(order.state, 'locking');
    const [row] = await reserved();
    assert.deepEqual(row?.orderIds, [id]);
    assert.equal(row?.state, 'broadcast');
    assert.equal(order.lockTransaction, row?.versions[0]?.reference);
    assert.equal(world.api.ethereum.broadcasts[0]?.raw, row?.versions[0]?.raw);
    world.api.ethereum.mine();
    const [sent] = world.api.ethereum.emitted();
    assert.equal(sent?.reference, order.reference);
    assert.equal(sent?.wireAmount, 10n ** 9n);
    assert.equal(sent?.destination, world.api.polygon.domain);
  });

  it('carry a token’s approval first, in the same reservation', async () => {
    fund(world.api, 'arbitrum', 5);
    const id = await create('2', 'ARB');
    await world.api.orders.locks.round();
    const { arbitrum } = world.api;
    arbitrum.mine();
    const effects = await Promise.all(arbitrum.broadcasts.map((submission) => arbitrum.outcome(submission)));
    assert.deepEqual(
      effects.map((outcome) => outcome.ok && outcome.value.state === 'included' && outcome.value.events.length),
      [0, 1],
      'the approval, then the lock',
    );
    assert.equal((await world.api.storage.submissions.forOrder(id)).length, 1);
  });

  it('pay the delivery fee that the order names, and no higher one', async () => {
    const { ethereum, polygon } = world.api;
    const fee = 10n ** 15n;
    ethereum.settings.fees.set(polygon.domain, fee);
    const id = await create('1');
    const held = await ethereum.balance(ALICE_ADDRESS, ethereum.domain);
    await world.api.orders.locks.round();
    ethereum.mine();
    const left = await ethereum.balance(ALICE_ADDRESS, ethereum.domain);
    assert.ok(held.ok && left.ok);
    assert.equal(held.value - left.value, 10n ** 18n + fee);
    assert.equal((await state(id)).state, 'locking');
    // The order names the fee that was read a moment ago.
    ethereum.settings.fees.set(polygon.domain, fee + 1n);
    const refused = await create('1');
    await world.api.orders.locks.round();
    assert.deepEqual([(await state(refused)).state, (await state(refused)).failureCode], ['expired', 'FeeTooHigh']);
    assert.equal(ethereum.broadcasts.length, 1);
  });

  it('need the delivery fee beside the amount', async () => {
    world.api.ethereum.settings.fees.set(world.api.polygon.domain, 5n * 10n ** 17n);
    const refused = (await postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '100' })).json();
    assert.deepEqual([refused.errorCode, refused.missing], ['INSUFFICIENT_BALANCE', '0.5']);
  });

  it('are refused before they exist when the balance is too low, with the missing amount', async () => {
    const answer = await postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '100.5' });
    assert.equal(answer.statusCode, 422);
    const { errorCode, hasSufficientBalance, missing, available, required } = answer.json();
    assert.deepEqual(
      [errorCode, hasSufficientBalance, missing, available, required],
      ['INSUFFICIENT_BALANCE', false, '0.5', '100', '100.5'],
    );
  });

  it('count the wallet’s open orders, also those of concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '40' })),
    );
    assert.deepEqual(columns(answers, 'statusCode').sort(), [201, 201, 422]);
    assert.equal((await postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '40' })).statusCode, 422);
    assert.equal((await postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '20' })).statusCode, 201);
  });

  it('count an order that another request creates while the balance is read', async () => {
    const { pass, reached, open } = gate();
    interrupt(world.api.ethereum, 'balance', pass);
    const slow = postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '60' });
    await reached;
    await create('60');
    open();
    const refused = (await slow).json();
    assert.deepEqual([refused.errorCode, refused.available, refused.missing], ['INSUFFICIENT_BALANCE', '40', '20']);
  });

  it('count an order whose lock is seen while a balance from before the lock is read', async () => {
    const id = await create('60');
    const seen = { messageId: bytes32(0x77) };
    interrupt(world.api.ethereum, 'balance', async () =>
      assert.ok(await world.api.storage.orders.transition(id, 'lockSeen', seen)),
    );
    const refused = (await postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '60' })).json();
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
    assert.equal((await postOrder(world.api, BOB, body)).statusCode, 201);
    await create('90');
  });

  it('of a hundred concurrent orders have a hundred different sequence numbers', async () => {
    await Promise.all(Array.from({ length: 100 }, () => create('0.5')));
    await world.api.orders.locks.round();
    const sequences = world.api.ethereum.broadcasts.map(({ sequence }) => sequence).sort((a, b) => a - b);
    assert.deepEqual(
      sequences,
      Array.from({ length: 100 }, (_, index) => index),
    );
    const rows = await reserved();
    assert.equal(rows.length, 100);
  });

  it('stay open until they are final, and are then settled', async () => {
    const id = await create();
    await world.api.orders.locks.round();
    world.api.ethereum.mine();
    await world.api.orders.locks.round();
    assert.equal((await reserved()).length, 1, 'included, but it may be undone');
    for (const trigger of ['lockSeen', 'confirmationsStarted'] as const)
      await world.api.storage.orders.transition(id, trigger);
    await world.api.orders.locks.round();
    assert.equal((await reserved()).length, 1);
    await world.api.storage.orders.transition(id, 'lockFinal');
    await world.api.orders.locks.round();
    assert.equal((await reserved()).length, 0);
    assert.equal((await world.api.storage.submissions.forOrder(id))[0]?.state, 'included');
  });

  it('that fail on chain expire the order with the reason', async () => {
    const id = await create();
    await world.api.orders.locks.round();
    refuseLocks(world.api.ethereum);
    world.api.ethereum.mine();
    await world.api.orders.locks.round();
    const order = await state(id);
    assert.deepEqual([order.state, order.failureCode], ['expired', 'RateLimited']);
    assert.equal((await reserved()).length, 0);
  });

  it('whose sequence number another transaction took expire the order', async () => {
    const id = await create();
    await world.api.orders.locks.round();
    world.api.ethereum.takeSequence(ALICE_ADDRESS);
    await world.api.orders.locks.round();
    assert.deepEqual([(await state(id)).state, (await state(id)).failureCode], ['expired', 'LOCK_DROPPED']);
    await world.api.orders.locks.round();
    assert.equal(distinct(), 1, 'nothing is signed a second time');
  });

  it('that the chain refuses to simulate expire the order with the contract’s reason', async () => {
    world.api.ethereum.failing('prepareSend', 'RemoteNotOpen', false);
    const id = await create();
    await world.api.orders.locks.round();
    assert.deepEqual([(await state(id)).state, (await state(id)).failureCode], ['expired', 'RemoteNotOpen']);
    assert.equal(world.api.ethereum.broadcasts.length, 0);
  });

  for (const operation of ['prepareSend', 'broadcast']) {
    it(`whose fees the wallet cannot pay (${operation}) expire the order, without naming the wallet`, async () => {
      const message = `account ${ALICE_ADDRESS} cannot pay for the transaction`;
      world.api.ethereum.failures.set(operation, { code: 'INSUFFICIENT_FUNDS', message, retryable: true });
      const id = await create();
      await world.api.orders.locks.round();
      const { state: now, failureCode, failureMessage } = await state(id);
      assert.deepEqual([now, failureCode], ['expired', 'INSUFFICIENT_BALANCE']);
      assert.ok(!failureMessage?.includes(ALICE_ADDRESS));
      assert.equal((await reserved()).length, 0);
    });
  }

  it('that cannot be signed now are signed later', async () => {
    world.api.ethereum.failing('prepareSend');
    const id = await create();
    await world.api.orders.locks.round();
    assert.equal((await state(id)).state, 'created');
    world.api.ethereum.failures.clear();
    await world.api.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
  });

  it('that the network refused are broadcast again with the same bytes', async () => {
    world.api.ethereum.failing('broadcast');
    const id = await create();
    await world.api.orders.locks.round();
    assert.equal((await state(id)).state, 'locking');
    assert.equal((await reserved())[0]?.state, 'reserved');
    world.api.ethereum.failures.clear();
    await world.api.orders.locks.round();
    assert.equal((await reserved())[0]?.state, 'broadcast');
    assert.equal(distinct(), 1);
    assert.equal(world.api.ethereum.reads.get('prepareSend'), 1);
  });

  it('that stay pending are stored and sent again at a higher fee under the same sequence number', async () => {
    // The lock may be sent before the order is answered.
    world.api.clock.stand();
    await create();
    await world.api.orders.locks.round();
    world.api.clock.pass(29_999);
    await world.api.orders.locks.round();
    assert.equal(distinct(), 1);
    world.api.clock.pass(1);
    await world.api.orders.locks.round();
    const [row] = await reserved();
    assert.equal(row?.versions.length, 2);
    assert.equal(world.api.ethereum.broadcasts.at(-1)?.raw, row?.versions[1]?.raw);
    assert.deepEqual(columns(row?.versions, 'sequence'), [0, 0]);
    world.api.ethereum.mine();
    await world.api.orders.locks.round();
    assert.equal((await reserved()).length, 1, 'whichever version was included counts');
  });

  it('are never sent for an order that was cancelled between signing and reserving', async () => {
    world.api.ethereum.failing('prepareSend');
    const id = await create();
    await world.api.orders.locks.round();
    world.api.ethereum.failures.clear();
    interrupt(world.api.ethereum, 'prepareSend', () => world.api.storage.orders.transition(id, 'expired'));
    await world.api.orders.locks.round();
    assert.equal(world.api.ethereum.broadcasts.length, 0);
    assert.equal((await reserved()).length, 0);
    assert.equal((await state(id)).state, 'expired');
  });
});
