import assert from 'node:assert/strict';
import { SIGNATURES } from './support/addresses.ts';
import { signedBy } from './support/call.ts';
import { ADMIN, GUARDIAN, MEMBERS, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible, createToken } from './support/tokens.ts';

describe('setGuardian', () => {
  const bridge = useBridge();
  const { calls } = bridge;

  it('replaces the guardian', () => {
    bridge.runEmitting(calls.setGuardian(USER), 'GuardianSet', { guardian: USER });
    assert.equal(bridge.configuration().guardian, USER);
    bridge.refuse(calls.pause('pause_inbound', GUARDIAN), 'NotGuardian');
    bridge.run(calls.pause('pause_inbound', USER));
  });

  it('is refused for a holder of another role, or for everyone', () => {
    for (const taken of [ADMIN, ...MEMBERS, SIGNATURES.ed25519]) bridge.refuse(calls.setGuardian(taken), 'InvalidRole');
  });

  it('is refused for anyone but the admin', () => {
    for (const signers of [[], [STRANGER], [GUARDIAN], MEMBERS])
      bridge.refuse(signedBy(calls.setGuardian(USER), signers), 'NotAdmin');
  });
});

describe('a badge that is a token', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  it('is shown by a proof of it', () => {
    const badge = createToken(chain, USER, 0);
    bridge.runEmitting(calls.setGuardian(badge), 'GuardianSet', { guardian: badge });
    const pause = bridge.instructionsOf(calls.pause('pause_inbound'));
    const refused = chain.execute(pause, [USER]);
    assert.match(refused.error ?? '', /Unauthorized/);
    const shown = `CALL_METHOD Address("${USER}") "create_proof_of_amount" Address("${badge}") Decimal("1");`;
    assert.equal(chain.execute([shown, ...pause], [USER]).error, undefined);
    assert.equal(bridge.configuration().inboundPaused, true);
  });

  it('may be one non-fungible, which then has no other role', () => {
    const resource = createNonFungible(chain, USER);
    const badge = `${resource}:#1#`;
    const ids = 'Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"))';
    const shown = `CALL_METHOD Address("${USER}") "create_proof_of_non_fungibles" Address("${resource}") ${ids};`;
    bridge.runEmitting(calls.setGuardian(badge), 'GuardianSet', { guardian: badge });
    const pause = bridge.instructionsOf(calls.pause('pause_inbound'));
    assert.equal(chain.execute([shown, ...pause], [USER]).error, undefined);
    for (const same of [badge, resource]) {
      bridge.run(calls.proposeAdmin(same));
      const accept = bridge.instructionsOf(calls.acceptAdmin(USER));
      assert.match(chain.execute([shown, ...accept], [USER]).error ?? '', /InvalidRole/);
    }
  });
});

describe('proposeAdmin and acceptAdmin', () => {
  const bridge = useBridge();
  const { calls } = bridge;

  it('hand the role over in two steps', () => {
    bridge.runEmitting(calls.proposeAdmin(USER), 'AdminProposed', { admin: USER });
    const proposed = bridge.configuration();
    assert.deepEqual([proposed.admin, proposed.proposedAdmin], [ADMIN, USER]);
    bridge.runEmitting(calls.acceptAdmin(USER), 'AdminSet', { admin: USER });
    const accepted = bridge.configuration();
    assert.deepEqual([accepted.admin, accepted.proposedAdmin], [USER, null]);
    bridge.refuse(calls.setGuardian(STRANGER), 'NotAdmin');
    bridge.run(signedBy(calls.setGuardian(STRANGER), [USER]));
  });

  it('are accepted once', () => {
    bridge.run(calls.proposeAdmin(USER));
    bridge.run(calls.acceptAdmin(USER));
    bridge.refuse(calls.acceptAdmin(USER), 'NotAdmin');
  });

  it('are proposed by the admin only', () => {
    for (const signers of [[], [STRANGER], [GUARDIAN], MEMBERS])
      bridge.refuse(signedBy(calls.proposeAdmin(USER), signers), 'NotAdmin');
  });

  it('are accepted by the proposed one only', () => {
    for (const other of [STRANGER, ADMIN, GUARDIAN]) bridge.refuse(calls.acceptAdmin(other), 'NotAdmin');
    bridge.run(calls.proposeAdmin(USER));
    for (const other of [STRANGER, ADMIN, GUARDIAN]) bridge.refuse(calls.acceptAdmin(other), 'NotAdmin');
  });

  it('can be withdrawn', () => {
    bridge.run(calls.proposeAdmin(USER));
    bridge.runEmitting(calls.proposeAdmin(null), 'AdminProposed', { admin: null });
    bridge.refuse(calls.acceptAdmin(USER), 'NotAdmin');
  });

  it('are refused for a holder of another role', () => {
    for (const taken of [GUARDIAN, ...MEMBERS]) {
      bridge.run(calls.proposeAdmin(taken));
      bridge.refuse(calls.acceptAdmin(taken), 'InvalidRole');
    }
  });
});
