import assert from 'node:assert/strict';
import { type Hex, KIND, MAX_WIRE_AMOUNT, padLeft } from '@causeway/protocol';
import fc from 'fast-check';
import { wordOf } from './support/addresses.ts';
import { Bridge, messageFields } from './support/bridge.ts';
import { paidWith, withArgs } from './support/call.ts';
import { GUARDIAN, LIMITS, OTHER, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible, createPlenty, createToken, FREE_XRD, fund, WEALTH } from './support/tokens.ts';

describe('lockTokens of XRD', () => {
  const bridge = useBridge();
  const { calls, chain, unit } = bridge;

  it('moves the tokens into the escrow and emits a message with each next nonce', () => {
    const wealth = chain.balance(USER, bridge.canonical);
    for (let nonce = 0n; nonce < 3n; nonce++) {
      const message = bridge.outbound(KIND.lock, nonce, 100n + nonce);
      bridge.runEmitting(calls.lock({ amount: (100n + nonce) * unit }), 'TokensLocked', messageFields(message));
    }
    assert.equal(bridge.holdings, 303n * unit);
    assert.equal(wealth - chain.balance(USER, bridge.canonical), 303n * unit);
    assert.deepEqual(bridge.lane(), { nextOutboundNonce: 3n, nextInboundNonce: 0n, outstanding: 303n });
  });

  it('takes every amount within the limits and every recipient of the right form', () => {
    const amounts = fc.bigInt({ min: LIMITS.minAmount, max: LIMITS.maxAmount });
    const recipients = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .filter((bytes) => bytes.some((byte) => byte !== 0));
    fc.assert(
      fc.property(amounts, recipients, (wireAmount, bytes) => {
        chain.restore();
        const recipient = padLeft(`0x${Buffer.from(bytes).toString('hex')}`);
        const message = { ...bridge.outbound(KIND.lock, 0n, wireAmount), recipient };
        bridge.runEmitting(
          calls.lock({ amount: wireAmount * unit, recipient }),
          'TokensLocked',
          messageFields(message),
        );
        assert.equal(bridge.outstanding(), wireAmount);
      }),
      { numRuns: 15, seed: 1 },
    );
  });

  it('has the payer as sender, and refunds the account in the arguments', () => {
    fund(chain, STRANGER, 1n);
    const message = { ...bridge.outbound(KIND.lock, 0n, 100n), sender: wordOf(STRANGER) };
    const call = calls.lock({ amount: 100n * unit, sender: STRANGER });
    bridge.runEmitting(call, 'TokensLocked', messageFields(message));
    const toUser = { ...bridge.outbound(KIND.lock, 1n, 100n), sender: wordOf(USER) };
    bridge.runEmitting(withArgs(call, { refundAddress: USER }), 'TokensLocked', messageFields(toUser));
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pause_outbound', GUARDIAN));
    bridge.refuse(calls.lock({ amount: 100n * unit }), 'OutboundPaused');
  });

  it('is refused towards an unknown remote', () => {
    bridge.refuse(calls.lock({ amount: 100n * unit, to: OTHER }), 'UnknownRemote');
  });

  it('is refused towards a remote that is not open', () => {
    bridge.run(calls.setRemote(OTHER));
    bridge.refuse(calls.lock({ amount: 100n * unit, to: OTHER }), 'RemoteNotOpen');
  });

  it('is refused for a recipient that is zero or has a non-zero pad', () => {
    const wide = { ...OTHER, addressLength: 32, bridge: `0x${'b2'.repeat(32)}` as Hex };
    bridge.register(wide);
    const refused = (recipient: Hex, to = REMOTE) =>
      bridge.refuse(calls.lock({ amount: 100n * unit, recipient, to }), 'InvalidRecipient');
    const bit = (position: number) => padLeft(`0x${(1n << BigInt(position)).toString(16).padStart(64, '0')}`);
    refused(padLeft('0x'));
    refused(padLeft('0x'), wide);
    // One bit above the 20 bytes is refused; the highest bit of the 20 is not.
    refused(bit(160));
    refused(bit(255));
    bridge.run(
      calls.lock({ amount: 100n * unit, recipient: bit(159) }),
      calls.lock({ amount: 100n * unit, recipient: bit(255), to: wide }),
    );
  });

  it('is refused for no amount or less', () => {
    bridge.refuse(calls.lock({ amount: 0n }), 'ZeroAmount');
    const paid = calls.lock({ amount: 100n * unit });
    for (const amount of [0n, -1n, -100n * unit, -(2n ** 191n)])
      bridge.refuse(withArgs(paid, { amount }), 'ZeroAmount');
  });

  it('is refused for an amount that is no whole number of wire units', () => {
    for (const amount of [100n * unit + 1n, 101n * unit - 1n, unit - 1n, 1n])
      bridge.refuse(calls.lock({ amount }), 'DustAmount');
    bridge.run(calls.lock({ amount: 100n * unit }));
  });

  it('is refused outside the limits, which are in wire units', () => {
    const lock = (wireAmount: bigint) => calls.lock({ amount: wireAmount * unit });
    bridge.refuse(lock(LIMITS.minAmount - 1n), 'BelowMinimum');
    bridge.refuse(lock(LIMITS.maxAmount + 1n), 'AboveMaximum');
    bridge.run(lock(LIMITS.minAmount), lock(LIMITS.maxAmount));
  });

  it('is refused for more than 128 bits of wire units', () => {
    const paid = calls.lock({ amount: 100n * unit });
    bridge.refuse(withArgs(paid, { amount: MAX_WIRE_AMOUNT * unit }), 'AboveMaximum');
    bridge.refuse(withArgs(paid, { amount: (MAX_WIRE_AMOUNT + 1n) * unit }), 'AmountTooLarge');
    bridge.refuse(withArgs(paid, { amount: ((2n ** 191n - 1n) / unit) * unit }), 'AmountTooLarge');
  });

  it('is refused for a bucket that holds another amount', () => {
    const call = calls.lock({ amount: 1_000n * unit });
    for (const amount of [0n, 1n, 999n * unit, 1_000n * unit + 1n, 2_000n * unit])
      bridge.refuse(paidWith(call, { amount }), 'BalanceDeltaMismatch');
    bridge.run(call);
  });

  it('is refused for a bucket of another resource', () => {
    const call = calls.lock({ amount: 100n * unit });
    bridge.refuse(paidWith(call, { resource: createToken(chain, USER, 18) }), 'InvalidToken');
    bridge.giveBridged(100n);
    bridge.refuse(paidWith(call, { resource: bridge.tokenOf(REMOTE) }), 'InvalidToken');
  });

  it('is refused for a bucket of non-fungibles', () => {
    const resource = createNonFungible(chain, USER);
    const call = calls.lock({ amount: 10n ** 18n });
    bridge.refuse(paidWith(call, { resource }), 'InvalidToken');
  });

  it('is refused for an address to refund that is no account', () => {
    const call = calls.lock({ amount: 100n * unit });
    for (const refundAddress of [bridge.address, bridge.canonical, bridge.locker])
      bridge.fails(withArgs(call, { refundAddress }), /SchemaValidation|TypeCheckError/);
  });

  it('draws no bucket', () => {
    bridge.run(calls.lock({ amount: LIMITS.maxAmount * unit }));
    assert.equal(bridge.level('canonical'), LIMITS.capacity);
  });

  it('fails when the sender has too little, or does not sign', () => {
    fund(chain, STRANGER, 1n);
    bridge.fails(calls.lock({ amount: FREE_XRD + unit, sender: STRANGER }), /InsufficientBalance/);
    const call = calls.lock({ amount: 100n * unit });
    const { error } = chain.execute(bridge.instructionsOf(call), [STRANGER]);
    assert.match(error ?? '', /Unauthorized/);
  });
});

