import { MAX_WIRE_AMOUNT } from '@causeway/protocol';
import { paidWith, withArgs } from './support/call.ts';
import { unitOf } from './support/calls.ts';
import { LIMITS, OTHER, REFERENCE, REMOTE, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible } from './support/tokens.ts';

const SUPPLY = LIMITS.capacity;
const UNIT = unitOf(REMOTE);

describe('burnTokens', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;

  beforeEach(() => bridge.giveBridged(SUPPLY));

  it('is refused for less than nothing, and for more than 128 bits of wire units', () => {
    const paid = calls.burn({ amount: 100n * UNIT });
    bridge.refuse(withArgs(paid, { amount: -1n }), 'ZeroAmount');
    bridge.refuse(withArgs(paid, { amount: (MAX_WIRE_AMOUNT + 1n) * UNIT }), 'AmountTooLarge');
  });

  it('is refused for an address to refund that is no account', () => {
    for (const options of [{ amount: 400n * UNIT }, { amount: 400n * UNIT, reference: REFERENCE }])
      bridge.fails(withArgs(calls.burn(options), { refundAddress: bridge.address }), /SchemaValidation|TypeCheckError/);
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
});
