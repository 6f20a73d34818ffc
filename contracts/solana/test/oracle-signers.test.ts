import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { AccountRole, type Address } from '@solana/kit';
import { intervalOf, useBridge } from './support/bridge.ts';
import { type Call, instructionOf, withAccounts, withMembers } from './support/call.ts';
import { routed } from './support/router.ts';
import { ADMIN, GUARDIAN, MEMBERS, PAYER, REMOTE, STRANGER } from './support/setting.ts';

describe('the oracle’s signers', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const [a, b, c, d, e] = MEMBERS as [Address, Address, Address, Address, Address];

  /** A call of each oracle function, ready to succeed. */
  const oracleCalls: Readonly<Record<string, () => Call>> = {
    commitRoot: () => {
      const committed = bridge.commit([bridge.inbound(KIND.lock)]);
      return calls.commitRoot({ ...intervalOf(committed), firstNonce: 1n });
    },
    mintTokens: () => calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2),
    releaseTokens: () => {
      bridge.run(calls.lock({ amount: 1_000n }));
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
      const refuse = (members: readonly Address[]) => bridge.refuse(withMembers(call, members), 'NotOracle');

      it('are at least the threshold', () => {
        for (const members of [[], [a], [a, b], [d, e]]) refuse(members);
      });

      it('count once each', () => {
        for (const members of [
          [a, a, a],
          [a, b, b],
          [a, b, a],
          [a, a, b, b],
          [a, b, c, c],
        ])
          refuse(members);
      });

      it('are members, all of them', () => {
        for (const other of [STRANGER, ADMIN, GUARDIAN])
          for (const members of [
            [a, b, other],
            [other, b, c],
            [a, b, c, other],
            [other, other, other],
          ])
            refuse(members);
      });

      for (const members of [
        [a, b, c],
        [e, c, a],
        [b, d, e, c],
        [a, b, c, d, e],
      ])
        it(`may be any ${members.length} in any order, as ${members.map((member) => MEMBERS.indexOf(member))}`, () => {
          bridge.run(withMembers(call, members));
        });

      const withRole = (role: AccountRole) => {
        const built = instructionOf(bridge.program, call);
        return { ...built, accounts: built.accounts.map((meta) => (meta.address === b ? { ...meta, role } : meta)) };
      };

      it('have signed', () => bridge.refuseBuilt(withRole(AccountRole.READONLY), 'NotOracle'));

      it('are read-only', () => bridge.refuseBuilt(withRole(AccountRole.WRITABLE_SIGNER), 'NotOracle'));

      it('pay no fee', () => bridge.refuse(call, 'NotOracle', { feePayer: b }));

      it('are passed on to no program that it calls', () => {
        const { inner } = bridge.run(call);
        assert(inner.length > 0);
        for (const { accounts } of inner)
          assert.equal(
            accounts.some((account) => MEMBERS.includes(account)),
            false,
          );
      });

      it('pay no fee behind a program that hands them on as read-only', () => {
        const behind = routed(bridge.chain, instructionOf(bridge.program, call), { [b]: AccountRole.WRITABLE_SIGNER });
        bridge.refuseBuilt(behind, 'NotOracle', { feePayer: b });
      });

      it('call the bridge themselves, not another program', () =>
        bridge.refuseBuilt(routed(bridge.chain, instructionOf(bridge.program, call)), 'NotOracle'));

      if (name !== 'cancelOrder') it('pay no rent', () => bridge.refuse(withAccounts(call, { payer: b }), 'NotOracle'));
    });
  }

  it('are of no use to the admin’s and the users’ functions', () => {
    for (const call of [calls.setGuardian(STRANGER), calls.pause('unpauseInbound'), calls.openRemote(REMOTE)])
      bridge.refuse(withMembers(withAccounts(call, { admin: a, authority: a }), [b, c]), 'NotAdmin');
    bridge.refuse(withMembers(calls.pause('pauseInbound', PAYER), [a, b, c]), 'NotGuardian');
  });
});
