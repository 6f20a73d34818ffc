import assert from 'node:assert/strict';
import { TOKEN_PROGRAM } from './support/addresses.ts';
import { Bridge, CODE, useBridge } from './support/bridge.ts';
import { instructionOf } from './support/call.ts';
import { noopProgram } from './support/noop.ts';
import { routed } from './support/router.ts';
import { LIMITS, REMOTE, STRANGER, USER } from './support/setting.ts';

const U64 = 2n ** 64n;

describe('lockTokens of SOL', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;

  it('leaves lamports sent to the escrow without a message outside of its accounts', () => {
    const escrow = chain.account(bridge.at.escrow);
    assert(escrow !== undefined);
    chain.put(bridge.at.escrow, { ...escrow, lamports: escrow.lamports + 5n });
    bridge.run(calls.lock({ amount: 100n }));
    assert.equal(bridge.outstanding(), 100n);
  });

  it('works through another program, and is told by the bridge', () => {
    const built = instructionOf(bridge.program, calls.lock({ amount: 100n }));
    const receipt = chain.send([routed(chain, built)]);
    assert.equal(receipt.error, undefined, receipt.logs.join('\n'));
    assert.equal(bridge.outstanding(), 100n);
  });
});

describe('lockTokens of a token', () => {
  const bridge = useBridge({ decimals: 12 });
  const { calls, unit } = bridge;

  it('fails when the sender’s account is frozen', () => {
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
