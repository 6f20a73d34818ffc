import assert from 'node:assert/strict';
import { KIND, ZERO_32 } from '@causeway/protocol';
import fc from 'fast-check';
import { messageFields, useBridge, withArgs } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { anyWord, bitOf } from '../bytes.ts';
import { LIMITS, OTHER, REFERENCE, REMOTE } from '../setting.ts';

const SUPPLY = LIMITS.capacity;

export function burnTokens(kind: Kind): void {
  const unit = kind.bridgedUnit(REMOTE.wireDecimals);

  describe('burnTokens', () => {
    const bridge = useBridge(kind);

    beforeEach(() => bridge.giveBridged(SUPPLY));

    it('burns the sender’s tokens and emits a message with each next nonce', async () => {
      for (let nonce = 0n; nonce < 3n; nonce++) {
        const message = bridge.outbound(KIND.burn, nonce, 100n + nonce);
        await bridge.emits(bridge.burn({ wireAmount: 100n + nonce }), 'TokensBurned', messageFields(message));
      }
      assert.deepEqual([await bridge.bridgedSupply(), await bridge.bridgedBalance()], [SUPPLY - 303n, SUPPLY - 303n]);
      assert.deepEqual(await bridge.lane(), {
        nextOutboundNonce: 3n,
        nextInboundNonce: 5n,
        outstanding: 0n,
        paused: false,
      });
    });

    it('shares the nonces of the lane with locks', async () => {
      await bridge.run(bridge.lock({ wireAmount: 100n }));
      const message = bridge.outbound(KIND.burn, 1n, 100n);
      await bridge.emits(bridge.burn({ wireAmount: 100n }), 'TokensBurned', messageFields(message));
    });

    it('burns for anyone who holds the token', async () => {
      const by = bridge.actor('stranger');
      await bridge.under.pass(SUPPLY / LIMITS.refillPerSecond);
      await bridge.giveBridged(500n, by);
      const message = { ...bridge.outbound(KIND.burn, 0n, 500n), sender: by };
      await bridge.emits(bridge.burn({ wireAmount: 500n, by }), 'TokensBurned', messageFields(message));
    });

    it('fails when the sender has too little', async () => {
      const by = bridge.actor('stranger');
      await bridge.under.pass(SUPPLY / LIMITS.refillPerSecond);
      await bridge.giveBridged(100n, by);
      await bridge.fails(bridge.burn({ wireAmount: 101n, by }));
    });

    it('is refused while outbound is paused', async () => {
      await bridge.run(bridge.pause('pauseOutbound'));
      await bridge.refuses(bridge.burn({ wireAmount: 100n }), 'OutboundPaused');
    });

    it('is refused towards an unknown remote, and towards this chain itself', async () => {
      for (const returnChain of [OTHER.domain, bridge.here])
        await bridge.refuses(withArgs(bridge.burn({ wireAmount: 100n }), { returnChain }), 'UnknownRemote');
    });

    it('is refused towards a remote that is not open', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      await bridge.refuses(withArgs(bridge.burn({ wireAmount: 100n }), { returnChain: OTHER.domain }), 'RemoteNotOpen');
    });

    it('is refused for a recipient that is zero or has a non-zero pad', async () => {
      const longer = { ...OTHER, addressLength: 30 };
      await bridge.register(longer);
      for (const recipient of [ZERO_32, bitOf(160)])
        await bridge.refuses(bridge.burn({ wireAmount: 100n, recipient }), 'InvalidRecipient');
      for (const returnAddress of [ZERO_32, bitOf(240)]) {
        const call = withArgs(bridge.burn({ wireAmount: 100n }), { returnChain: longer.domain, returnAddress });
        await bridge.refuses(call, 'InvalidRecipient');
      }
    });

    it('is refused for no amount, and outside the limits', async () => {
      await bridge.refuses(bridge.burn({ wireAmount: 0n }), 'ZeroAmount');
      await bridge.refuses(bridge.burn({ wireAmount: LIMITS.minAmount - 1n }), 'BelowMinimum');
      await bridge.refuses(bridge.burn({ wireAmount: LIMITS.maxAmount + 1n }), 'AboveMaximum');
      for (const wireAmount of [LIMITS.maxAmount, LIMITS.minAmount]) await bridge.run(bridge.burn({ wireAmount }));
    });

    // Where a bridged token has wire decimals, every amount is whole.
    if (unit > 1n)
      it('is refused for an amount that is no whole number of wire units', async () => {
        for (const amount of [100n * unit + 1n, unit - 1n, 1n])
          await bridge.refuses(withArgs(bridge.burn({ wireAmount: 100n }), { amount }), 'DustAmount');
      });

    it('draws no bucket', async () => {
      const before = await bridge.level('bridged');
      await bridge.run(bridge.burn({ wireAmount: LIMITS.maxAmount }));
      assert.equal(await bridge.level('bridged'), before);
    });

    it('leaves another remote’s token alone', async () => {
      await bridge.register(OTHER);
      await bridge.giveBridged(1_000n, bridge.user, OTHER);
      const message = bridge.outbound(KIND.burn, 0n, 400n, OTHER);
      await bridge.emits(bridge.burn({ wireAmount: 400n, to: OTHER }), 'TokensBurned', messageFields(message));
      assert.deepEqual([await bridge.bridgedSupply(), await bridge.bridgedSupply(OTHER)], [SUPPLY, 600n]);
    });
  });

  describe('burnTokensWithReference', () => {
    const bridge = useBridge(kind);

    beforeEach(() => bridge.giveBridged(100_000n));

    it('emits the reference and the address to refund instead of the sender', async () => {
      let nonce = 0n;
      await fc.assert(
        fc.asyncProperty(anyWord, async (reference) => {
          const refundAddress = bridge.under.account(`refunded ${nonce}`);
          const message = { ...bridge.outbound(KIND.burn, nonce++, 400n), reference, sender: refundAddress };
          const call = bridge.burn({ wireAmount: 400n, reference, refundAddress });
          await bridge.emits(call, 'TokensBurned', messageFields(message));
        }),
        { numRuns: 10, seed: 3 },
      );
    });

    it('is refused without an address to refund', () =>
      bridge.fails(bridge.burn({ wireAmount: 400n, refundAddress: ZERO_32 }), 'InvalidRefundAddress'));

    it('is refused while outbound is paused', async () => {
      await bridge.run(bridge.pause('pauseOutbound'));
      await bridge.refuses(bridge.burn({ wireAmount: 400n, reference: REFERENCE }), 'OutboundPaused');
    });
  });
}
