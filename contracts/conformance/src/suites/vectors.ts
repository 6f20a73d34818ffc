import assert from 'node:assert/strict';
import { KIND, ZERO_32 } from '@causeway/protocol';
import { type Committed, intervalOf, useBridge } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { LIMITS, REMOTE } from '../setting.ts';
import { DROP_VECTORS, FEE_VECTORS, statusesIn } from '../vectors.ts';

/** The shared vectors that name no bridge. Each kind runs the vectors of its proofs, addresses and amounts itself. */
export const vectors = (kind: Kind) =>
  describe('shared vectors', () => {
    const bridge = useBridge(kind);

    it('of fees: kept as a fee and as a limit, or refused where a number is short', async () => {
      for (const { fee, isShort } of FEE_VECTORS) {
        if (fee > kind.largestLimit) continue;
        const setFee = bridge.setFee(REMOTE, fee);
        const setLimits = bridge.setLimits(REMOTE, 'bridged', { ...LIMITS, refillPerSecond: fee });
        if (isShort || !kind.shortNumbers) {
          await bridge.run(setFee, setLimits);
          assert.equal(await bridge.under.fee(REMOTE.domain), fee);
          assert.equal((await bridge.under.limits(REMOTE.domain, 'bridged')).refillPerSecond, fee);
        } else {
          await bridge.refuses(setFee, 'InvalidFee');
          await bridge.refuses(setLimits, 'InvalidLimits');
        }
      }
    });

    for (const { name, counts, before, nextInboundNonce, after } of DROP_VECTORS)
      it(`of dropping an interval: ${name}`, async () => {
        await bridge.under.prepare(REMOTE.domain, bridge.user);
        const statuses = statusesIn(before);
        let last: Committed | undefined;
        for (const count of counts.map(Number)) {
          last = await bridge.commit(Array.from({ length: count }, () => bridge.inbound(KIND.lock)));
          for (const [index, status] of statuses.splice(0, count).entries()) {
            if (status === 'executed') await bridge.run(bridge.mint(last, index));
            if (status === 'cancelled') await bridge.run(bridge.cancel(last, index));
          }
        }
        assert(last !== undefined);
        const all = () => bridge.under.statuses(REMOTE.domain, 0n, statusesIn(before).length);
        assert.deepEqual(await all(), statusesIn(before));
        await bridge.run(bridge.pause('pauseInbound'), bridge.replaceRoot({ ...intervalOf(last), root: ZERO_32 }, []));
        assert.equal((await bridge.lane()).nextInboundNonce, BigInt(nextInboundNonce));
        assert.deepEqual(await all(), statusesIn(after));
      });
  });
