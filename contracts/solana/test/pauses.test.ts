import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { useBridge } from './support/bridge.ts';
import { ADMIN, GUARDIAN, MEMBERS, STRANGER } from './support/setting.ts';

describe('the pauses', () => {
  const bridge = useBridge();
  const { calls, at } = bridge;
  const assertPaused = (outbound: boolean, inbound: boolean) => {
    const { outboundPaused, inboundPaused } = bridge.read('bridge', at.bridge);
    assert.deepEqual([outboundPaused, inboundPaused], [outbound, inbound]);
  };

  it('are set by the guardian', () => {
    bridge.runEmitting(calls.pause('pauseOutbound', GUARDIAN), 'outboundPausedSet', { paused: true });
    assertPaused(true, false);
    bridge.runEmitting(calls.pause('pauseInbound', GUARDIAN), 'inboundPausedSet', { paused: true });
    assertPaused(true, true);
  });

  it('are set by the admin', () => {
    bridge.run(calls.pause('pauseInbound', ADMIN));
    assertPaused(false, true);
    bridge.run(calls.pause('pauseOutbound', ADMIN));
    assertPaused(true, true);
  });

  it('are ended by the admin', () => {
    bridge.run(calls.pause('pauseOutbound'));
    bridge.run(calls.pause('pauseInbound'));
    bridge.runEmitting(calls.pause('unpauseOutbound'), 'outboundPausedSet', { paused: false });
    assertPaused(false, true);
    bridge.runEmitting(calls.pause('unpauseInbound'), 'inboundPausedSet', { paused: false });
    assertPaused(false, false);
    bridge.run(calls.lock({ amount: 1_000n }));
    bridge.run(calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2));
  });

  it('are not ended by the guardian', () => {
    for (const name of ['unpauseOutbound', 'unpauseInbound'] as const)
      bridge.refuse(calls.pause(name, GUARDIAN), 'NotAdmin');
  });

  it('are set by nobody else', () => {
    for (const authority of [STRANGER, ...MEMBERS])
      for (const name of ['pauseOutbound', 'pauseInbound'] as const)
        bridge.refuse(calls.pause(name, authority), 'NotGuardian');
  });
});
