// The delivery fee is a bucket of XRD beside the tokens.
import assert from 'node:assert/strict';
import { wordOf, XRD } from './support/addresses.ts';
import { type Call, withFee } from './support/call.ts';
import { unitOf } from './support/calls.ts';
import { keyOf } from './support/keys.ts';
import { refuseDeposits, refuseUnknown } from './support/recipients.ts';
import { GUARDIAN, REMOTE, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible, createToken } from './support/tokens.ts';

const ONE = 10n ** 18n;

for (const [asset, options] of [
  ['XRD', {}],
  ['a token', { divisibility: 18 }],
] as const)
  describe(`the fee bucket of a bridge of ${asset}`, () => {
    const bridge = useBridge(options);
    const { calls, chain, unit } = bridge;
    const sends = [calls.lock({ amount: 1_000n * unit }), calls.burn({ amount: 1_000n * unitOf(REMOTE) })];
    const refused = (call: Call) => bridge.refuse(call, 'WrongValue');

    beforeEach(() => bridge.giveBridged(10_000n));

    it('is refused with as much of another resource', () => {
      bridge.run(calls.setFee(REMOTE, ONE));
      for (const resource of [createToken(chain, USER, 18), createNonFungible(chain, USER)])
        for (const call of sends) refused(withFee(call, ONE, resource));
    });

    it('may be empty of any resource where there is no fee', () => {
      for (const call of sends) bridge.run(withFee(call, 0n, createToken(chain, USER, 18)));
    });

    it('is taken to the last of 18 digits', () => {
      const fee = 123_456_789_012_345_678n;
      bridge.run(calls.setFee(REMOTE, fee));
      for (const call of sends) {
        refused(withFee(call, fee - 1n));
        refused(withFee(call, fee + 1n));
        bridge.run(withFee(call, fee));
      }
      assert.equal(bridge.fees, 2n * fee);
      assert.equal(bridge.holdings, 1_000n * unit);
    });

    it('is never negative', () => {
      bridge.refuse(calls.setFee(REMOTE, -1n, GUARDIAN), 'InvalidFee');
    });

    it('is collected to an account that takes XRD; otherwise it stays', () => {
      const treasury = keyOf('treasury');
      bridge.run(calls.setFee(REMOTE, ONE), ...sends.map((call) => withFee(call, ONE)));
      refuseDeposits(chain, treasury);
      bridge.fails(calls.collectFees(treasury), /Deposit/);
      assert.equal(bridge.fees, 2n * ONE);
      // XRD counts as a resource that every account holds.
      refuseUnknown(chain, treasury);
      const collected = { to: wordOf(treasury), amount: 2n * ONE };
      bridge.runEmitting(calls.collectFees(treasury), 'FeesCollected', collected);
      assert.equal(chain.balance(treasury, XRD), 2n * ONE);
    });
  });
