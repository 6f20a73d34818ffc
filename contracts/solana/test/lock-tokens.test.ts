import assert from 'node:assert/strict';
import { type Hex, KIND, padLeft } from '@causeway/protocol';
import fc from 'fast-check';
import { TOKEN_PROGRAM, tokenAccountOf } from './support/addresses.ts';
import { Bridge, CODE, messageFields, useBridge } from './support/bridge.ts';
import { noopProgram } from './support/noop.ts';
import { GUARDIAN, LIMITS, OTHER, REMOTE, STRANGER, USER, WEALTH } from './support/setting.ts';
import { tokenBalance } from './support/tokens.ts';

const U64 = 2n ** 64n;

describe('lockTokens of SOL', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const escrowed = () => chain.lamports(bridge.at.escrow);

  it('moves the lamports into the escrow and emits a message with each next nonce', () => {
    const [before, wealth] = [escrowed(), chain.lamports(USER)];
    for (let nonce = 0n; nonce < 3n; nonce++) {
      const message = bridge.outbound(KIND.lock, nonce, 100n + nonce);
      bridge.runEmitting(calls.lock({ amount: 100n + nonce }), 'tokensLocked', messageFields(message));
    }
    assert.equal(escrowed() - before, 303n);
    assert.equal(wealth - chain.lamports(USER), 303n);
    assert.equal(bridge.outstanding(), 303n);
    assert.equal(bridge.remote().nextOutboundNonce, 3n);
    assert.equal(bridge.remote().nextInboundNonce, 0n);
  });

  it('takes every amount within the limits and every recipient of the right form', () => {
    const amounts = fc.bigInt({ min: LIMITS.minAmount, max: LIMITS.maxAmount });
    const recipients = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .filter((bytes) => bytes.some((byte) => byte !== 0));
    fc.assert(
      fc.property(amounts, recipients, (amount, bytes) => {
        chain.restore();
        const recipient = padLeft(`0x${Buffer.from(bytes).toString('hex')}`);
        const message = { ...bridge.outbound(KIND.lock, 0n, amount), recipient };
        bridge.runEmitting(calls.lock({ amount, recipient }), 'tokensLocked', messageFields(message));
        assert.equal(bridge.outstanding(), amount);
      }),
      { numRuns: 25, seed: 1 },
    );
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pauseOutbound', GUARDIAN));
    bridge.refuse(calls.lock({ amount: 100n }), 'OutboundPaused');
  });

  it('is refused towards an unknown remote', () => {
    bridge.refuse(calls.lock({ amount: 100n, to: OTHER }), 'UnknownRemote');
  });

  it('is refused towards a remote that is not open', () => {
    bridge.run(calls.setRemote(OTHER));
    bridge.refuse(calls.lock({ amount: 100n, to: OTHER }), 'RemoteNotOpen');
  });

  it('is refused for a recipient that is zero or has a non-zero pad', () => {
    const wide = { ...OTHER, addressLength: 32, bridge: `0x${'b2'.repeat(32)}` as Hex };
    bridge.register(wide);
    const refused = (recipient: Hex, to = REMOTE) =>
      bridge.refuse(calls.lock({ amount: 100n, recipient, to }), 'InvalidRecipient');
    const bit = (position: number) => padLeft(`0x${(1n << BigInt(position)).toString(16).padStart(64, '0')}`);
    refused(padLeft('0x'));
    refused(padLeft('0x'), wide);
    // One bit above the 20 bytes is refused; the highest bit of the 20 is not.
    refused(bit(160));
    refused(bit(255));
    bridge.run(calls.lock({ amount: 100n, recipient: bit(159) }));
    bridge.run(calls.lock({ amount: 100n, recipient: bit(255), to: wide }));
  });

  it('is refused for no amount, and outside the limits', () => {
    bridge.refuse(calls.lock({ amount: 0n }), 'ZeroAmount');
    bridge.refuse(calls.lock({ amount: LIMITS.minAmount - 1n }), 'BelowMinimum');
    bridge.refuse(calls.lock({ amount: LIMITS.maxAmount + 1n }), 'AboveMaximum');
    bridge.refuse(calls.lock({ amount: U64 - 1n }), 'AboveMaximum');
    bridge.run(calls.lock({ amount: LIMITS.minAmount }));
    bridge.run(calls.lock({ amount: LIMITS.maxAmount }));
  });

  it('draws no bucket', () => {
    bridge.run(calls.lock({ amount: LIMITS.maxAmount }));
    assert.equal((bridge.remote().canonical as { level: bigint }).level, LIMITS.capacity);
  });

  it('fails when the sender has too little', () => {
    bridge.fund(STRANGER, 10_000_000n);
    bridge.fails(calls.lock({ amount: 10_000_001n, sender: STRANGER }), 'Custom(1)');
  });

  it('leaves lamports sent to the escrow without a message outside of its accounts', () => {
    const escrow = chain.account(bridge.at.escrow);
    assert(escrow !== undefined);
    chain.put(bridge.at.escrow, { ...escrow, lamports: escrow.lamports + 5n });
    bridge.run(calls.lock({ amount: 100n }));
    assert.equal(bridge.outstanding(), 100n);
  });
});

