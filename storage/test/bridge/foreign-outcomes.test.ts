import assert from 'node:assert/strict';
import { type Hex, messageIdOf } from '@causeway/protocol';
import type { ScanRow } from '../../src/index.ts';
import { onStorages } from '../support/engines.ts';
import {
  block,
  bytes32,
  cancellation,
  DESTINATION,
  FAMILY,
  lockMessage,
  messageRow,
  outcome,
  position,
  SOURCE,
  scan,
  seen,
} from '../support/rows.ts';

/** A third bridge of the family, under an attacker's control. */
const EVIL = 31_003;

onStorages('outcomes from a bridge that is not the destination', (temporary) => {
  const message = lockMessage();
  const messageId = messageIdOf(message);
  const lock = { messages: [seen(message, position(10))] };
  const view = () => temporary.storage.chainView;
  const record = async (domain: number, to: number, found: Partial<ScanRow>) =>
    assert.deepEqual(await view().recordScan(scan(domain, block(to), found)), { ok: true, value: undefined });
  const forge = (to: number, status?: 'executed' | 'cancelled') =>
    record(EVIL, to, { outcomes: [outcome(messageId, position(to), status)] });
  const undelivered = async () => (await view().undelivered(FAMILY, DESTINATION, 10)).map(({ messageId: id }) => id);

  async function lockedOrder() {
    await record(SOURCE, 12, lock);
    await view().finalize(FAMILY, SOURCE, 12);
    return temporary.storage.orders.matchLock(messageRow(message, position(10), true), 32, 3);
  }

  async function assertUntouched(orderId: string) {
    assert.equal(await view().outcome(messageId), undefined);
    assert.deepEqual(await undelivered(), [messageId]);
    assert.equal((await temporary.storage.orders.get(orderId))?.state, 'locked');
  }

  async function assertRealOneCounts() {
    await record(DESTINATION, 50, { outcomes: [outcome(messageId, position(50, 3))] });
    const counted = await view().outcome(messageId);
    assert.deepEqual([counted?.domain, counted?.at], [DESTINATION, position(50, 3)]);
    assert.deepEqual(await undelivered(), []);
  }

  for (const status of ['executed', 'cancelled'] as const) {
    it(`do not count when the message is known: ${status}`, async () => {
      const { id } = await lockedOrder();
      await forge(20, status);
      await assertUntouched(id);
      await assertRealOneCounts();
    });

    it(`do not count when they come before the message: ${status}`, async () => {
      await forge(20, status);
      const { id } = await lockedOrder();
      await assertUntouched(id);
      await assertRealOneCounts();
    });
  }

  it('do not count after the real one and do not contradict it', async () => {
    await lockedOrder();
    await assertRealOneCounts();
    await forge(60, 'cancelled');
    assert.equal((await view().outcome(messageId))?.status, 'executed');
  });

  it('do not change a real one that came before the message', async () => {
    await forge(20);
    await record(DESTINATION, 50, { outcomes: [outcome(messageId, position(50, 3))] });
    await lockedOrder();
    const counted = await view().outcome(messageId);
    assert.deepEqual([counted?.domain, counted?.at], [DESTINATION, position(50, 3)]);
    assert.deepEqual(await undelivered(), []);
  });

  it('do not count when they are of another family', async () => {
    await record(DESTINATION, 20, { family: 'XRD', outcomes: [outcome(messageId, position(20))] });
    const { id } = await lockedOrder();
    await assertUntouched(id);
    await record(DESTINATION, 21, { family: 'XRD', outcomes: [outcome(messageId, position(21))] });
    await assertUntouched(id);
  });

  it('with a Cancel do not change the order, and only the destination’s Cancel is found', async () => {
    const { id } = await lockedOrder();
    const forged = cancellation({ ...message, destination: EVIL }, 0n, position(20));
    const about = forged.messages.map(({ message: cancel, at }) =>
      seen({ ...cancel, source: EVIL, reference: messageId }, at),
    );
    await record(EVIL, 20, { messages: about, outcomes: [outcome(messageId, position(20), 'cancelled')] });
    assert.equal(await view().cancelOf(messageId), undefined);
    await assertUntouched(id);
    const real = cancellation(message, 0n, position(40));
    await record(DESTINATION, 40, real);
    assert.equal((await view().cancelOf(messageId))?.messageId, real.messages[0]?.messageId);
    assert.equal((await view().outcome(messageId))?.status, 'cancelled');
  });

  it('M2: with a second Cancel of the destination: the first counts, and a false one before it does not', async () => {
    const { id } = await lockedOrder();
    const position40 = position(40);
    const [genuine] = cancellation(message, 1n, position40).messages;
    assert.ok(genuine);
    const false0 = seen({ ...genuine.message, nonce: 0n, wireAmount: 1n }, position(35));
    await record(DESTINATION, 35, { messages: [false0] });
    assert.equal(await view().cancelOf(messageId), undefined);
    await assertUntouched(id);
    await record(DESTINATION, 40, cancellation(message, 1n, position40));
    await record(DESTINATION, 60, cancellation(message, 2n, position(60)));
    assert.equal((await view().cancelOf(messageId))?.messageId, genuine.messageId);
    assert.deepEqual((await view().outcome(messageId))?.at, position40);
    await record(DESTINATION, 61, cancellation(message, 2n, position(60)));
    await view().rollback(FAMILY, DESTINATION, 50);
    assert.deepEqual((await view().outcome(messageId))?.at, position40);
  });

  it('M2: with a Cancel after its execution: the execution stands, and no Cancel counts until it is taken back', async () => {
    await lockedOrder();
    await record(DESTINATION, 40, { outcomes: [outcome(messageId, position(40))] });
    await record(DESTINATION, 60, cancellation(message, 1n, position(60)));
    const executed = await view().outcome(messageId);
    assert.deepEqual([executed?.status, executed?.at], ['executed', position(40)]);
    assert.equal(await view().cancelOf(messageId), undefined);
    const twice = { outcomes: [outcome(messageId, position(70))] };
    const again = await view().recordScan(scan(DESTINATION, block(70), twice));
    assert.equal(again.ok ? 'recorded' : again.error.code, 'SCAN_CONTRADICTS', 'executed twice');
  });

  it('are removed only with a rollback of their own chain', async () => {
    await forge(20);
    await lockedOrder();
    await forge(30);
    const unknown = bytes32(0x77);
    await record(EVIL, 40, { outcomes: [outcome(unknown, position(40))] });
    await record(DESTINATION, 50, { outcomes: [outcome(messageId, position(50, 3)), outcome(unknown, position(50))] });
    const { id } = (await temporary.storage.orders.byMessage(messageId)) ?? assert.fail();
    await temporary.storage.orders.transition(id, 'executed', { mintTransaction: '0x01' });
    assert.deepEqual((await view().rollback(FAMILY, EVIL, 10)).outcomes satisfies readonly Hex[], [unknown]);
    assert.equal((await view().outcome(messageId))?.domain, DESTINATION);
    assert.deepEqual(await undelivered(), []);
    assert.equal((await temporary.storage.orders.get(id))?.state, 'completed');
    assert.deepEqual(
      (await view().rollback(FAMILY, DESTINATION, 10)).outcomes.toSorted(),
      [messageId, unknown].toSorted(),
    );
    assert.deepEqual(await undelivered(), [messageId]);
    assert.equal((await temporary.storage.orders.get(id))?.state, 'minting');
  });
});
