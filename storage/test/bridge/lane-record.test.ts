import assert from 'node:assert/strict';
import { ZERO_32 } from '@causeway/protocol';
import { onStorages } from '../support/engines.ts';
import {
  block,
  bytes32,
  DESTINATION,
  FAMILY,
  LANE,
  lockMessage,
  position,
  SOURCE,
  scan,
  seen,
} from '../support/rows.ts';

onStorages('how far a lane is recorded', (temporary) => {
  const view = () => temporary.storage.chainView;
  /** Records messages, each in the block of ten times its nonce. */
  const send = async (...nonces: readonly number[]) => {
    const messages = nonces.map((nonce) => seen(lockMessage({ nonce: BigInt(nonce) }), position(10 * nonce)));
    assert.ok((await view().recordScan(scan(SOURCE, block(10 * Math.max(...nonces)), { messages }))).ok);
  };
  const commit = async (at: number, firstNonce: bigint, count: number, root = bytes32(at)) => {
    const roots = [{ lane: LANE, firstNonce, count, root, at: position(at) }];
    assert.ok((await view().recordScan(scan(DESTINATION, block(at), { roots }))).ok);
  };
  const nextMessage = async (from?: bigint) => (await view().recordedMessages(LANE, from)).next;
  const nextRoot = async (from?: bigint) => (await view().recordedRoots(LANE, from)).next;

  it('is up to the first nonce that is missing', async () => {
    assert.deepEqual(await view().recordedMessages(LANE), { next: 0n });
    await send(0, 1, 2);
    assert.deepEqual(await view().recordedMessages(LANE), { next: 3n, block: block(20) });
    await send(4, 5, 6, 8);
    assert.deepEqual(await view().recordedMessages(LANE), { next: 3n, block: block(20) });
    assert.equal(await nextMessage(2n), 3n);
    await send(3);
    assert.deepEqual(await view().recordedMessages(LANE, 3n), { next: 7n, block: block(60) });
    await send(7);
    assert.equal(await nextMessage(7n), 9n);
    assert.equal(await nextMessage(9n), 9n);
  });

  it('is nothing without the first message', async () => {
    await send(1, 2);
    assert.deepEqual(await view().recordedMessages(LANE), { next: 0n });
  });

  it('falls with a rollback below the nonce from which gaps are looked for', async () => {
    await send(0, 1, 2, 3);
    await view().rollback(FAMILY, SOURCE, 15);
    assert.deepEqual(await view().recordedMessages(LANE, 4n), { next: 2n, block: block(10) });
    await commit(100, 0n, 4);
    await commit(110, 4n, 4);
    await view().rollback(FAMILY, DESTINATION, 105);
    assert.equal(await nextRoot(8n), 4n);
    await view().rollback(FAMILY, DESTINATION, 5);
    assert.equal(await nextRoot(10_000n), 0n);
  });

  it('is up to the first interval without a root', async () => {
    assert.deepEqual(await view().recordedRoots(LANE), { next: 0n });
    await commit(100, 0n, 4);
    await commit(120, 8n, 2);
    assert.deepEqual(await view().recordedRoots(LANE), { next: 4n, block: block(100) });
    await commit(130, 4n, 4);
    assert.deepEqual(await view().recordedRoots(LANE), { next: 10n, block: block(120) });
    await commit(140, 10n, 4_096);
    await commit(150, 4_106n, 4_096);
    assert.equal(await nextRoot(8_202n), 8_202n);
  });

  it('falls with an interval that was dropped, and rises with the one that takes its place', async () => {
    await commit(100, 0n, 4);
    await commit(110, 4n, 4);
    await commit(120, 4n, 4, bytes32(1));
    assert.equal(await nextRoot(), 8n);
    await commit(130, 4n, 4, ZERO_32);
    assert.equal(await nextRoot(), 4n);
    await commit(140, 4n, 2);
    assert.equal(await nextRoot(), 6n);
  });

  it('knows the root of a nonce in the interval that took the place of dropped ones', async () => {
    const rootOf = async (nonce: bigint) => (await view().rootOf(LANE, nonce))?.root;
    await commit(100, 0n, 1);
    await commit(110, 1n, 2);
    await commit(120, 1n, 2, ZERO_32);
    assert.deepEqual([await rootOf(0n), await rootOf(1n), await rootOf(2n)], [bytes32(100), undefined, undefined]);
    await commit(130, 0n, 1, ZERO_32);
    assert.equal(await rootOf(0n), undefined);
    await commit(140, 0n, 3);
    assert.deepEqual([await rootOf(0n), await rootOf(1n), await rootOf(2n)], Array(3).fill(bytes32(140)));
    assert.equal(await rootOf(3n), undefined);
  });

  it('stays when blocks are read again, which moves only the cursor', async () => {
    await send(0, 1, 2);
    await view().finalize(FAMILY, SOURCE, 20);
    await view().readAgain(FAMILY, SOURCE, block(9));
    assert.deepEqual(await view().cursor(FAMILY, SOURCE), block(9));
    assert.equal(await nextMessage(), 3n);
    await send(0, 1, 2);
    assert.deepEqual(await view().cursor(FAMILY, SOURCE), block(20));
    await view().readAgain(FAMILY, SOURCE, undefined);
    assert.equal(await view().cursor(FAMILY, SOURCE), undefined);
    assert.equal((await view().messages(LANE, 0n, 10, true)).length, 3);
  });
});
