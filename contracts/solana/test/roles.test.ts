import assert from 'node:assert/strict';
import { ZERO_WORD } from '../../test-support/bytes.ts';
import { addressOf } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { ADMIN, GUARDIAN, MEMBERS, STRANGER, USER } from './support/setting.ts';

const NOBODY = addressOf(ZERO_WORD);

describe('setGuardian', () => {
  const bridge = useBridge();
  const { calls, at } = bridge;

  it('replaces the guardian', () => {
    bridge.runEmitting(calls.setGuardian(USER), 'guardianSet', { guardian: USER });
    assert.equal(bridge.read('bridge', at.bridge).guardian, USER);
    bridge.refuse(calls.pause('pauseInbound', GUARDIAN), 'NotGuardian');
    bridge.run(calls.pause('pauseInbound', USER));
  });

  it('is refused for a holder of another role, or for nobody', () => {
    for (const taken of [NOBODY, ADMIN, ...MEMBERS]) bridge.refuse(calls.setGuardian(taken), 'InvalidRole');
  });

  it('is refused for anyone but the admin', () => {
    for (const admin of [STRANGER, GUARDIAN])
      bridge.refuse(withAccounts(calls.setGuardian(USER), { admin }), 'NotAdmin');
  });
});

describe('proposeAdmin and acceptAdmin', () => {
  const bridge = useBridge();
  const { calls, at } = bridge;

  it('hand the role over in two steps', () => {
    bridge.runEmitting(calls.proposeAdmin(USER), 'adminProposed', { admin: USER });
    const proposed = bridge.read('bridge', at.bridge);
    assert.deepEqual([proposed.admin, proposed.pendingAdmin], [ADMIN, USER]);
    bridge.runEmitting(calls.acceptAdmin(USER), 'adminSet', { admin: USER });
    const accepted = bridge.read('bridge', at.bridge);
    assert.deepEqual([accepted.admin, accepted.pendingAdmin], [USER, NOBODY]);
    bridge.refuse(calls.setGuardian(STRANGER), 'NotAdmin');
  });

  it('are proposed by the admin only', () => {
    for (const admin of [STRANGER, GUARDIAN])
      bridge.refuse(withAccounts(calls.proposeAdmin(USER), { admin }), 'NotAdmin');
  });

  it('are accepted by the proposed one only', () => {
    for (const other of [STRANGER, ADMIN, GUARDIAN]) bridge.refuse(calls.acceptAdmin(other), 'NotAdmin');
    bridge.run(calls.proposeAdmin(USER));
    for (const other of [STRANGER, ADMIN, GUARDIAN]) bridge.refuse(calls.acceptAdmin(other), 'NotAdmin');
  });

  it('can be withdrawn', () => {
    bridge.run(calls.proposeAdmin(USER));
    bridge.runEmitting(calls.proposeAdmin(NOBODY), 'adminProposed', { admin: NOBODY });
    bridge.refuse(calls.acceptAdmin(USER), 'NotAdmin');
  });

  it('are refused for a holder of another role', () => {
    for (const taken of [GUARDIAN, ...MEMBERS]) {
      bridge.run(calls.proposeAdmin(taken));
      bridge.refuse(calls.acceptAdmin(taken), 'InvalidRole');
    }
  });
});