describe('lockTokens of a token', () => {
  const bridge = useBridge({ divisibility: 12 });
  const { calls, chain, unit } = bridge;

  it('moves the tokens into the escrow and emits wire units', () => {
    const message = bridge.outbound(KIND.lock, 0n, 100n);
    bridge.runEmitting(calls.lock({ amount: 100n * unit }), 'TokensLocked', messageFields(message));
    assert.equal(bridge.holdings, 100n * unit);
    assert.equal(chain.balance(USER, bridge.canonical), WEALTH - 100n * unit);
    assert.equal(bridge.outstanding(), 100n);
  });

  it('is refused for an amount that is no whole number of wire units', () => {
    bridge.refuse(calls.lock({ amount: 100n * unit + 10n ** 6n }), 'DustAmount');
    bridge.refuse(calls.lock({ amount: unit - 10n ** 6n }), 'DustAmount');
    // An amount below the token's divisibility.
    bridge.refuse(withArgs(calls.lock({ amount: 100n * unit }), { amount: 100n * unit + 1n }), 'DustAmount');
  });
});

describe('lockTokens of a token with few decimals', () => {
  const bridge = useBridge({ divisibility: 6 });
  const { calls, chain, unit } = bridge;
  const unlimited = { ...LIMITS, minAmount: 0n, maxAmount: MAX_WIRE_AMOUNT, capacity: MAX_WIRE_AMOUNT };

  it('has local units that are wire units', () => {
    assert.equal(unit, 10n ** 12n);
    const message = bridge.outbound(KIND.lock, 0n, 1_000n);
    bridge.runEmitting(calls.lock({ amount: 1_000n * unit }), 'TokensLocked', messageFields(message));
  });

  it('is refused when the outstanding amount would exceed 128 bits', () => {
    const half = 2n ** 127n;
    const plenty = Bridge.instantiate(chain, createPlenty(chain, USER, 2n * half * 10n ** 9n));
    plenty.register(REMOTE, unlimited);
    const lock = (wireAmount: bigint) => plenty.calls.lock({ amount: wireAmount * plenty.unit });
    plenty.run(lock(half));
    plenty.refuse(lock(half), 'AmountTooLarge');
    plenty.run(lock(half - 1n));
    assert.equal(plenty.outstanding(), MAX_WIRE_AMOUNT);
    assert.equal(plenty.holdings, MAX_WIRE_AMOUNT * plenty.unit);
  });

  it('takes any amount that there is of the token', () => {
    bridge.run(calls.setLimits(REMOTE, 'canonical', unlimited));
    bridge.run(calls.lock({ amount: WEALTH }));
    assert.equal(bridge.outstanding(), WEALTH / unit);
  });
});
