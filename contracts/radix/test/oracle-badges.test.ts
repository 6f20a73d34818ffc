import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { type Address, FAUCET } from './support/addresses.ts';
import { intervalOf } from './support/bridge.ts';
import { type Call, signedBy } from './support/call.ts';
import { ADMIN, GUARDIAN, MEMBERS, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { notarize } from './support/transaction.ts';

describe('the oracle’s signatures', () => {
  const bridge = useBridge();
  const { calls, chain, unit } = bridge;
  const [a, b, c, d, e] = MEMBERS as [Address, Address, Address, Address, Address];
  const feeOf = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("100");`;
  const commit = (call: Call, signers: readonly Address[], notary?: Address) =>
    chain.commit(notarize([feeOf, ...bridge.instructionsOf(call)], { signers, ...(notary ? { notary } : {}) }));

  /** A call of each oracle function, ready to succeed. */
  const oracleCalls: Readonly<Record<string, () => Call>> = {
    commitRoot: () => {
      const committed = bridge.commit([bridge.inbound(KIND.lock)]);
      return calls.commitRoot({ ...intervalOf(committed), firstNonce: 1n });
    },
    mintTokens: () => calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2),
    releaseTokens: () => {
      bridge.run(calls.lock({ amount: 1_000n * unit }));
      return calls.release(bridge.commitAround(bridge.inbound(KIND.burn)), 2);
    },
    cancelOrder: () => calls.cancel(bridge.commitAround(bridge.inbound(KIND.lock)), 2),
  };

  for (const [name, callOf] of Object.entries(oracleCalls)) {
    describe(`of ${name}`, () => {
      let call: Call;
      beforeEach(() => {
        call = callOf();
      });
      const refuse = (signers: readonly Address[]) => bridge.refuse(signedBy(call, signers), 'NotOracle');

      it('are at least the threshold', () => {
        for (const signers of [[], [a], [a, b], [d, e]]) refuse(signers);
      });

      it('are of members, as many as the threshold', () => {
        for (const other of [STRANGER, ADMIN, GUARDIAN])
          for (const two of [
            [a, b],
            [d, e],
          ])
            refuse([...two, other]);
        refuse([ADMIN, GUARDIAN, STRANGER, USER]);
      });

      for (const signers of [
        [a, b, c],
        [e, c, a],
        [b, d, e, c],
        [a, b, c, d, e],
      ])
        it(`may be any ${signers.length}, as ${signers.map((member) => MEMBERS.indexOf(member))}`, () => {
          bridge.run(signedBy(call, signers));
        });

      it('may be beside others’ signatures', () => {
        bridge.run(signedBy(call, [a, b, c, STRANGER, USER]));
      });

      it('are the signers of the transaction itself', () => {
        assert.match(commit(call, [a, b]).error ?? '', /Unauthorized/);
        assert.equal(commit(call, [a, b, c]).error, undefined);
      });
    });
  }

  it('count once each: a transaction with a repeated signature is invalid', () => {
    const call = calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2);
    for (const signers of [
      [a, b, b],
      [a, a, a],
      [a, b, c, c],
    ])
      assert.throws(() => commit(call, signers), /[Dd]uplicate/);
  });

  it('count the signature of a signing notary', () => {
    // The signers refuse such a transaction; see the protocol, Radix.
    const call = calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2);
    assert.match(commit(call, [a], b).error ?? '', /Unauthorized/);
    assert.equal(commit(call, [a, c], b).error, undefined);
  });

  it('are of no use to the admin’s, the guardian’s and the users’ functions', () => {
    for (const call of [calls.setGuardian(STRANGER), calls.pause('unpause_inbound'), calls.acceptAdmin(a)])
      bridge.refuse(signedBy(call, MEMBERS), 'NotAdmin');
    bridge.refuse(signedBy(calls.pause('pause_inbound'), MEMBERS), 'NotGuardian');
    const { error } = chain.execute(bridge.instructionsOf(calls.lock({ amount: 1_000n * unit })), MEMBERS);
    assert.match(error ?? '', /Unauthorized/);
  });

  it('are of no use once the manifest has dropped them', () => {
    const call = calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2);
    const { error } = chain.execute(['DROP_AUTH_ZONE_SIGNATURE_PROOFS;', ...bridge.instructionsOf(call)], MEMBERS);
    assert.match(error ?? '', /Unauthorized/);
  });
});
