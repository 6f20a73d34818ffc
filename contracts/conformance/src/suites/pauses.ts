import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { useBridge } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { ORACLE, REMOTE } from '../setting.ts';

export const pauses = (kind: Kind) =>
  describe('the pauses', () => {
    const bridge = useBridge(kind);
    const assertPaused = async (outbound: boolean, inbound: boolean) => {
      const { outboundPaused, inboundPaused } = await bridge.under.configuration();
      assert.deepEqual([outboundPaused, inboundPaused], [outbound, inbound]);
    };

    it('are set by the guardian', async () => {
      await bridge.emits(bridge.pause('pauseOutbound'), 'OutboundPausedSet', { paused: true });
      await assertPaused(true, false);
      await bridge.emits(bridge.pause('pauseInbound'), 'InboundPausedSet', { paused: true });
      await assertPaused(true, true);
    });

    it('are set by the admin', async () => {
      await bridge.run(bridge.pause('pauseInbound', bridge.actor('admin')));
      await assertPaused(false, true);
      await bridge.run(bridge.pause('pauseOutbound', bridge.actor('admin')));
      await assertPaused(true, true);
    });

    it('are ended by the admin', async () => {
      await bridge.run(bridge.pause('pauseOutbound'), bridge.pause('pauseInbound'));
      await bridge.emits(bridge.pause('unpauseOutbound'), 'OutboundPausedSet', { paused: false });
      await assertPaused(false, true);
      await bridge.emits(bridge.pause('unpauseInbound'), 'InboundPausedSet', { paused: false });
      await assertPaused(false, false);
      await bridge.run(bridge.lock({ wireAmount: 1_000n }));
      await bridge.under.prepare(REMOTE.domain, bridge.user);
      await bridge.run(bridge.mint(await bridge.commitAround(bridge.inbound(KIND.lock)), 2));
    });

    it('keep the oracle', async () => {
      await bridge.run(bridge.pause('pauseOutbound'), bridge.pause('pauseInbound'));
      assert.deepEqual((await bridge.under.configuration()).oracle, ORACLE);
    });

    it('are not ended by the guardian', async () => {
      for (const name of ['unpauseOutbound', 'unpauseInbound'] as const)
        await bridge.refuses(bridge.pause(name, bridge.actor('guardian')), 'NotAdmin');
    });

    it('are set by nobody else', async () => {
      const others = [bridge.actor('stranger'), bridge.user, ORACLE];
      for (const name of ['pauseOutbound', 'pauseInbound'] as const)
        await bridge.refusesCallers(bridge.pause(name), others, 'NotGuardian');
    });
  });
