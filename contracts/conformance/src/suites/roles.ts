import assert from 'node:assert/strict';
import { useBridge } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { ORACLE } from '../setting.ts';

export function roles(kind: Kind): void {
  describe('setGuardian', () => {
    const bridge = useBridge(kind);

    it('replaces the guardian', async () => {
      const guardian = bridge.user;
      await bridge.emits(bridge.setGuardian(guardian), 'GuardianSet', { guardian });
      assert.equal((await bridge.under.configuration()).guardian, guardian);
      await bridge.refuses(bridge.pause('pauseInbound', bridge.actor('guardian')), 'NotGuardian');
      await bridge.run(bridge.pause('pauseInbound', guardian));
    });

    it('is refused for a holder of another role', async () => {
      for (const taken of [bridge.actor('admin'), ...(await bridge.under.oracleAccounts(ORACLE))])
        await bridge.refuses(bridge.setGuardian(taken), 'InvalidRole');
    });

    it('is refused for anyone but the admin', () =>
      bridge.refusesCallers(bridge.setGuardian(bridge.user), bridge.notAdmins, 'NotAdmin'));
  });

  describe('proposeAdmin and acceptAdmin', () => {
    const bridge = useBridge(kind);
    const others = () => [bridge.actor('stranger'), bridge.actor('admin'), bridge.actor('guardian')];

    it('hand the role over in two steps', async () => {
      const next = bridge.user;
      await bridge.emits(bridge.proposeAdmin(next), 'AdminProposed', { admin: next });
      const proposed = await bridge.under.configuration();
      assert.deepEqual([proposed.admin, proposed.proposedAdmin], [bridge.actor('admin'), next]);
      await bridge.emits(bridge.acceptAdmin(next), 'AdminSet', { admin: next });
      const accepted = await bridge.under.configuration();
      assert.deepEqual([accepted.admin, accepted.proposedAdmin], [next, null]);
      const call = bridge.setGuardian(bridge.actor('stranger'));
      await bridge.refuses(call, 'NotAdmin');
      await bridge.run({ ...call, by: next });
    });

    it('are accepted once', async () => {
      await bridge.run(bridge.proposeAdmin(bridge.user), bridge.acceptAdmin(bridge.user));
      await bridge.refuses(bridge.acceptAdmin(bridge.user), 'NotAdmin');
    });

    it('are proposed by the admin only', () =>
      bridge.refusesCallers(bridge.proposeAdmin(bridge.user), bridge.notAdmins, 'NotAdmin'));

    it('are accepted by the proposed one only', async () => {
      await bridge.refusesCallers(bridge.acceptAdmin(bridge.user), others(), 'NotAdmin');
      await bridge.run(bridge.proposeAdmin(bridge.user));
      await bridge.refusesCallers(bridge.acceptAdmin(bridge.user), others(), 'NotAdmin');
    });

    it('can be withdrawn', async () => {
      await bridge.run(bridge.proposeAdmin(bridge.user));
      await bridge.emits(bridge.proposeAdmin(null), 'AdminProposed', { admin: null });
      await bridge.refuses(bridge.acceptAdmin(bridge.user), 'NotAdmin');
    });

    it('are refused for a holder of another role', async () => {
      for (const taken of [bridge.actor('guardian'), ...(await bridge.under.oracleAccounts(ORACLE))]) {
        await bridge.run(bridge.proposeAdmin(taken));
        await bridge.refuses(bridge.acceptAdmin(taken), 'InvalidRole');
      }
    });
  });
}
