import assert from 'node:assert/strict';
import { ZERO_WORD } from '../../test-support/bytes.ts';
import { addressOf } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { withAccounts, withMembers } from './support/call.ts';
import { keyOf } from './support/keys.ts';
import { ADMIN, GUARDIAN, type MEMBERS, REMOTE, SIGNERS, STRANGER } from './support/setting.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => keyOf(`next member ${index}`));
const interval = { source: REMOTE.domain, firstNonce: 0n, count: 1, root: `0x${'4e'.repeat(32)}` as const };

describe('setOracle', () => {
  const bridge = useBridge();
  const { calls, at } = bridge;
  const refuse = (members: readonly (typeof MEMBERS)[number][], threshold: number, error = 'InvalidOracle') =>
    bridge.refuse(calls.setOracle(members, threshold), error);

  it('replaces the set, from the next call on', () => {
    const members = keys(7);
    bridge.runEmitting(calls.setOracle(members, 4), 'oracleSet', { members, threshold: 4 });
    assert.deepEqual(bridge.read('oracles', at.oracles), { threshold: 4, members });
    bridge.refuse(calls.commitRoot(interval), 'NotOracle');
    bridge.refuse(withMembers(calls.commitRoot(interval), members.slice(0, 3)), 'NotOracle');
    bridge.run(withMembers(calls.commitRoot(interval), members.slice(3)));
  });

  it('can grow to 16 members, shrink to one, and grow again', () => {
    for (const [count, threshold] of [
      [16, 9],
      [1, 1],
      [5, 3],
      [16, 16],
      [3, 2],
    ] as const) {
      bridge.run(calls.setOracle(keys(count), threshold));
      assert.deepEqual(bridge.read('oracles', at.oracles), { threshold, members: keys(count) });
    }
    bridge.run(withMembers(calls.commitRoot(interval), keys(2)));
  });

  it('takes a threshold of more than half and at most all, of 1 to 16 members', () => {
    for (let count = 0; count <= 18; count++) {
      for (let threshold = 0; threshold <= count + 1; threshold++) {
        const valid = count >= 1 && count <= 16 && 2 * threshold > count && threshold <= count;
        if (valid) bridge.run(calls.setOracle(keys(count), threshold));
        else refuse(keys(count), threshold);
      }
    }
    refuse(keys(3), 255);
  });

  it('is refused for a member that is there twice', () => {
    refuse([...keys(4), keyOf('next member 0')], 3);
    refuse([...keys(1), ...keys(1)], 2);
  });

  it('is refused for a member that has another role, or is zero', () => {
    for (const taken of [ADMIN, GUARDIAN, addressOf(ZERO_WORD)]) refuse([...keys(4), taken], 3, 'InvalidRole');
  });

  it('keeps the pauses', () => {
    bridge.run(calls.pause('pauseInbound'));
    bridge.run(calls.pause('pauseOutbound'));
    bridge.run(calls.setOracle(keys(5), 3));
    const { inboundPaused, outboundPaused } = bridge.read('bridge', at.bridge);
    assert.deepEqual([inboundPaused, outboundPaused], [true, true]);
  });

  it('is refused for anyone but the admin', () => {
    for (const admin of [STRANGER, GUARDIAN, ...SIGNERS])
      bridge.refuse(withAccounts(calls.setOracle(keys(5), 3), { admin }), 'NotAdmin');
  });
});
