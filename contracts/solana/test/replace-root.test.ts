import assert from 'node:assert/strict';
import { buildBatch, type Hex, KIND, type Message, messageIdOf } from '@causeway/protocol';
import { ZERO_WORD } from '../../test-support/bytes.ts';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import type { Committed } from './support/calls.ts';
import { GUARDIAN, REMOTE, STRANGER, USER } from './support/setting.ts';

const ROOT: Hex = `0x${'4e'.repeat(32)}`;

/** Nonce 0 is executed, 1 is cancelled, 2 is neither. Then all three messages turn out to be wrong. */
describe('replaceRoot', () => {
  const bridge = useBridge();
  const { calls, at } = bridge;
  let forged: Committed;
  let right: Committed;
  const batchOf = (messages: readonly Message[]): Committed => ({
    messages,
    batch: buildBatch(0n, messages.map(messageIdOf)),
  });
  const interval = (root = right.batch.root) => ({ source: REMOTE.domain, firstNonce: 0n, count: 3, root });
  const replace = (changed: readonly bigint[]) => bridge.run(calls.replaceRoot(interval(), changed));
  const unpause = () => bridge.run(calls.pause('unpauseInbound'));
  const statuses = () => [0n, 1n, 2n].map((nonce) => bridge.statusOf(nonce));

  beforeEach(() => {
    bridge.giveTokens(USER, 0n, calls.mintOf(REMOTE));
    const lock = bridge.inbound(KIND.lock);
    forged = bridge.commit([lock, lock, lock]);
    right = batchOf(forged.messages.map((message) => ({ ...message, sender: `0x${'77'.repeat(32)}` })));
    bridge.run(calls.mint(forged, 0));
    bridge.run(calls.cancel(forged, 1));
    bridge.run(calls.pause('pauseInbound', GUARDIAN));
  });

  it('gives the interval another root, and its executed and cancelled messages the status Replaced', () => {
    const changed = [0n, 1n, 2n];
    bridge.runEmitting(calls.replaceRoot(interval(), changed), 'rootReplaced', { ...interval(), changed });
    assert.deepEqual(bridge.read('root', at.root(REMOTE.domain, 0n, 3)), interval());
    assert.equal(bridge.remote().nextInboundNonce, 3n);
    assert.deepEqual(statuses(), ['replaced', 'replaced', 'none']);
  });

  it('keeps the status of messages that are not changed', () => {
    replace([]);
    assert.deepEqual(statuses(), ['executed', 'cancelled', 'none']);
    unpause();
    bridge.refuse(calls.mint(right, 0), 'AlreadyExecuted');
    bridge.refuse(calls.mint(right, 1), 'AlreadyCancelled');
  });

  it('refuses the mint of a replaced message', () => {
    replace([0n, 1n, 2n]);
    unpause();
    bridge.refuse(calls.mint(right, 0), 'OrderReplaced');
    bridge.refuse(calls.mint(right, 1), 'OrderReplaced');
    // This nonce was neither executed nor cancelled: an ordinary order.
    bridge.run(calls.mint(right, 2));
  });

  it('refuses the release of a replaced message', () => {
    bridge.run(calls.lock({ amount: 1_000n }));
    right = batchOf([0n, 1n, 2n].map((nonce) => bridge.inbound(KIND.burn, { nonce })));
    replace([0n, 1n, 2n]);
    unpause();
    bridge.refuse(calls.release(right, 0), 'OrderReplaced');
  });

  it('lets a replaced message be cancelled once', () => {
    replace([0n, 1n, 2n]);
    for (const index of [0, 1]) {
      bridge.run(calls.cancel(right, index));
      assert.equal(bridge.statusOf(BigInt(index)), 'cancelled');
      bridge.refuse(calls.cancel(right, index), 'AlreadyCancelled');
    }
  });

  it('leaves the old messages without a proof', () => {
    replace([0n, 1n, 2n]);
    unpause();
    bridge.refuse(calls.mint(forged, 2), 'InvalidProof');
    bridge.refuse(calls.cancel(forged, 0), 'InvalidProof');
  });

  it('can be done again', () => {
    replace([0n, 1n, 2n]);
    replace([0n, 1n, 2n]);
    assert.equal(bridge.statusOf(0n), 'replaced');
  });

  it('is refused for anyone but the admin', () => {
    for (const admin of [STRANGER, GUARDIAN])
      bridge.refuse(withAccounts(calls.replaceRoot(interval(ROOT), []), { admin }), 'NotAdmin');
  });

  it('is refused while inbound is not paused', () => {
    unpause();
    bridge.refuse(calls.replaceRoot(interval(ROOT), []), 'InboundNotPaused');
  });

  it('is refused for the zero root', () => {
    bridge.refuse(calls.replaceRoot(interval(ZERO_WORD), []), 'ZeroRoot');
  });

  it('is refused for an interval that was not committed', () => {
    bridge.refuse(calls.replaceRoot({ ...interval(ROOT), count: 2 }, []), 'UnknownRoot');
    bridge.refuse(calls.replaceRoot({ ...interval(ROOT), firstNonce: 3n, count: 1 }, []), 'UnknownRoot');
  });

  it('is refused for more changed nonces than an interval holds', () => {
    const changed = Array.from({ length: 65 }, () => 0n);
    bridge.refuse(calls.replaceRoot(interval(ROOT), changed), 'BatchTooLarge');
    bridge.run(calls.replaceRoot(interval(ROOT), changed.slice(1)));
  });

  it('is refused for a changed nonce outside the interval', () => {
    for (const nonce of [3n, 4_096n, 2n ** 64n - 1n])
      bridge.refuse(calls.replaceRoot(interval(ROOT), [nonce]), 'NonceOutOfRange');
  });
});
