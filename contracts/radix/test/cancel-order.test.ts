import assert from 'node:assert/strict';
import { cancelOf, type Hex, KIND, type Message, messageIdOf, packProof, ZERO_32 } from '@causeway/protocol';
import { flipBit } from '../../test-support/bytes.ts';
import { wordOf } from './support/addresses.ts';
import { messageFields } from './support/bridge.ts';
import { signedBy, withArgs } from './support/call.ts';
import { ADMIN, GUARDIAN, HERE, LIMITS, REMOTE, STRANGER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

describe('cancelOrder', () => {
  const bridge = useBridge();
  const { calls, unit } = bridge;
  const lock = (fields: Partial<Message> = {}) => bridge.inbound(KIND.lock, fields);
  const cancelOfMessage = (message: Message) => calls.cancel(bridge.commitAround(message), 2);

  function assertCancels(message: Message): void {
    const committed = bridge.commitAround(message);
    const cancel = cancelOf(committed.messages[2] as Message, 0n);
    bridge.runEmitting(calls.cancel(committed, 2), 'OrderCancelled', messageFields(cancel));
    assert.equal(bridge.statusOf(2n), 'cancelled');
    assert.equal(bridge.lane().nextOutboundNonce, 1n);
  }

  it('emits the Cancel that releases a Lock on the remote', () => assertCancels(lock()));

  it('emits the Cancel that mints a Burn again on the remote', () => assertCancels(bridge.inbound(KIND.burn)));

  it('serves a message that no payment here can serve', () => {
    assertCancels(lock({ recipient: wordOf(bridge.address), wireAmount: 2n ** 128n - 1n }));
  });

  it('serves a message to the zero address', () => {
    assertCancels(lock({ recipient: ZERO_32 }));
  });

  it('serves a message to an address that this ledger does not have', () => {
    assertCancels(lock({ recipient: `0x${'ff'.repeat(32)}` }));
  });

  it('works while both directions are paused', () => {
    bridge.run(calls.pause('pause_inbound', GUARDIAN), calls.pause('pause_outbound', GUARDIAN));
    bridge.run(cancelOfMessage(lock()));
  });

  it('changes no balance and draws no bucket', () => {
    bridge.run(calls.lock({ amount: 1_000n * unit }));
    bridge.run(cancelOfMessage(bridge.inbound(KIND.burn)));
    assert.equal(bridge.outstanding(), 1_000n);
    assert.equal(bridge.holdings, 1_000n * unit);
    assert.equal(bridge.bridgedSupply(), 0n);
    assert.deepEqual([bridge.level('canonical'), bridge.level('bridged')], [LIMITS.capacity, LIMITS.capacity]);
  });

  it('shares the nonces of the lane with locks', () => {
    bridge.run(calls.lock({ amount: 1_000n * unit }));
    bridge.run(cancelOfMessage(lock()));
    const next = bridge.outbound(KIND.lock, 2n, 1_000n);
    bridge.runEmitting(calls.lock({ amount: 1_000n * unit }), 'TokensLocked', messageFields(next));
  });

  it('is refused without the oracle', () => {
    const call = cancelOfMessage(lock());
    for (const signers of [[], [STRANGER, ADMIN, GUARDIAN]]) bridge.refuse(signedBy(call, signers), 'NotOracle');
  });

  it('is refused for an executed message', () => {
    const committed = bridge.commitAround(lock());
    bridge.run(calls.mint(committed, 2));
    bridge.refuse(calls.cancel(committed, 2), 'AlreadyExecuted');
  });

  it('is refused the second time', () => {
    const call = cancelOfMessage(lock());
    bridge.run(call);
    bridge.refuse(call, 'AlreadyCancelled');
    assert.equal(bridge.lane().nextOutboundNonce, 1n);
  });

  it('is refused for a Cancel', () => {
    for (const assetHome of [REMOTE.domain, HERE])
      bridge.refuse(cancelOfMessage(bridge.inbound(KIND.cancel, { assetHome })), 'InvalidKind');
  });

  it('is refused for a message whose asset has its home on the wrong side', () => {
    bridge.refuse(cancelOfMessage(lock({ assetHome: HERE })), 'MessageIdMismatch');
    bridge.refuse(cancelOfMessage(bridge.inbound(KIND.burn, { assetHome: REMOTE.domain })), 'MessageIdMismatch');
  });

  it('is refused for a recipient or an amount that is not the message’s', () => {
    const committed = bridge.commitAround(lock());
    const message = committed.messages[2] as Message;
    const call = calls.cancel(committed, 2);
    const proof = call.args.proof as Hex;
    const [recipient, amount] = [8 * 89, 8 * 121];
    for (const bit of [recipient, amount, amount + 127])
      bridge.refuse(withArgs(call, { proof: flipBit(proof, bit) }), 'MessageIdMismatch');
    bridge.refuse(
      withArgs(call, { orderId: messageIdOf({ ...message, recipient: wordOf(ADMIN) }) }),
      'MessageIdMismatch',
    );
    for (const use of ['mintTokens', 'releaseTokens'] as const) {
      const other = packProof(use, message, committed.batch);
      // With siblings of three levels the missing tail goes unnoticed; with the bare head it does not.
      bridge.refuseAny(withArgs(call, { proof: other }));
      bridge.refuse(withArgs(call, { proof: other.slice(0, 2 + 2 * 105) as Hex }), 'MalformedProof');
    }
  });

  it('is refused for any flipped bit of the proof', () => {
    const call = cancelOfMessage(lock());
    const proof = call.args.proof as Hex;
    for (let bit = 0; bit < (proof.length - 2) * 4; bit += 29)
      bridge.refuseAny(withArgs(call, { proof: flipBit(proof, bit) }));
  });
});
