import assert from 'node:assert/strict';
import { cancelOf, type Hex, KIND, type Message, messageIdOf, packProof, ZERO_32 } from '@causeway/protocol';
import { messageAt, messageFields, useBridge, withArgs } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { flipBit } from '../bytes.ts';
import { LIMITS, REMOTE } from '../setting.ts';

export const cancelOrder = (kind: Kind) =>
  describe('cancelOrder', () => {
    const bridge = useBridge(kind);
    const lock = (fields: Partial<Message> = {}) => bridge.inbound(KIND.lock, fields);
    const cancelOfMessage = async (message: Message) => bridge.cancel(await bridge.commitAround(message), 2);
    const refuses = async (message: Message, error: string) => bridge.refuses(await cancelOfMessage(message), error);

    async function assertCancels(message: Message): Promise<void> {
      const committed = await bridge.commitAround(message);
      const cancel = cancelOf(messageAt(committed, 2), 0n);
      await bridge.emits(bridge.cancel(committed, 2), 'OrderCancelled', messageFields(cancel));
      assert.equal(await bridge.statusOf(2n), 'cancelled');
      assert.equal((await bridge.lane()).nextOutboundNonce, 1n);
    }

    it('emits the Cancel that releases a Lock on the remote', () => assertCancels(lock()));

    it('emits the Cancel that mints a Burn again on the remote', () => assertCancels(bridge.inbound(KIND.burn)));

    it('serves a message that no payment here can serve', () =>
      assertCancels(lock({ recipient: bridge.word, wireAmount: 2n ** 128n - 1n })));

    it('serves a message to the zero address', () => assertCancels(lock({ recipient: ZERO_32 })));

    it('serves a message to an address that this chain does not have', () =>
      assertCancels(lock({ recipient: `0x${'ff'.repeat(32)}` })));

    it('works while both directions are paused', async () => {
      await bridge.run(bridge.pause('pauseInbound'), bridge.pause('pauseOutbound'));
      await bridge.run(await cancelOfMessage(lock()));
    });

    it('changes no balance and draws no bucket', async () => {
      await bridge.run(bridge.lock({ wireAmount: 1_000n }));
      await bridge.run(await cancelOfMessage(bridge.inbound(KIND.burn)));
      assert.equal(await bridge.outstanding(), 1_000n);
      assert.equal(await bridge.under.held(), 1_000n * bridge.unit);
      assert.equal(await bridge.bridgedSupply(), 0n);
      for (const side of ['canonical', 'bridged'] as const) assert.equal(await bridge.level(side), LIMITS.capacity);
    });

    it('shares the nonces of the lane with locks', async () => {
      await bridge.run(bridge.lock({ wireAmount: 1_000n }));
      await bridge.run(await cancelOfMessage(lock()));
      const next = bridge.outbound(KIND.lock, 2n, 1_000n);
      await bridge.emits(bridge.lock({ wireAmount: 1_000n }), 'TokensLocked', messageFields(next));
    });

    it('is refused without the oracle', async () =>
      bridge.refusesCallers(await cancelOfMessage(lock()), bridge.notOracles, 'NotOracle'));

    it('is refused for an executed message', async () => {
      await bridge.under.prepare(REMOTE.domain, bridge.user);
      const committed = await bridge.commitAround(lock());
      await bridge.run(bridge.mint(committed, 2));
      await bridge.refuses(bridge.cancel(committed, 2), 'AlreadyExecuted');
    });

    it('is refused the second time', async () => {
      const call = await cancelOfMessage(lock());
      await bridge.run(call);
      await bridge.refuses(call, 'AlreadyCancelled');
      assert.equal((await bridge.lane()).nextOutboundNonce, 1n);
    });

    it('is refused for a Cancel', async () => {
      for (const assetHome of [REMOTE.domain, bridge.here])
        await refuses(bridge.inbound(KIND.cancel, { assetHome }), 'InvalidKind');
    });

    it('is refused for a message whose asset has its home on the wrong side', async () => {
      await refuses(lock({ assetHome: bridge.here }), 'MessageIdMismatch');
      await refuses(bridge.inbound(KIND.burn, { assetHome: REMOTE.domain }), 'MessageIdMismatch');
    });

    it('is refused for a recipient or an amount that is not the message’s', async () => {
      const committed = await bridge.commitAround(lock());
      const message = messageAt(committed, 2);
      const call = bridge.cancel(committed, 2);
      const { proof } = call.args;
      const [recipient, amount] = [8 * 89, 8 * 121];
      for (const bit of [recipient, amount, amount + 127])
        await bridge.refuses(withArgs(call, { proof: flipBit(proof, bit) }), 'MessageIdMismatch');
      const orderId = messageIdOf({ ...message, recipient: bridge.actor('admin') });
      await bridge.refuses(withArgs(call, { orderId }), 'MessageIdMismatch');
      for (const use of ['mintTokens', 'releaseTokens'] as const) {
        const other = packProof(use, message, committed.batch);
        // With siblings of three levels the missing tail goes unnoticed; with the bare head it does not.
        await bridge.refusesAny(withArgs(call, { proof: other }));
        await bridge.refuses(withArgs(call, { proof: other.slice(0, 2 + 2 * 105) as Hex }), 'MalformedProof');
      }
    });

    it('is refused for any flipped bit of the proof', async () => {
      const call = await cancelOfMessage(lock());
      const { proof } = call.args;
      for (let bit = 0; bit < (proof.length - 2) * 4; bit += kind.flippedBits)
        await bridge.refusesAny(withArgs(call, { proof: flipBit(proof, bit) }));
    });
  });
