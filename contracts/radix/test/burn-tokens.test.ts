import assert from 'node:assert/strict';
import { type Hex, KIND, MAX_WIRE_AMOUNT, padLeft } from '@causeway/protocol';
import { wordOf } from './support/addresses.ts';
import { messageFields } from './support/bridge.ts';
import { paidWith, withArgs } from './support/call.ts';
import { unitOf } from './support/calls.ts';
import { GUARDIAN, HERE, LIMITS, OTHER, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible, transfer } from './support/tokens.ts';

const SUPPLY = LIMITS.capacity;
const UNIT = unitOf(REMOTE);

describe('burnTokens', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const token = bridge.tokenOf(REMOTE);

  beforeEach(() => bridge.giveBridged(SUPPLY));

  it('burns the sender’s tokens and emits a message with each next nonce', () => {
    for (let nonce = 0n; nonce < 3n; nonce++) {
      const message = bridge.outbound(KIND.burn, nonce, 100n + nonce);
      bridge.runEmitting(calls.burn({ amount: (100n + nonce) * UNIT }), 'TokensBurned', messageFields(message));
    }
    assert.equal(bridge.bridgedSupply(), SUPPLY - 303n);
    assert.equal(bridge.bridgedBalance(), SUPPLY - 303n);
    assert.equal(bridge.lane().nextOutboundNonce, 3n);
    assert.equal(bridge.outstanding(), 0n);
  });

  it('shares the nonces of the lane with locks', () => {
    bridge.run(calls.lock({ amount: 100n * bridge.unit }));
    const message = bridge.outbound(KIND.burn, 1n, 100n);
    bridge.runEmitting(calls.burn({ amount: 100n * UNIT }), 'TokensBurned', messageFields(message));
  });

  it('burns for anyone who holds the token', () => {
    transfer(chain, USER, STRANGER, token, 500n * UNIT);
    const message = { ...bridge.outbound(KIND.burn, 0n, 500n), sender: wordOf(STRANGER) };
    const call = calls.burn({ amount: 500n * UNIT, sender: STRANGER });
    bridge.runEmitting(call, 'TokensBurned', messageFields(message));
  });

  it('fails when the sender has too little', () => {
    transfer(chain, USER, STRANGER, token, 99n * UNIT);
    bridge.fails(calls.burn({ amount: 100n * UNIT, sender: STRANGER }), /InsufficientBalance/);
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pause_outbound', GUARDIAN));
    bridge.refuse(calls.burn({ amount: 100n * UNIT }), 'OutboundPaused');
  });

  it('is refused towards an unknown remote, and towards this chain itself', () => {
    const call = calls.burn({ amount: 100n * UNIT });
    for (const returnChain of [OTHER.domain, HERE]) bridge.refuse(withArgs(call, { returnChain }), 'UnknownRemote');
  });

  it('is refused towards a remote that is not open', () => {
    bridge.run(calls.setRemote(OTHER));
    const call = paidWith(calls.burn({ amount: 100n * UNIT, to: OTHER }), { resource: token });
    bridge.refuse(call, 'RemoteNotOpen');
  });

  it('is refused for a recipient that is zero or has a non-zero pad', () => {
    const radix = { ...OTHER, addressLength: 30 };
    bridge.register(radix);
    const refused = (recipient: Hex, to = REMOTE) => {
      const call = paidWith(calls.burn({ amount: 100n * UNIT, recipient, to }), { resource: token });
      bridge.refuse(call, 'InvalidRecipient');
    };
    refused(padLeft('0x'));
    refused(padLeft(`0x01${'00'.repeat(20)}`));
    refused(padLeft('0x'), radix);
    refused(padLeft(`0x01${'00'.repeat(30)}`), radix);
  });

  it('is refused for no amount, for dust, and outside the limits', () => {
    bridge.refuse(calls.burn({ amount: 0n }), 'ZeroAmount');
    bridge.refuse(withArgs(calls.burn({ amount: 100n * UNIT }), { amount: -1n }), 'ZeroAmount');
    for (const amount of [100n * UNIT + 1n, UNIT - 1n, 1n]) bridge.refuse(calls.burn({ amount }), 'DustAmount');
    bridge.refuse(calls.burn({ amount: (LIMITS.minAmount - 1n) * UNIT }), 'BelowMinimum');
    bridge.refuse(calls.burn({ amount: (LIMITS.maxAmount + 1n) * UNIT }), 'AboveMaximum');
    const paid = calls.burn({ amount: 100n * UNIT });
    bridge.refuse(withArgs(paid, { amount: (MAX_WIRE_AMOUNT + 1n) * UNIT }), 'AmountTooLarge');
    bridge.run(calls.burn({ amount: LIMITS.maxAmount * UNIT }), calls.burn({ amount: LIMITS.minAmount * UNIT }));
  });

  it('is refused for a bucket that holds another amount', () => {
    const call = calls.burn({ amount: 1_000n * UNIT });
    for (const amount of [0n, 1n, 999n * UNIT, 1_000n * UNIT + 1n])
      bridge.refuse(paidWith(call, { amount }), 'BalanceDeltaMismatch');
  });

  it('is refused for a bucket of another resource: the asset, another remote’s token, non-fungibles', () => {
    bridge.register(OTHER);
    bridge.giveBridged(1_000n, USER, OTHER);
    const call = calls.burn({ amount: 10n ** 18n });
    for (const resource of [bridge.canonical, createNonFungible(chain, USER)])
      bridge.refuse(paidWith(call, { resource }), 'InvalidToken');
    const theirs = calls.burn({ amount: 1_000n * UNIT, to: OTHER });
    bridge.refuse(withArgs(theirs, { returnChain: REMOTE.domain }), 'InvalidToken');
    bridge.run(theirs);
  });

  it('draws no bucket', () => {
    const before = bridge.level('bridged');
    bridge.run(calls.burn({ amount: LIMITS.maxAmount * UNIT }));
    assert.equal(bridge.level('bridged'), before);
  });
});

describe('burnTokensWithReference', () => {
  const bridge = useBridge();
  const { calls } = bridge;

  beforeEach(() => bridge.giveBridged(1_000n));

  it('emits the reference and the address to refund instead of the sender', () => {
    const message = { ...bridge.outbound(KIND.burn, 0n, 400n), reference: REFERENCE, sender: wordOf(STRANGER) };
    const call = calls.burn({ amount: 400n * UNIT, reference: REFERENCE, refundAddress: STRANGER });
    bridge.runEmitting(call, 'TokensBurned', messageFields(message));
  });

  it('is refused for an address to refund that is no account', () => {
    const call = calls.burn({ amount: 400n * UNIT, reference: REFERENCE });
    bridge.fails(withArgs(call, { refundAddress: bridge.address }), /SchemaValidation|TypeCheckError/);
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pause_outbound', GUARDIAN));
    bridge.refuse(calls.burn({ amount: 400n * UNIT, reference: REFERENCE }), 'OutboundPaused');
  });
});
