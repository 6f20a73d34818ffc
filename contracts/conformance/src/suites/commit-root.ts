import assert from 'node:assert/strict';
import { type Hex, KIND, ZERO_32 } from '@causeway/protocol';
import { useBridge } from '../bridge.ts';
import type { Interval, Kind } from '../bridge-under-test.ts';
import { OTHER, REMOTE, ROOT } from '../setting.ts';

const interval = (firstNonce: bigint, count: number, root = ROOT, source = REMOTE.domain): Interval => ({
  source,
  firstNonce,
  count,
  root,
});

export const commitRoot = (kind: Kind) =>
  describe('commitRoot', () => {
    const bridge = useBridge(kind);
    const commit = (...args: Parameters<typeof interval>) => bridge.commitRoot(interval(...args));

    it('stores the root of the lane’s next interval', async () => {
      await bridge.emits(commit(0n, 3), 'RootCommitted', interval(0n, 3));
      await bridge.run(commit(3n, kind.largestBatch));
      for (const [firstNonce, count, remote, root] of [
        [0n, 3, REMOTE, ROOT],
        [3n, kind.largestBatch, REMOTE, ROOT],
        [0n, 2, REMOTE, undefined],
        [1n, 3, REMOTE, undefined],
        [0n, 3, OTHER, undefined],
      ] as const)
        assert.equal(await bridge.rootOf(firstNonce, count, remote), root);
      const next = 3n + BigInt(kind.largestBatch);
      assert.deepEqual(await bridge.lane(), {
        nextOutboundNonce: 0n,
        nextInboundNonce: next,
        outstanding: 0n,
        paused: false,
      });
      assert.equal(await bridge.statusOf(next - 1n), 'none');
    });

    it('keeps the root of each remote apart', async () => {
      await bridge.register(OTHER);
      const other: Hex = `0x${'5e'.repeat(32)}`;
      await bridge.run(commit(0n, 3), commit(0n, 3, other, OTHER.domain));
      assert.deepEqual([await bridge.rootOf(0n, 3), await bridge.rootOf(0n, 3, OTHER)], [ROOT, other]);
    });

    it('works while both directions are paused', async () => {
      await bridge.run(bridge.pause('pauseInbound'), bridge.pause('pauseOutbound'), commit(0n, 3));
    });

    it('is followed by the mints of its messages', async () => {
      await bridge.under.prepare(REMOTE.domain, bridge.user);
      const committed = await bridge.commit(Array.from({ length: 3 }, () => bridge.inbound(KIND.lock)));
      await bridge.run(...[0, 1, 2].map((index) => bridge.mint(committed, index)));
      assert.equal(await bridge.bridgedBalance(), 3_000n);
    });

    it('is refused without the oracle', () => bridge.refusesCallers(commit(0n, 3), bridge.notOracles, 'NotOracle'));

    it('is refused for the zero root', () => bridge.refuses(commit(0n, 3, ZERO_32), 'ZeroRoot'));

    it('is refused for an empty interval', () => bridge.refuses(commit(0n, 0), 'EmptyBatch'));

    it('is refused for more messages than an interval may have', () =>
      bridge.refuses(commit(0n, kind.largestBatch + 1), 'BatchTooLarge'));

    it('is refused for any other nonce than the next', async () => {
      await bridge.run(commit(0n, 3));
      for (const first of [0n, 2n, 4n, 64n, 2n ** 63n, 2n ** 64n - 1n])
        await bridge.refuses(commit(first, 1), 'NonceGap');
    });

    it('is refused from an unknown remote', () => bridge.refuses(commit(0n, 1, ROOT, OTHER.domain), 'UnknownRemote'));

    it('is refused from a remote that is not open', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      await bridge.refuses(commit(0n, 1, ROOT, OTHER.domain), 'RemoteNotOpen');
    });
  });
