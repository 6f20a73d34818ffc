import assert from 'node:assert/strict';
import { type Address, accountOf } from './support/addresses.ts';
import { signedBy } from './support/call.ts';
import { keyOf } from './support/keys.ts';
import { ADMIN, GUARDIAN, MEMBERS, REMOTE, SIGNERS, STRANGER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => keyOf(`next member ${index}`));
const interval = { source: REMOTE.domain, firstNonce: 0n, count: 1, root: `0x${'4e'.repeat(32)}` as const };

describe('setOracle', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const refuse = (members: readonly Address[], threshold: number, error = 'InvalidOracle') =>
    bridge.refuse(calls.setOracle(members, threshold), error);
  const assertOracle = (members: readonly Address[], threshold: number) => {
    const configuration = bridge.configuration();
    assert.deepEqual([configuration.members, configuration.threshold], [members, threshold]);
  };

  it('replaces the set, from the next call on', () => {
    const members = keys(7);
    bridge.runEmitting(calls.setOracle(members, 4), 'OracleSet', { members, threshold: 4 });
    assertOracle(members, 4);
    bridge.refuse(calls.commitRoot(interval), 'NotOracle');
    bridge.refuse(signedBy(calls.commitRoot(interval), MEMBERS), 'NotOracle');
    bridge.refuse(signedBy(calls.commitRoot(interval), [...members.slice(0, 3), ...MEMBERS]), 'NotOracle');
    bridge.run(signedBy(calls.commitRoot(interval), members.slice(3)));
  });

  it('replaces it in the same transaction already', () => {
    const members = keys(3);
    const call = signedBy(calls.commitRoot(interval), members.slice(0, 2));
    bridge.run(calls.setOracle(members, 2), call);
    assert.equal(bridge.refusal(calls.setOracle(MEMBERS, 3), call).kind, 'unauthorized');
  });

  it('takes keys of both curves', () => {
    const others = [1, 2, 3].map((byte) => accountOf(new Uint8Array(29).fill(byte), 'secp256k1'));
    const members = [...keys(2), ...others];
    bridge.runEmitting(calls.setOracle(members, 3), 'OracleSet', { members, threshold: 3 });
    assertOracle(members, 3);
    bridge.refuse(signedBy(calls.commitRoot(interval), others.slice(1)), 'NotOracle');
    bridge.run(signedBy(calls.commitRoot(interval), members.slice(1, 4)));
    // The same bytes are a different key on the other curve.
    const alike = accountOf(new Uint8Array(29).fill(1));
    bridge.run(calls.setOracle([...others, alike], 3));
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
      assertOracle(keys(count), threshold);
    }
    bridge.run(signedBy(calls.commitRoot(interval), keys(2)));
  });

  it('takes a threshold of more than half and at most all, of 1 to 16 members', () => {
    const valid = (count: number, threshold: number) =>
      count >= 1 && count <= 16 && 2 * threshold > count && threshold <= count;
    for (let count = 0; count <= 18; count++)
      // The bounds, and one value beyond each.
      for (const threshold of new Set([0, count >> 1, (count >> 1) + 1, count, count + 1])) {
        if (valid(count, threshold)) bridge.run(calls.setOracle(keys(count), threshold));
        else refuse(keys(count), threshold);
      }
    refuse(keys(3), 255);
  });

  it('is refused for a member that is there twice', () => {
    refuse([...keys(4), keyOf('next member 0')], 3);
    refuse([...keys(1), ...keys(1)], 2);
  });

  it('is refused for a member that has another role', () => {
    for (const taken of [ADMIN, GUARDIAN]) refuse([...keys(4), taken], 3, 'InvalidRole');
  });

  it('keeps the pauses', () => {
    bridge.run(calls.pause('pause_inbound'), calls.pause('pause_outbound'));
    bridge.run(calls.setOracle(keys(5), 3));
    const { inboundPaused, outboundPaused } = bridge.configuration();
    assert.deepEqual([inboundPaused, outboundPaused], [true, true]);
  });

  it('is refused for anyone but the admin', () => {
    for (const signers of [[], [STRANGER], [GUARDIAN], SIGNERS, MEMBERS])
      bridge.refuse(signedBy(calls.setOracle(keys(5), 3), signers), 'NotAdmin');
  });
});
