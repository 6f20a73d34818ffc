// Several calls of one transaction.
import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { ROOT } from '../../conformance/src/setting.ts';
import { signedBy } from './support/call.ts';
import { MEMBERS, memberOf, REMOTE } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

describe('one transaction', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const next = (firstNonce: bigint) => calls.commitRoot({ source: REMOTE.domain, firstNonce, count: 1, root: ROOT });

  it('commits a root and mints messages of another', () => {
    const committed = bridge.commitAround(bridge.inbound(KIND.lock));
    bridge.run(next(5n), ...[0, 1, 2].map((index) => calls.mint(committed, index)));
    assert.equal(bridge.bridgedBalance(), 3_000n);
  });

  it('is refused whole for a message that it mints twice', () => {
    const call = calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2);
    assert.deepEqual(bridge.refusal(call, call), { kind: 'error', name: 'AlreadyExecuted' });
    assert.equal(bridge.statusOf(2n), 'none');
    assert.equal(bridge.bridgedSupply(), 0n);
  });

  it('replaces the oracle for its later calls already', () => {
    const members = [5, 6, 7].map(memberOf);
    const call = signedBy(next(0n), members.slice(0, 2));
    bridge.run(calls.setOracle(members, 2), call);
    assert.equal(bridge.refusal(calls.setOracle(MEMBERS, 3), call).kind, 'unauthorized');
  });
});
