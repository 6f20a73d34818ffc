import assert from 'node:assert/strict';
import { type Hex, KIND, padLeft, ZERO_32 } from '@causeway/protocol';
import fc from 'fast-check';
import { messageFields, useBridge, withArgs } from '../bridge.ts';
import type { Asset, Kind } from '../bridge-under-test.ts';
import { anyWord, bitOf } from '../bytes.ts';
import { LIMITS, OTHER, REFERENCE, REMOTE } from '../setting.ts';

const WIDE = { ...OTHER, addressLength: 32, bridge: `0x${'b2'.repeat(32)}` as Hex };

const ASSETS: readonly (readonly [string, Asset])[] = [
  ['the native coin', 'native'],
  ['a token', { decimals: 12 }],
  ['a token with few decimals', { decimals: 6 }],
];

export function lockTokens(kind: Kind): void {
  for (const [asset, description] of ASSETS)
    describe(`lockTokens of ${asset}`, () => {
      const bridge = useBridge(kind, description);

      it('moves it into the escrow and emits a message in wire units with each next nonce', async () => {
        const wealth = await bridge.under.balance('canonical', bridge.user);
        for (let nonce = 0n; nonce < 3n; nonce++) {
          const message = bridge.outbound(KIND.lock, nonce, 100n + nonce);
          await bridge.emits(bridge.lock({ wireAmount: 100n + nonce }), 'TokensLocked', messageFields(message));
        }
        assert.equal(await bridge.under.held(), 303n * bridge.unit);
        assert.equal(wealth - (await bridge.under.balance('canonical', bridge.user)), 303n * bridge.unit);
        assert.deepEqual(await bridge.lane(), {
          nextOutboundNonce: 3n,
          nextInboundNonce: 0n,
          outstanding: 303n,
          paused: false,
        });
      });

      it('is refused outside the limits, which are in wire units', async () => {
        await bridge.refuses(bridge.lock({ wireAmount: LIMITS.minAmount - 1n }), 'BelowMinimum');
        await bridge.refuses(bridge.lock({ wireAmount: LIMITS.maxAmount + 1n }), 'AboveMaximum');
        for (const wireAmount of [LIMITS.minAmount, LIMITS.maxAmount]) await bridge.run(bridge.lock({ wireAmount }));
      });

      it('fails when the sender has too little', async () => {
        const by = bridge.under.account('poor');
        await bridge.under.give(by, 999n * bridge.unit);
        const balance = await bridge.under.balance('canonical', by);
        await bridge.fails(bridge.lock({ wireAmount: balance / bridge.unit + 1n, by }));
      });
    });

  describe('lockTokens', () => {
    const bridge = useBridge(kind);

    it('takes every amount within the limits and every recipient of the right form', async () => {
      const amounts = fc.bigInt({ min: LIMITS.minAmount, max: LIMITS.maxAmount });
      const recipients = fc
        .uint8Array({ minLength: 20, maxLength: 20 })
        .filter((bytes) => bytes.some((byte) => byte !== 0));
      await fc.assert(
        fc.asyncProperty(amounts, recipients, async (wireAmount, bytes) => {
          await bridge.under.restore();
          const recipient = padLeft(`0x${Buffer.from(bytes).toString('hex')}`);
          const message = { ...bridge.outbound(KIND.lock, 0n, wireAmount), recipient };
          await bridge.emits(bridge.lock({ wireAmount, recipient }), 'TokensLocked', messageFields(message));
          assert.equal(await bridge.outstanding(), wireAmount);
        }),
        { numRuns: 15, seed: 1 },
      );
    });

    it('has the caller as sender', async () => {
      const by = bridge.actor('stranger');
      await bridge.under.give(by, 100n * bridge.unit);
      const message = { ...bridge.outbound(KIND.lock, 0n, 100n), sender: by };
      await bridge.emits(bridge.lock({ wireAmount: 100n, by }), 'TokensLocked', messageFields(message));
    });

    it('counts each remote’s nonces and outstanding amount apart', async () => {
      await bridge.register(OTHER);
      await bridge.run(bridge.lock({ wireAmount: 100n }));
      const message = bridge.outbound(KIND.lock, 0n, 200n, OTHER);
      await bridge.emits(bridge.lock({ wireAmount: 200n, to: OTHER }), 'TokensLocked', messageFields(message));
      assert.deepEqual([await bridge.outstanding(), await bridge.outstanding(OTHER)], [100n, 200n]);
    });

    it('is refused while outbound is paused', async () => {
      await bridge.run(bridge.pause('pauseOutbound'));
      await bridge.refuses(bridge.lock({ wireAmount: 100n }), 'OutboundPaused');
    });

    it('is refused towards an unknown remote, and towards this chain itself', async () => {
      for (const domain of [OTHER.domain, bridge.here])
        await bridge.refuses(bridge.lock({ wireAmount: 100n, to: { ...OTHER, domain } }), 'UnknownRemote');
    });

    it('is refused towards a remote that is not open', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      await bridge.refuses(bridge.lock({ wireAmount: 100n, to: OTHER }), 'RemoteNotOpen');
    });

    it('is refused for a recipient that is zero or has a non-zero pad', async () => {
      await bridge.register(WIDE);
      // One bit above the 20 bytes is refused; the highest bit of the 20 is not.
      for (const recipient of [ZERO_32, bitOf(160), bitOf(255)])
        await bridge.refuses(bridge.lock({ wireAmount: 100n, recipient }), 'InvalidRecipient');
      await bridge.refuses(bridge.lock({ wireAmount: 100n, recipient: ZERO_32, to: WIDE }), 'InvalidRecipient');
      await bridge.run(
        bridge.lock({ wireAmount: 100n, recipient: bitOf(159) }),
        bridge.lock({ wireAmount: 100n, recipient: bitOf(255), to: WIDE }),
      );
    });

    it('is refused for no amount', () => bridge.refuses(bridge.lock({ wireAmount: 0n }), 'ZeroAmount'));

    it('draws no bucket', async () => {
      await bridge.run(bridge.lock({ wireAmount: LIMITS.maxAmount }));
      assert.equal(await bridge.level('canonical'), LIMITS.capacity);
    });
  });

  describe('lockTokens of an asset that is finer than a wire unit', () => {
    const bridge = useBridge(kind, { decimals: 12 });

    it('is refused for an amount that is no whole number of wire units', async () => {
      const call = bridge.lock({ wireAmount: 100n });
      const finest = bridge.unit / 1_000n;
      for (const amount of [100n * bridge.unit + finest, 101n * bridge.unit - finest, bridge.unit - finest, finest])
        await bridge.refuses(withArgs(call, { amount }), 'DustAmount');
      await bridge.run(call);
    });
  });

  describe('lockTokensWithReference', () => {
    const bridge = useBridge(kind);
    const tokens = useBridge(kind, { decimals: 12 });

    it('emits the reference and the address to refund instead of the sender', async () => {
      let index = 0;
      await fc.assert(
        fc.asyncProperty(anyWord, async (reference) => {
          await bridge.under.restore();
          const refundAddress = bridge.under.account(`refunded ${index++}`);
          const message = { ...bridge.outbound(KIND.lock, 0n, 100n), reference, sender: refundAddress };
          const call = bridge.lock({ wireAmount: 100n, reference, refundAddress });
          await bridge.emits(call, 'TokensLocked', messageFields(message));
        }),
        { numRuns: 12, seed: 2 },
      );
    });

    it('is the same with a token', async () => {
      const referred = { reference: REFERENCE, refundAddress: tokens.actor('stranger') };
      const message = { ...tokens.outbound(KIND.lock, 0n, 100n), reference: REFERENCE, sender: referred.refundAddress };
      await tokens.emits(tokens.lock({ wireAmount: 100n, ...referred }), 'TokensLocked', messageFields(message));
    });

    it('is refused without an address to refund', () =>
      bridge.fails(bridge.lock({ wireAmount: 100n, refundAddress: ZERO_32 }), 'InvalidRefundAddress'));

    it('is refused while outbound is paused', async () => {
      await bridge.run(bridge.pause('pauseOutbound'));
      await bridge.refuses(bridge.lock({ wireAmount: 100n, reference: REFERENCE }), 'OutboundPaused');
    });

    it('is refused towards a remote that is not open, and for a recipient of a wrong form', async () => {
      await bridge.refuses(bridge.lock({ wireAmount: 100n, reference: REFERENCE, to: OTHER }), 'UnknownRemote');
      const call = bridge.lock({ wireAmount: 100n, reference: REFERENCE, recipient: bitOf(8 * REMOTE.addressLength) });
      await bridge.refuses(call, 'InvalidRecipient');
    });
  });
}
