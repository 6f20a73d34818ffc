import assert from 'node:assert/strict';
import { type Hex, KIND, ZERO_32 } from '@causeway/protocol';
import { signedBy } from './support/call.ts';
import type { Interval } from './support/calls.ts';
import { ADMIN, GUARDIAN, OTHER, REMOTE, STRANGER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

const ROOT: Hex = `0x${'4e'.repeat(32)}`;
const interval = (firstNonce: bigint, count: number, root = ROOT, source = REMOTE.domain): Interval => ({
  source,
  firstNonce,
  count,
  root,
});

describe('commitRoot', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const refuse = (refused: Interval, error: string) => bridge.refuse(calls.commitRoot(refused), error);

  it('stores the root of the lane’s next interval', () => {
    bridge.runEmitting(calls.commitRoot(interval(0n, 3)), 'RootCommitted', { ...interval(0n, 3) });
    bridge.run(calls.commitRoot(interval(3n, 1_000)));
    assert.deepEqual([bridge.rootOf(0n, 3), bridge.rootOf(3n, 1_000)], [ROOT, ROOT]);
    assert.deepEqual([bridge.rootOf(0n, 2), bridge.rootOf(1n, 3), bridge.rootOf(0n, 3, OTHER)], [null, null, null]);
    assert.deepEqual(bridge.lane(), { nextOutboundNonce: 0n, nextInboundNonce: 1_003n, outstanding: 0n });
    assert.equal(bridge.statusOf(1_002n), 'none');
  });

  it('takes as many messages as there are numbers for', () => {
    bridge.run(calls.commitRoot(interval(0n, 2 ** 32 - 1)));
    assert.equal(bridge.lane().nextInboundNonce, 2n ** 32n - 1n);
  });

  it('keeps the root of each remote apart', () => {
    bridge.register(OTHER);
    const other: Hex = `0x${'5e'.repeat(32)}`;
    bridge.run(calls.commitRoot(interval(0n, 3)), calls.commitRoot(interval(0n, 3, other, OTHER.domain)));
    assert.deepEqual([bridge.rootOf(0n, 3), bridge.rootOf(0n, 3, OTHER)], [ROOT, other]);
  });

  it('works while both directions are paused', () => {
    bridge.run(calls.pause('pause_inbound', GUARDIAN), calls.pause('pause_outbound', GUARDIAN));
    bridge.run(calls.commitRoot(interval(0n, 3)));
  });

  it('is refused without the oracle', () => {
    for (const signers of [[], [STRANGER, ADMIN, GUARDIAN]])
      bridge.refuse(signedBy(calls.commitRoot(interval(0n, 3)), signers), 'NotOracle');
  });

  it('is refused for the zero root', () => refuse(interval(0n, 3, ZERO_32), 'ZeroRoot'));

  it('is refused for an empty interval', () => refuse(interval(0n, 0), 'EmptyBatch'));

  it('is refused for any other nonce than the next', () => {
    bridge.run(calls.commitRoot(interval(0n, 3)));
    for (const first of [0n, 2n, 4n, 64n]) refuse(interval(first, 1), 'NonceGap');
    for (const first of [2n ** 63n, 2n ** 64n - 1n]) refuse(interval(first, 1), 'NonceGap');
  });

  it('is refused from an unknown remote', () => refuse(interval(0n, 1, ROOT, OTHER.domain), 'UnknownRemote'));

  it('is refused from a remote that is not open', () => {
    bridge.run(calls.setRemote(OTHER));
    refuse(interval(0n, 1, ROOT, OTHER.domain), 'RemoteNotOpen');
  });

  it('is enough with the mints in one transaction', () => {
    const message = bridge.inbound(KIND.lock);
    const committed = bridge.commitAround(message);
    bridge.run(calls.commitRoot(interval(5n, 1)), ...[0, 1, 2].map((index) => calls.mint(committed, index)));
    assert.equal(bridge.bridgedBalance(), 3_000n);
  });
});
