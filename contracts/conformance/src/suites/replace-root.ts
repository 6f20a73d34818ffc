import assert from 'node:assert/strict';
import { KIND, ZERO_32 } from '@causeway/protocol';
import { batchOf, type Committed, useBridge } from '../bridge.ts';
import type { Interval, Kind } from '../bridge-under-test.ts';
import { OTHER, REMOTE, ROOT } from '../setting.ts';

const ALL = [0n, 1n, 2n];

/** Nonce 0 is executed, 1 is cancelled, 2 is neither. Then all three messages turn out to be wrong. */
export const replaceRoot = (kind: Kind) =>
  describe('replaceRoot', () => {
    const bridge = useBridge(kind);
    let forged: Committed;
    let right: Committed;
    const interval = (root = right.batch.root) => ({ source: REMOTE.domain, firstNonce: 0n, count: 3, root });
    const replace = (changed: readonly bigint[]) => bridge.run(bridge.replaceRoot(interval(), changed));
    const unpause = () => bridge.run(bridge.pause('unpauseInbound'));
    const assertStatuses = async (...expected: readonly string[]) =>
      assert.deepEqual(await bridge.statusesOf(ALL), expected);

    beforeEach(async () => {
      await bridge.under.prepare(REMOTE.domain, bridge.user);
      const lock = bridge.inbound(KIND.lock);
      forged = await bridge.commit([lock, lock, lock]);
      right = batchOf(forged.messages.map((message) => ({ ...message, sender: `0x${'77'.repeat(32)}` })));
      await bridge.run(bridge.mint(forged, 0), bridge.cancel(forged, 1), bridge.pause('pauseInbound'));
    });

    it('gives the interval another root, and its executed and cancelled messages the status Replaced', async () => {
      await bridge.emits(bridge.replaceRoot(interval(), ALL), 'RootReplaced', { ...interval(), changed: ALL });
      assert.equal(await bridge.rootOf(0n, 3), right.batch.root);
      assert.equal((await bridge.lane()).nextInboundNonce, 3n);
      await assertStatuses('replaced', 'replaced', 'none');
    });

    it('keeps the status of messages that are not changed', async () => {
      await replace([]);
      await assertStatuses('executed', 'cancelled', 'none');
      await unpause();
      await bridge.refuses(bridge.mint(right, 0), 'AlreadyExecuted');
      await bridge.refuses(bridge.mint(right, 1), 'AlreadyCancelled');
    });

    it('refuses the mint of a replaced message', async () => {
      await replace(ALL);
      await unpause();
      for (const index of [0, 1]) await bridge.refuses(bridge.mint(right, index), 'OrderReplaced');
      // This nonce was neither executed nor cancelled: an ordinary order.
      await bridge.run(bridge.mint(right, 2));
    });

    it('refuses the release of a replaced message', async () => {
      await bridge.run(bridge.lock({ wireAmount: 1_000n }));
      right = batchOf(ALL.map((nonce) => bridge.inbound(KIND.burn, { nonce })));
      await replace(ALL);
      await unpause();
      await bridge.refuses(bridge.release(right, 0), 'OrderReplaced');
    });

    it('lets a replaced message be cancelled once', async () => {
      await replace(ALL);
      for (const index of [0, 1]) {
        await bridge.run(bridge.cancel(right, index));
        assert.equal(await bridge.statusOf(BigInt(index)), 'cancelled');
        await bridge.refuses(bridge.cancel(right, index), 'AlreadyCancelled');
      }
    });

    it('leaves the old messages without a proof', async () => {
      await replace(ALL);
      await unpause();
      await bridge.refuses(bridge.mint(forged, 2), 'InvalidProof');
      await bridge.refuses(bridge.cancel(forged, 0), 'InvalidProof');
    });

    it('can be done again', async () => {
      await replace(ALL);
      await replace(ALL);
      await assertStatuses('replaced', 'replaced', 'none');
    });

    it('is refused for anyone but the admin', () =>
      bridge.refusesCallers(bridge.replaceRoot(interval(ROOT), []), bridge.notAdmins, 'NotAdmin'));

    it('is refused while inbound is not paused', async () => {
      await unpause();
      await bridge.refuses(bridge.replaceRoot(interval(ROOT), []), 'InboundNotPaused');
    });

    it('is refused for the zero root with changed nonces, and for an interval that is not the last', async () => {
      await bridge.refuses(bridge.replaceRoot(interval(ZERO_32), ALL), 'ZeroRoot');
      await bridge.commit([bridge.inbound(KIND.lock)]);
      await bridge.refuses(bridge.replaceRoot(interval(ZERO_32), []), 'ZeroRoot');
    });

    it('is refused for an interval that was not committed', async () => {
      await bridge.register(OTHER);
      const never = [{ firstNonce: 3n, count: 1 }, { firstNonce: 1n, count: 3 }, { source: OTHER.domain }];
      const others = kind.rootsClose ? never : [{ count: 2 }, ...never];
      for (const fields of others)
        await bridge.refuses(bridge.replaceRoot({ ...interval(ROOT), ...fields }, []), 'UnknownRoot');
    });

    it('is refused for a changed nonce outside the interval', async () => {
      for (const changed of [[3n], [4_096n], [2n ** 64n - 1n], [0n, 3n]])
        await bridge.refuses(bridge.replaceRoot(interval(ROOT), changed), 'NonceOutOfRange');
      await assertStatuses('executed', 'cancelled', 'none');
    });

    describe('with the zero root', () => {
      const drop = (fields: Partial<Interval> = {}) => bridge.replaceRoot({ ...interval(ZERO_32), ...fields }, []);

      it('drops the last interval of the lane, and what was acted on there becomes Replaced', async () => {
        await bridge.emits(drop(), 'RootReplaced', { ...interval(ZERO_32), changed: [] });
        assert.equal(await bridge.rootOf(0n, 3), undefined);
        assert.equal((await bridge.lane()).nextInboundNonce, 0n);
        await assertStatuses('replaced', 'replaced', 'none');
        assert.deepEqual(await bridge.under.statuses(REMOTE.domain, 0n, 4), [
          ...['replaced', 'replaced', 'none'],
          'none',
        ]);
      });

      it('leaves its messages without a proof', async () => {
        await bridge.run(drop());
        await unpause();
        await bridge.refuses(bridge.mint(forged, 2), 'UnknownRoot');
        await bridge.refuses(bridge.cancel(forged, 2), 'UnknownRoot');
      });

      it('lets the nonces be committed anew, in any interval', async () => {
        await bridge.run(drop());
        await unpause();
        const again = await bridge.commitAs(right.messages.slice(0, 2), 0n);
        await bridge.commitAs(right.messages.slice(2), 2n);
        assert.equal((await bridge.lane()).nextInboundNonce, 3n);
        for (const index of [0, 1]) {
          await bridge.refuses(bridge.mint(again, index), 'OrderReplaced');
          await bridge.run(bridge.cancel(again, index));
          await bridge.refuses(bridge.cancel(again, index), 'AlreadyCancelled');
        }
      });

      it('lets the same interval be committed again, whose other messages are ordinary orders', async () => {
        await bridge.run(drop());
        await unpause();
        const again = await bridge.commitAs(right.messages, 0n);
        await bridge.run(bridge.mint(again, 2));
        await bridge.refuses(bridge.mint(again, 2), 'AlreadyExecuted');
      });

      it('drops one interval after the other, from the last', async () => {
        const last = await bridge.commit([bridge.inbound(KIND.lock)]);
        await bridge.run(bridge.cancel(last, 0));
        await bridge.refuses(drop(), 'ZeroRoot');
        await bridge.run(drop({ firstNonce: 3n, count: 1 }));
        assert.equal((await bridge.lane()).nextInboundNonce, 3n);
        await bridge.run(drop());
        assert.equal((await bridge.lane()).nextInboundNonce, 0n);
        assert.deepEqual(await bridge.statusesOf([...ALL, 3n]), ['replaced', 'replaced', 'none', 'replaced']);
      });

      it('drops no interval twice, and none that was not committed', async () => {
        await bridge.refuses(drop({ firstNonce: 1n, count: 2 }), 'UnknownRoot');
        await bridge.run(drop());
        await bridge.refuses(drop(), 'UnknownRoot');
      });

      it('drops no part of an interval, also when every message there has an outcome', async () => {
        await bridge.run(bridge.cancel(forged, 2));
        for (const part of [
          { firstNonce: 2n, count: 1 },
          { firstNonce: 1n, count: 2 },
        ])
          await bridge.refuses(drop(part), 'UnknownRoot');
        assert.equal((await bridge.lane()).nextInboundNonce, 3n);
        assert.equal(await bridge.rootOf(0n, 3), forged.batch.root);
        await assertStatuses('executed', 'cancelled', 'cancelled');
        await bridge.run(drop());
        await assertStatuses('replaced', 'replaced', 'replaced');
      });

      it('leaves the lane of another remote alone', async () => {
        await bridge.register(OTHER);
        await bridge.commit([bridge.inbound(KIND.lock, {}, OTHER)], OTHER);
        await bridge.run(drop());
        assert.equal((await bridge.lane(OTHER)).nextInboundNonce, 1n);
        assert.notEqual(await bridge.rootOf(0n, 1, OTHER), undefined);
      });

      it('drops the largest interval', async () => {
        const { largestBatch } = kind;
        await bridge.run(drop());
        const large = { firstNonce: 0n, count: largestBatch };
        await bridge.run(bridge.commitRoot({ ...interval(ROOT), ...large }), drop(large));
        assert.equal((await bridge.lane()).nextInboundNonce, 0n);
        await assertStatuses('replaced', 'replaced', 'none');
      });

      it('is refused for anyone but the admin, and while nothing is paused', async () => {
        await bridge.refusesCallers(drop(), bridge.notAdmins, 'NotAdmin');
        await unpause();
        await bridge.refuses(drop(), 'InboundNotPaused');
      });
    });
  });
