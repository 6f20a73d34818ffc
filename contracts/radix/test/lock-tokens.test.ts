import assert from 'node:assert/strict';
import { KIND, MAX_WIRE_AMOUNT } from '@causeway/protocol';
import { wordOf } from './support/addresses.ts';
import { Bridge, messageFields } from './support/bridge.ts';
import { paidWith, withArgs } from './support/call.ts';
import { LIMITS, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible, createPlenty, createToken, fund, WEALTH } from './support/tokens.ts';

describe('lockTokens of XRD', () => {
  const bridge = useBridge();
  const { calls, chain, unit } = bridge;

  it('refunds the account in the arguments', () => {
    fund(chain, STRANGER, 1n);
    const call = calls.lock({ amount: 100n * unit, sender: STRANGER });
    const toUser = { ...bridge.outbound(KIND.lock, 0n, 100n), sender: wordOf(USER) };
    bridge.runEmitting(withArgs(call, { refundAddress: USER }), 'TokensLocked', messageFields(toUser));
  });

  it('is refused for less than nothing', () => {
    const paid = calls.lock({ amount: 100n * unit });
    for (const amount of [-1n, -100n * unit, -(2n ** 191n)]) bridge.refuse(withArgs(paid, { amount }), 'ZeroAmount');
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
    for (const options of [{ amount: 100n * unit }, { amount: 100n * unit, reference: REFERENCE }])
      for (const refundAddress of [bridge.address, bridge.canonical, bridge.locker])
        bridge.fails(withArgs(calls.lock(options), { refundAddress }), /SchemaValidation|TypeCheckError/);
  });

  it('fails when the sender does not sign', () => {
    const call = calls.lock({ amount: 100n * unit });
    const { error } = chain.execute(bridge.instructionsOf(call), [STRANGER]);
    assert.match(error ?? '', /Unauthorized/);
  });
});

describe('lockTokens of a token', () => {
  const bridge = useBridge({ divisibility: 12 });
  const { calls, unit } = bridge;

  it('is refused for an amount below the token’s divisibility', () => {
    bridge.refuse(withArgs(calls.lock({ amount: 100n * unit }), { amount: 100n * unit + 1n }), 'DustAmount');
  });
});

describe('lockTokens of a token with few decimals', () => {
  const bridge = useBridge({ divisibility: 6 });
  const { calls, chain, unit } = bridge;
  const unlimited = { ...LIMITS, minAmount: 0n, maxAmount: MAX_WIRE_AMOUNT, capacity: MAX_WIRE_AMOUNT };

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
