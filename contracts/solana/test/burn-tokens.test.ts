import assert from 'node:assert/strict';
import { type Hex, KIND, padLeft } from '@causeway/protocol';
import fc from 'fast-check';
import { anyAddress, anyWord, ZERO_WORD } from '../../test-support/bytes.ts';
import { addressOf, tokenAccountOf } from './support/addresses.ts';
import { messageFields, useBridge } from './support/bridge.ts';
import { GUARDIAN, HERE, LIMITS, OTHER, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { supplyOf, tokenBalance } from './support/tokens.ts';

const SUPPLY = 2n * LIMITS.maxAmount;

describe('burnTokens', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const mint = calls.mintOf(REMOTE);
  const userToken = tokenAccountOf(mint, USER);

  beforeEach(() => bridge.giveBridged(SUPPLY));

  it('burns the sender’s tokens and emits a message with each next nonce', () => {
    for (let nonce = 0n; nonce < 3n; nonce++) {
      const message = bridge.outbound(KIND.burn, nonce, 100n + nonce);
      bridge.runEmitting(calls.burn({ amount: 100n + nonce }), 'tokensBurned', messageFields(message));
    }
    assert.equal(supplyOf(chain, mint), SUPPLY - 303n);
    assert.equal(tokenBalance(chain, userToken), SUPPLY - 303n);
    assert.equal(bridge.remote().nextOutboundNonce, 3n);
    assert.equal(bridge.outstanding(), 0n);
  });

  it('shares the nonces of the lane with locks', () => {
    bridge.run(calls.lock({ amount: 100n }));
    bridge.runEmitting(
      calls.burn({ amount: 100n }),
      'tokensBurned',
      messageFields(bridge.outbound(KIND.burn, 1n, 100n)),
    );
  });

  it('takes no token account that the sender may not spend from', () => {
    // The program passes on only the sender's signature.
    bridge.giveTokens(STRANGER, 500n, mint);
    const call = calls.burn({ amount: 100n });
    const stolen = { ...call, accounts: { ...call.accounts, senderToken: tokenAccountOf(mint, STRANGER) } };
    bridge.fails(stolen, 'Custom(4)');
  });

  it('fails when the token refuses: too little, frozen', () => {
    bridge.giveTokens(STRANGER, 99n, mint);
    bridge.fails(calls.burn({ amount: 100n, sender: STRANGER }), 'Custom(1)');
    bridge.giveTokens(STRANGER, 100n, mint, true);
    bridge.fails(calls.burn({ amount: 100n, sender: STRANGER }), 'Custom(17)');
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pauseOutbound', GUARDIAN));
    bridge.refuse(calls.burn({ amount: 100n }), 'OutboundPaused');
  });

  it('is refused towards an unknown remote, and towards this chain itself', () => {
    bridge.refuse(calls.burn({ amount: 100n, to: OTHER }), 'UnknownRemote');
    bridge.refuse(calls.burn({ amount: 100n, to: { ...OTHER, domain: HERE } }), 'UnknownRemote');
  });

  it('is refused towards a remote that is not open', () => {
    bridge.run(calls.setRemote(OTHER));
    bridge.refuse(calls.burn({ amount: 100n, to: OTHER }), 'RemoteNotOpen');
  });

  it('is refused for a recipient that is zero or has a non-zero pad', () => {
    const radix = { ...OTHER, addressLength: 30 };
    bridge.register(radix);
    const refused = (recipient: Hex, to = REMOTE) =>
      bridge.refuse(calls.burn({ amount: 100n, recipient, to }), 'InvalidRecipient');
    refused(padLeft('0x'));
    refused(padLeft(`0x01${'00'.repeat(20)}`));
    refused(padLeft('0x'), radix);
    refused(padLeft(`0x01${'00'.repeat(30)}`), radix);
  });

  it('is refused for no amount, and outside the limits', () => {
    bridge.refuse(calls.burn({ amount: 0n }), 'ZeroAmount');
    bridge.refuse(calls.burn({ amount: LIMITS.minAmount - 1n }), 'BelowMinimum');
    bridge.refuse(calls.burn({ amount: LIMITS.maxAmount + 1n }), 'AboveMaximum');
    bridge.run(calls.burn({ amount: LIMITS.maxAmount }));
    bridge.run(calls.burn({ amount: LIMITS.minAmount }));
  });
});

describe('burnTokensWithReference', () => {
  const bridge = useBridge();
  const { calls } = bridge;

  beforeEach(() => bridge.giveBridged(1_000n));

  it('emits the reference and the address to refund instead of the sender', () => {
    let nonce = 0n;
    fc.assert(
      fc.property(anyWord, anyAddress, (reference, sender) => {
        bridge.giveBridged(400n);
        const message = { ...bridge.outbound(KIND.burn, nonce++, 400n), reference, sender };
        const call = calls.burn({ amount: 400n, reference, refundAddress: addressOf(sender) });
        bridge.runEmitting(call, 'tokensBurned', messageFields(message));
      }),
      { numRuns: 20, seed: 3 },
    );
  });

  it('is refused without an address to refund', () => {
    const refundAddress = addressOf(ZERO_WORD);
    bridge.refuse(calls.burn({ amount: 400n, reference: REFERENCE, refundAddress }), 'InvalidRefundAddress');
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pauseOutbound', GUARDIAN));
    bridge.refuse(calls.burn({ amount: 400n, reference: REFERENCE }), 'OutboundPaused');
  });
});
