import assert from 'node:assert/strict';
import { KIND, ZERO_32 } from '@causeway/protocol';
import { useBridge } from '../bridge.ts';
import type { Call, Kind } from '../bridge-under-test.ts';
import { ORACLE, OTHER, REMOTE, ROOT } from '../setting.ts';

export function remotePauses(kind: Kind): void {
  describe('the pause of a remote', () => {
    const bridge = useBridge(kind);
    const pause = () => bridge.run(bridge.pauseRemote(REMOTE));
    const assertPaused = async (paused: boolean) => assert.equal((await bridge.lane()).paused, paused);
    /** A mint and a release of REMOTE that nothing else refuses. */
    async function executions(): Promise<readonly Call[]> {
      await bridge.under.prepare(REMOTE.domain, bridge.user);
      await bridge.run(bridge.lock({ wireAmount: 1_000n }));
      const committed = await bridge.commit([bridge.inbound(KIND.lock), bridge.inbound(KIND.burn)]);
      return [bridge.mint(committed, 0), bridge.release(committed, 1)];
    }

    it('is set by the guardian and by the admin, and ended by the admin', async () => {
      const paused = { remote: REMOTE.domain, paused: true };
      for (const by of ['guardian', 'admin'] as const) {
        await bridge.emits(bridge.pauseRemote(REMOTE, bridge.actor(by)), 'RemotePausedSet', paused);
        await assertPaused(true);
        await bridge.emits(bridge.unpauseRemote(REMOTE), 'RemotePausedSet', { ...paused, paused: false });
        await assertPaused(false);
      }
    });

    it('is set by nobody else, and not ended by the guardian', async () => {
      const others = [bridge.actor('stranger'), bridge.user, ORACLE];
      await bridge.refusesCallers(bridge.pauseRemote(REMOTE), others, 'NotGuardian');
      await pause();
      await bridge.refusesCallers(bridge.unpauseRemote(REMOTE), bridge.notAdmins, 'NotAdmin');
      await assertPaused(true);
    });

    it('is refused for an unknown remote', async () => {
      await bridge.refuses(bridge.pauseRemote(OTHER), 'UnknownRemote');
      await bridge.refuses(bridge.unpauseRemote(OTHER), 'UnknownRemote');
    });

    it('refuses locks and burns towards it', async () => {
      await bridge.giveBridged(1_000n);
      const sends = [bridge.lock({ wireAmount: 100n }), bridge.burn({ wireAmount: 100n })];
      await pause();
      for (const call of sends) await bridge.refuses(call, 'RemotePaused');
      await bridge.run(bridge.unpauseRemote(REMOTE), ...sends);
    });

    it('refuses its mints and releases, which wait', async () => {
      const calls = await executions();
      await pause();
      for (const call of calls) await bridge.refuses(call, 'RemotePaused');
      await bridge.run(bridge.unpauseRemote(REMOTE), ...calls);
      assert.deepEqual(await bridge.statusesOf([0n, 1n]), ['executed', 'executed']);
    });

    it('refuses its refunds, which wait too', async () => {
      await bridge.run(bridge.lock({ wireAmount: 1_000n }));
      const refund = bridge.inbound(KIND.cancel, { assetHome: bridge.here });
      const call = bridge.release(await bridge.commitAround(refund), 2);
      await pause();
      await bridge.refuses(call, 'RemotePaused');
      await bridge.run(bridge.unpauseRemote(REMOTE), call);
    });

    it('leaves commitments, cancellations and claims alone', async () => {
      const creditor = bridge.under.account('creditor');
      const to = bridge.under.account('account of the creditor’s choice');
      await bridge.under.block('canonical', creditor);
      await bridge.run(bridge.lock({ wireAmount: 1_000_000n }));
      const owed = bridge.inbound(KIND.burn, { recipient: creditor, wireAmount: 1_000_000n });
      await bridge.run(bridge.release(await bridge.commitAround(owed), 2));
      await pause();
      const committed = await bridge.commitAround(bridge.inbound(KIND.lock));
      await bridge.run(bridge.cancel(committed, 2), bridge.claim('canonical', creditor, to));
    });

    it('leaves every other remote alone', async () => {
      await bridge.register(OTHER);
      await pause();
      assert.equal((await bridge.lane(OTHER)).paused, false);
      await bridge.run(bridge.lock({ wireAmount: 1_000n, to: OTHER }));
      await bridge.giveBridged(1_000n, bridge.user, OTHER);
      await bridge.run(bridge.burn({ wireAmount: 400n, to: OTHER }));
      const burn = bridge.inbound(KIND.burn, {}, OTHER);
      await bridge.run(bridge.release(await bridge.commitAround(burn, OTHER), 2));
    });

    it('lets the roots of this remote be replaced, and of no other', async () => {
      await bridge.register(OTHER);
      const place = { source: REMOTE.domain, firstNonce: 0n, count: 3 };
      const other = { ...place, source: OTHER.domain };
      await bridge.run(bridge.commitRoot({ ...place, root: ROOT }), bridge.commitRoot({ ...other, root: ROOT }));
      const root = `0x${'5e'.repeat(32)}` as const;
      await bridge.refuses(bridge.replaceRoot({ ...place, root }, []), 'InboundNotPaused');
      await pause();
      await bridge.run(bridge.replaceRoot({ ...place, root }, []));
      await bridge.refuses(bridge.replaceRoot({ ...other, root }, []), 'InboundNotPaused');
      await bridge.refuses(bridge.replaceRoot({ ...other, root: ZERO_32 }, []), 'InboundNotPaused');
      await bridge.run(bridge.replaceRoot({ ...place, root: ZERO_32 }, []));
    });

    it('stays over a new registration and the opening', async () => {
      await bridge.run(bridge.setRemote(OTHER), bridge.pauseRemote(OTHER), bridge.setRemote(OTHER));
      await bridge.run(bridge.openRemote(OTHER));
      await bridge.refuses(bridge.lock({ wireAmount: 1_000n, to: OTHER }), 'RemotePaused');
    });
  });
}
