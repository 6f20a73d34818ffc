import assert from 'node:assert/strict';
import { KIND, type Message, messageIdOf, ZERO_32 } from '@causeway/protocol';
import { onStorages } from '../support/engines.ts';
import {
  bytes32,
  DESTINATION,
  FAMILY,
  lockMessage,
  messageRow,
  newOrder,
  position,
  SOURCE,
  scan,
  seen,
} from '../support/rows.ts';

onStorages('OrderRepository.matchLock', (temporary) => {
  const orders = () => temporary.storage.orders;
  const view = () => temporary.storage.chainView;
  const match = (message: Message, at = position(10)) => orders().matchLock(messageRow(message, at), 32, 3);
  const record = (message: Message, at = position(10)) =>
    view().recordScan(scan(SOURCE, at.block, { messages: [seen(message, at)] }));

  it('binds a lock to its order', async () => {
    const created = await orders().create(newOrder());
    const message = lockMessage();
    const order = await match(message);
    assert.equal(order.id, created.id);
    assert.deepEqual(
      [order.state, order.messageId, order.sender, order.lockTransaction, order.lockBlock],
      ['locked', messageIdOf(message), message.sender, position(10).transaction, 10],
    );
    assert.equal((await orders().byMessage(messageIdOf(message)))?.id, created.id);
  });

  const others: Readonly<Record<string, Partial<Message>>> = {
    reference: { reference: bytes32(2) },
    source: { source: 7, assetHome: 7 },
    destination: { destination: 7 },
    recipient: { recipient: bytes32(7) },
    'wire amount': { wireAmount: 500_000_001n },
    'asset home': { assetHome: DESTINATION },
    kind: { kind: KIND.burn },
  };
  for (const [what, fields] of Object.entries(others)) {
    it(`makes an order of its own of a lock with another ${what}`, async () => {
      const created = await orders().create(newOrder());
      const found = await match(lockMessage(fields));
      assert.notEqual(found.id, created.id);
      assert.equal(found.origin, 'chain');
      assert.equal(found.state, 'locked');
      assert.deepEqual(await orders().get(created.id), created);
    });
  }

  it('creates an order for a lock in another family', async () => {
    const created = await orders().create(newOrder({ family: 'XRD' }));
    assert.notEqual((await match(lockMessage())).id, created.id);
  });

  it('takes the facts of an on-chain order from the message', async () => {
    const message = lockMessage({ kind: KIND.burn, assetHome: DESTINATION, reference: ZERO_32, nonce: 4n });
    const order = await match(message);
    assert.deepEqual(
      {
        ...{ origin: order.origin, family: order.family, operation: order.operation, avatarId: order.avatarId },
        ...{ assetHome: order.assetHome, wireAmount: order.wireAmount, sender: order.sender },
        ...{ required: [order.requiredConfirmations, order.requiredSignatures] },
      },
      {
        ...{ origin: 'chain', family: FAMILY, operation: 'burnTokens', avatarId: null },
        ...{ assetHome: DESTINATION, wireAmount: message.wireAmount, sender: message.sender, required: [32, 3] },
      },
    );
    const types = (await temporary.storage.events.after(order.id, 0, 10)).map(({ type }) => type);
    assert.deepEqual(types, ['order.created', 'order.locked']);
  });

  it('revives an expired order and clears its failure', async () => {
    const { id } = await orders().create(newOrder());
    await orders().transition(id, 'expired', { failureCode: 'LOCK_NOT_SEEN', failureMessage: 'late' });
    const order = await match(lockMessage());
    assert.deepEqual([order.id, order.state, order.failureCode, order.failureMessage], [id, 'locked', null, null]);
  });

  it('binds one order to one lock: a second equal lock becomes its own order', async () => {
    const { id } = await orders().create(newOrder());
    assert.equal((await match(lockMessage())).id, id);
    const second = await match(lockMessage({ nonce: 1n }), position(11));
    assert.notEqual(second.id, id);
    assert.equal(second.origin, 'chain');
  });

  it('changes nothing when repeated, and updates the block of a moved lock', async () => {
    await orders().create(newOrder());
    const first = await match(lockMessage());
    assert.deepEqual(await match(lockMessage()), first);
    const moved = await match(lockMessage(), position(12, 0, 1));
    assert.deepEqual([moved.id, moved.lockBlock, moved.state], [first.id, 12, 'locked']);
    assert.equal(moved.version, first.version + 1);
  });

  for (const nonce of [0n, 3n]) {
    it(`takes a lock back that a reorganisation moved to nonce ${nonce}`, async () => {
      for (const origin of ['api', 'chain'] as const) {
        const reference = origin === 'api' ? bytes32(0x1001) : ZERO_32;
        const lane = { reference, destination: origin === 'api' ? DESTINATION : 9 };
        if (origin === 'api') await orders().create(newOrder());
        await record(lockMessage(lane), position(10));
        const bound = await match(lockMessage(lane), position(10));
        await view().rollback(FAMILY, SOURCE, 9);
        assert.equal((await orders().get(bound.id))?.state, 'locking');
        const moved = lockMessage({ ...lane, nonce });
        await record(moved, position(11, 0, 1));
        const again = await match(moved, position(11, 0, 1));
        assert.deepEqual([again.id, again.origin, again.state], [bound.id, origin, 'locked']);
        assert.equal(again.messageId, messageIdOf(moved));
        await view().rollback(FAMILY, SOURCE, 9);
      }
    });
  }

  it('matches two equal locks without reference to their own orders, by transaction', async () => {
    const [first, second] = [lockMessage({ reference: ZERO_32 }), lockMessage({ reference: ZERO_32, nonce: 1n })];
    for (const [message, at] of [
      [first, position(10, 0)],
      [second, position(10, 1)],
    ] as const) {
      await record(message, at);
      await match(message, at);
    }
    const before = [await orders().byMessage(messageIdOf(first)), await orders().byMessage(messageIdOf(second))];
    await view().rollback(FAMILY, SOURCE, 9);
    // Reversed: now the second transaction is included first.
    const swapped = await match(lockMessage({ reference: ZERO_32 }), position(10, 1));
    const other = await match(lockMessage({ reference: ZERO_32, nonce: 1n }), position(10, 0));
    assert.deepEqual([swapped.id, other.id], [before[1]?.id, before[0]?.id]);
  });

  it("does not give a vanished chain order to another sender's lock", async () => {
    const message = lockMessage({ reference: ZERO_32 });
    await record(message);
    const bound = await match(message);
    await view().rollback(FAMILY, SOURCE, 9);
    const foreign = await match(lockMessage({ reference: ZERO_32, sender: bytes32(0xdd) }));
    assert.notEqual(foreign.id, bound.id);
  });

  it('refuses a Cancel', async () => {
    await assert.rejects(match(lockMessage({ kind: KIND.cancel })), RangeError);
    assert.equal((await orders().list({}, null, 10)).items.length, 0);
  });

  describe('unmatched', () => {
    it('lists recorded locks and burns without an order', async () => {
      const [lock, burn, cancel] = [
        lockMessage(),
        lockMessage({ kind: KIND.burn, nonce: 1n }),
        lockMessage({ kind: KIND.cancel, nonce: 2n }),
      ];
      for (const [at, message] of [burn, lock, cancel].entries()) await record(message, position(10 + at));
      const ids = async () => (await orders().unmatched(FAMILY, SOURCE, 10)).map(({ messageId }) => messageId);
      assert.deepEqual(await ids(), [messageIdOf(burn), messageIdOf(lock)]);
      await match(burn, position(10));
      assert.deepEqual(await ids(), [messageIdOf(lock)]);
      await match(lock, position(11));
      assert.deepEqual(await ids(), []);
    });

    it('lists only locks of one bridge', async () => {
      await record(lockMessage());
      assert.deepEqual(await orders().unmatched(FAMILY, DESTINATION, 10), []);
      assert.deepEqual(await orders().unmatched('XRD', SOURCE, 10), []);
    });

    it('knows a lock that was matched before it was recorded', async () => {
      await match(lockMessage());
      await record(lockMessage());
      assert.deepEqual(await orders().unmatched(FAMILY, SOURCE, 10), []);
    });
  });
});
