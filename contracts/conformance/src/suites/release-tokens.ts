import assert from 'node:assert/strict';
import { type Hex, KIND, type Message, packProof, ZERO_32 } from '@causeway/protocol';
import { executionFields, messageAt, useBridge, withArgs } from '../bridge.ts';
import type { Asset, Kind } from '../bridge-under-test.ts';
import { flipBit } from '../bytes.ts';
import { LIMITS, OTHER, REMOTE } from '../setting.ts';

/** Wire units. A payment of the native coin must be worth more than what an account of it costs. */
const LOCKED = 10_000_000_000n;
const AMOUNT = 1_000_000n;

const ASSETS: readonly (readonly [string, Asset])[] = [
  ['the native coin', 'native'],
  ['a token', { decimals: 12 }],
  ['a token with few decimals', { decimals: 6 }],
];

export function releaseTokens(kind: Kind): void {
  for (const [asset, description] of ASSETS)
    describe(`releaseTokens of ${asset}`, () => {
      const bridge = useBridge(kind, description);

      it('pays a Burn out of the escrow, in local units', async () => {
        const recipient = bridge.under.account('recipient');
        await bridge.under.prepare('canonical', recipient);
        await bridge.run(bridge.lock({ wireAmount: LOCKED }));
        const before = await bridge.under.balance('canonical', recipient);
        const committed = await bridge.commitAround(bridge.inbound(KIND.burn, { recipient, wireAmount: AMOUNT }));
        await bridge.emits(bridge.release(committed, 2), 'TokensReleased', executionFields(messageAt(committed, 2)));
        assert.equal((await bridge.under.balance('canonical', recipient)) - before, AMOUNT * bridge.unit);
        assert.equal(await bridge.under.held(), (LOCKED - AMOUNT) * bridge.unit);
        assert.equal(await bridge.outstanding(), LOCKED - AMOUNT);
        assert.equal(await bridge.statusOf(2n), 'executed');
        assert.equal(await bridge.under.credit('canonical', recipient), 0n);
      });
    });

  describe('releaseTokens', () => {
    const bridge = useBridge(kind);
    const burn = (fields: Partial<Message> = {}) =>
      bridge.inbound(KIND.burn, { recipient: bridge.under.account('recipient'), wireAmount: AMOUNT, ...fields });
    const releaseOf = async (message: Message) => bridge.release(await bridge.commitAround(message), 2);
    const refuses = async (message: Message, error: string) => bridge.refuses(await releaseOf(message), error);
    const balance = (of = bridge.under.account('recipient')) => bridge.under.balance('canonical', of);

    beforeEach(() => bridge.run(bridge.lock({ wireAmount: LOCKED })));

    it('pays the Cancel of a Lock', async () => {
      const before = await balance();
      await bridge.run(await releaseOf(burn({ kind: KIND.cancel, assetHome: bridge.here })));
      assert.equal((await balance()) - before, AMOUNT * bridge.unit);
    });

    it('pays the last locked unit', async () => {
      await bridge.run(await releaseOf(burn({ wireAmount: LOCKED })));
      assert.deepEqual([await bridge.outstanding(), await bridge.under.held()], [0n, 0n]);
    });

    it('pays accounts with a role too', async () => {
      for (const recipient of [bridge.actor('user'), bridge.actor('admin'), bridge.actor('guardian')]) {
        const before = await balance(recipient);
        await bridge.run(await releaseOf(burn({ recipient })));
        assert.equal((await balance(recipient)) - before, AMOUNT * bridge.unit);
      }
    });

    it('is refused above the outstanding amount', async () => {
      for (const wireAmount of [LOCKED + 1n, 2n ** 64n - 1n])
        await refuses(burn({ wireAmount }), 'InsufficientOutstanding');
    });

    it('leaves the outstanding amount of another remote unchanged', async () => {
      await bridge.register(OTHER);
      const theirs = await bridge.commit([{ ...burn(), source: OTHER.domain, sourceBridge: OTHER.bridge }], OTHER);
      await bridge.refuses(bridge.release(theirs, 0), 'InsufficientOutstanding');
    });

    it('is refused without the oracle', async () =>
      bridge.refusesCallers(await releaseOf(burn()), [...bridge.notOracles, bridge.user], 'NotOracle'));

    it('waits while inbound is paused', async () => {
      const call = await releaseOf(burn());
      await bridge.run(bridge.pause('pauseInbound'));
      await bridge.refuses(call, 'InboundPaused');
      await bridge.run(bridge.pause('unpauseInbound'), call);
    });

    it('is refused the second time', async () => {
      const call = await releaseOf(burn());
      await bridge.run(call);
      await bridge.refuses(call, 'AlreadyExecuted');
    });

    it('is refused for a cancelled message', async () => {
      const committed = await bridge.commitAround(burn());
      await bridge.run(bridge.cancel(committed, 2));
      await bridge.refuses(bridge.release(committed, 2), 'AlreadyCancelled');
    });

    it('is refused for a Lock, and for the Cancel of a Burn, which mintTokens serves', async () => {
      await refuses(bridge.inbound(KIND.lock), 'WrongAssetHome');
      await refuses(burn({ kind: KIND.cancel, assetHome: REMOTE.domain }), 'MessageIdMismatch');
    });

    it('is refused for arguments that are not the message’s', async () => {
      const committed = await bridge.commitAround(burn());
      const call = bridge.release(committed, 2);
      const { orderId, proof } = call.args;
      await bridge.refuses(withArgs(call, { orderId: flipBit(orderId, 0) }), 'MessageIdMismatch');
      await bridge.refuses(withArgs(call, { recipient: bridge.actor('admin') }), 'MessageIdMismatch');
      await bridge.fails(withArgs(call, { recipient: ZERO_32 }), 'InvalidRecipient');
      // The amount is the last byte of the tail, after the 89 bytes of the head.
      await bridge.refuses(withArgs(call, { proof: flipBit(proof, 8 * 104) }), 'MessageIdMismatch');
      const message = messageAt(committed, 2);
      const mintProof = packProof('mintTokens', message, committed.batch);
      await bridge.refuses(withArgs(call, { proof: mintProof }), 'MalformedProof');
      const cancelProof = packProof('cancelOrder', message, committed.batch);
      await bridge.refuses(withArgs(call, { proof: cancelProof }), 'MessageIdMismatch');
    });

    it('is refused for siblings missing or left over, and for bytes left over', async () => {
      const call = await releaseOf(burn());
      const { proof } = call.args;
      for (const siblings of [`${proof}${'00'.repeat(32)}`, proof.slice(0, -64)] as Hex[])
        await bridge.refuses(withArgs(call, { proof: siblings }), 'InvalidProof');
      for (const bytes of [`${proof}00`, proof.slice(0, -2), '0x'] as Hex[])
        await bridge.refuses(withArgs(call, { proof: bytes }), 'MalformedProof');
    });

    it('is refused for any flipped bit of the proof', async () => {
      const call = await releaseOf(burn());
      const { proof } = call.args;
      for (let bit = 0; bit < (proof.length - 2) * 4; bit += kind.flippedBits)
        await bridge.refusesAny(withArgs(call, { proof: flipBit(proof, bit) }));
    });

    it('draws on the canonical bucket, refunds too', async () => {
      for (let count = 0; count < 2; count++) await bridge.run(bridge.lock({ wireAmount: LIMITS.maxAmount }));
      await bridge.run(await releaseOf(burn({ wireAmount: LIMITS.capacity })));
      const refund = await releaseOf(burn({ kind: KIND.cancel, assetHome: bridge.here }));
      await bridge.refuses(refund, 'RateLimited');
      await bridge.under.pass(1n);
      await bridge.run(refund);
      assert.equal(await bridge.level('canonical'), LIMITS.refillPerSecond - AMOUNT);
      assert.equal(await bridge.level('bridged'), LIMITS.capacity);
    });
  });
}
