import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { signedBy } from './support/call.ts';
import { ADMIN, GUARDIAN, MEMBERS, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

describe('the pauses', () => {
  const bridge = useBridge();
  const { calls, unit } = bridge;
  const assertPaused = (outbound: boolean, inbound: boolean) => {
    const { outboundPaused, inboundPaused } = bridge.configuration();
    assert.deepEqual([outboundPaused, inboundPaused], [outbound, inbound]);
  };

  it('are set by the guardian', () => {
    bridge.runEmitting(calls.pause('pause_outbound', GUARDIAN), 'OutboundPausedSet', { paused: true });
    assertPaused(true, false);
    bridge.runEmitting(calls.pause('pause_inbound', GUARDIAN), 'InboundPausedSet', { paused: true });
    assertPaused(true, true);
  });

  it('are set by the admin', () => {
    bridge.run(calls.pause('pause_inbound', ADMIN));
    assertPaused(false, true);
    bridge.run(calls.pause('pause_outbound', ADMIN));
    assertPaused(true, true);
  });

  it('are ended by the admin', () => {
    bridge.run(calls.pause('pause_outbound'), calls.pause('pause_inbound'));
    bridge.runEmitting(calls.pause('unpause_outbound'), 'OutboundPausedSet', { paused: false });
    assertPaused(false, true);
    bridge.runEmitting(calls.pause('unpause_inbound'), 'InboundPausedSet', { paused: false });
    assertPaused(false, false);
    bridge.run(calls.lock({ amount: 1_000n * unit }));
    bridge.run(calls.mint(bridge.commitAround(bridge.inbound(KIND.lock)), 2));
  });

  it('are not ended by the guardian', () => {
    for (const name of ['unpause_outbound', 'unpause_inbound'] as const)
      bridge.refuse(calls.pause(name, GUARDIAN), 'NotAdmin');
  });

  it('are set by nobody else', () => {
    for (const name of ['pause_outbound', 'pause_inbound'] as const)
      for (const signers of [[], [STRANGER, USER], MEMBERS])
        bridge.refuse(signedBy(calls.pause(name), signers), 'NotGuardian');
  });
});
