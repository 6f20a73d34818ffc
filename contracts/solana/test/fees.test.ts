import assert from 'node:assert/strict';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { OTHER, PAYER, REMOTE, STRANGER, USER } from './support/setting.ts';

const FEE = 5_000_000n;
const TREASURY = keyOf('treasury');

describe('the delivery fee', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;
  const lock = calls.lock({ amount: 1_000n, payer: PAYER, maxFee: FEE });

  beforeEach(() => {
    bridge.run(calls.setFee(REMOTE, FEE));
  });

  it('is paid by an account that need not be the sender', () => {
    const [user, payer] = [chain.lamports(USER), chain.lamports(PAYER)];
    bridge.run(lock);
    assert.deepEqual([user - chain.lamports(USER), payer - chain.lamports(PAYER)], [1_000n, FEE]);
    bridge.giveBridged(1_000n);
    const before = chain.lamports(PAYER);
    bridge.run(calls.burn({ amount: 1_000n, payer: PAYER, maxFee: FEE }));
    assert.equal(before - chain.lamports(PAYER), FEE);
    assert.equal(bridge.fees(), 2n * FEE);
  });

  it('is paid by nobody who cannot', () => {
    bridge.fund(STRANGER, FEE - 1n);
    bridge.fails(calls.lock({ amount: 1_000n, payer: STRANGER, maxFee: FEE }), 'Custom(1)');
    assert.equal(bridge.outstanding(), 0n);
  });

  it('lies in the account of its remote, which keeps its rent', () => {
    bridge.register(OTHER);
    bridge.run(calls.setFee(OTHER, 3n * FEE));
    bridge.run(lock);
    bridge.run(calls.lock({ amount: 1_000n, to: OTHER, maxFee: 3n * FEE }));
    assert.deepEqual([bridge.fees(), bridge.fees(OTHER.domain)], [FEE, 3n * FEE]);
    bridge.fund(TREASURY, 0n);
    bridge.run(calls.collectFees(REMOTE, TREASURY));
    assert.equal(chain.lamports(TREASURY), FEE);
    assert.equal(bridge.remote().outstanding, 1_000n);
    assert.deepEqual([bridge.fees(), bridge.fees(OTHER.domain)], [0n, 3n * FEE]);
  });

  it('can be as high as a number of 64 bits', () => {
    bridge.run(calls.setFee(REMOTE, 2n ** 64n - 1n));
    bridge.refuse(lock, 'FeeTooHigh');
    bridge.fails(calls.lock({ amount: 1_000n, maxFee: 2n ** 64n - 1n }), 'Custom(1)');
  });

  it('is collected by no account that cannot take it', () => {
    bridge.run(lock);
    chain.put(TREASURY, { lamports: 1n, owner: SYSTEM_PROGRAM, data: new Uint8Array(10_000) });
    const others = [TREASURY, at.escrow, at.eventAuthority, at.remote(REMOTE.domain)];
    for (const to of others) bridge.refuse(calls.collectFees(REMOTE, to), 'PaymentFailed');
    bridge.refuse(calls.collectFees(REMOTE, SYSTEM_PROGRAM), 'InvalidRecipient');
    assert.equal(bridge.fees(), FEE);
  });

  it('is collected by the admin, not by the guardian who sets it', () => {
    bridge.run(lock);
    bridge.refuse(withAccounts(calls.collectFees(REMOTE, TREASURY), { admin: keyOf('guardian') }), 'NotAdmin');
  });
});