describe('lockTokens of a token', () => {
  const bridge = useBridge({ decimals: 12 });
  const { calls, chain, unit } = bridge;
  const userToken = tokenAccountOf(bridge.asset.mint ?? USER, USER);

  it('moves the tokens into the escrow and emits wire units', () => {
    const message = bridge.outbound(KIND.lock, 0n, 100n);
    bridge.runEmitting(calls.lock({ amount: 100n * unit }), 'tokensLocked', messageFields(message));
    assert.equal(tokenBalance(chain, bridge.at.escrow), 100n * unit);
    assert.equal(tokenBalance(chain, userToken), WEALTH - 100n * unit);
    assert.equal(bridge.outstanding(), 100n);
  });

  it('is refused for an amount that is no whole number of wire units', () => {
    bridge.refuse(calls.lock({ amount: 100n * unit + 1n }), 'DustAmount');
    bridge.refuse(calls.lock({ amount: unit - 1n }), 'DustAmount');
  });

  it('is refused outside the limits, which are in wire units', () => {
    bridge.refuse(calls.lock({ amount: (LIMITS.minAmount - 1n) * unit }), 'BelowMinimum');
    bridge.run(calls.lock({ amount: LIMITS.minAmount * unit }));
    bridge.refuse(calls.lock({ amount: (LIMITS.maxAmount + 1n) * unit }), 'AboveMaximum');
    bridge.run(calls.lock({ amount: LIMITS.maxAmount * unit }));
  });

  it('fails when the token refuses: too little, frozen, not the sender’s', () => {
    bridge.giveTokens(STRANGER, 99n * unit);
    bridge.fails(calls.lock({ amount: 100n * unit, sender: STRANGER }), 'Custom(1)');
    bridge.giveTokens(STRANGER, 100n * unit, bridge.asset.mint, true);
    bridge.fails(calls.lock({ amount: 100n * unit, sender: STRANGER }), 'Custom(17)');
  });

  it('is refused when the token program moves another amount than asked for', () => {
    // The real token program cannot do this; the bridge checks the difference anyway, as on every chain.
    const other = Bridge.deploy({ decimals: 12 });
    other.chain.addProgram(TOKEN_PROGRAM, noopProgram(CODE));
    other.refuse(other.calls.lock({ amount: 100n * unit }), 'BalanceDeltaMismatch');
  });
});

describe('lockTokens of a token with few decimals', () => {
  const bridge = useBridge({ decimals: 6 });
  const { calls } = bridge;
  const limits = { ...LIMITS, minAmount: 0n, maxAmount: U64 - 1n, capacity: U64 - 1n };

  it('has local units that are wire units', () => {
    const message = bridge.outbound(KIND.lock, 0n, 1_000n);
    bridge.runEmitting(calls.lock({ amount: 1_000n }), 'tokensLocked', messageFields(message));
  });

  it('is refused when the outstanding amount would exceed 64 bits', () => {
    bridge.run(calls.setLimits(REMOTE, 'canonical', limits));
    bridge.giveTokens(USER, U64 - 1n);
    bridge.run(calls.lock({ amount: 2n ** 63n }));
    bridge.giveTokens(USER, U64 - 1n);
    bridge.refuse(calls.lock({ amount: 2n ** 63n }), 'AmountTooLarge');
    bridge.run(calls.lock({ amount: 2n ** 63n - 1n }));
    assert.equal(bridge.outstanding(), U64 - 1n);
  });
});
