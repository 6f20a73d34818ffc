import assert from 'node:assert/strict';
import { useBridge } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { ORACLE, type Oracle, REMOTE, ROOT } from '../setting.ts';

/** An oracle of `count` new members. */
const oracleOf = (count: number, threshold: number): Oracle => ({
  members: Array.from({ length: count }, (_, index) => ORACLE.members.length + index),
  threshold,
});
const isValid = (count: number, threshold: number) => count >= 1 && 2 * threshold > count && threshold <= count;

export const setOracle = (kind: Kind) =>
  describe('setOracle', () => {
    const bridge = useBridge(kind);
    const commit = () => bridge.commitRoot({ source: REMOTE.domain, firstNonce: 0n, count: 1, root: ROOT });

    it('replaces the oracle, from the next call on', async () => {
      const next = oracleOf(7, 4);
      await bridge.emits(bridge.setOracle(next), 'OracleSet', next);
      assert.deepEqual((await bridge.under.configuration()).oracle, next);
      await bridge.refuses(commit(), 'NotOracle');
      await bridge.run({ ...commit(), by: next });
    });

    it('can grow, shrink to one, and grow again', async () => {
      for (const [count, threshold] of [
        [15, 9],
        [1, 1],
        [5, 3],
        [15, 15],
        [3, 2],
      ] as const) {
        await bridge.run(bridge.setOracle(oracleOf(count, threshold)));
        assert.deepEqual((await bridge.under.configuration()).oracle, oracleOf(count, threshold));
      }
      await bridge.run({ ...commit(), by: oracleOf(3, 2) });
    });

    it('takes a threshold of more than half and at most all of the members', async () => {
      // The bounds, and one value beyond each.
      for (const count of [0, 1, 2, 3, 4, 5, 12])
        for (const threshold of new Set([0, count >> 1, (count >> 1) + 1, count, count + 1])) {
          const call = bridge.setOracle(oracleOf(count, threshold));
          if (isValid(count, threshold)) await bridge.run(call);
          else await bridge.refuses(call, 'InvalidOracle');
        }
      await bridge.refuses(bridge.setOracle(oracleOf(3, 255)), 'InvalidOracle');
    });

    it('is refused for a member that is there twice', async () => {
      await bridge.refuses(bridge.setOracle({ members: [5, 6, 7, 8, 5], threshold: 3 }), 'InvalidOracle');
      await bridge.refuses(bridge.setOracle({ members: [5, 5], threshold: 2 }), 'InvalidOracle');
    });

    it('is refused for an oracle with another role', async () => {
      const next = oracleOf(5, 3);
      const [taken] = await bridge.under.oracleAccounts(next);
      assert(taken !== undefined);
      await bridge.run(bridge.setGuardian(taken));
      await bridge.refuses(bridge.setOracle(next), 'InvalidRole');
      await bridge.run(
        bridge.setGuardian(bridge.actor('guardian')),
        bridge.proposeAdmin(taken),
        bridge.acceptAdmin(taken),
      );
      await bridge.refuses({ ...bridge.setOracle(next), by: taken }, 'InvalidRole');
    });

    it('keeps the pauses', async () => {
      await bridge.run(bridge.pause('pauseInbound'), bridge.pause('pauseOutbound'), bridge.setOracle(oracleOf(5, 3)));
      const { inboundPaused, outboundPaused } = await bridge.under.configuration();
      assert.deepEqual([inboundPaused, outboundPaused], [true, true]);
    });

    it('is refused for anyone but the admin', () =>
      bridge.refusesCallers(bridge.setOracle(oracleOf(5, 3)), bridge.notAdmins, 'NotAdmin'));
  });
