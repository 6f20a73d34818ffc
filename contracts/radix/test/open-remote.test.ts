import assert from 'node:assert/strict';
import { signedBy } from './support/call.ts';
import { GUARDIAN, MEMBERS, OTHER, REMOTE, STRANGER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

describe('openRemote', () => {
  const bridge = useBridge();
  const { calls, unit } = bridge;

  it('opens a registered remote', () => {
    bridge.run(calls.setRemote(OTHER));
    assert.equal(bridge.remote(OTHER)?.opened, false);
    bridge.runEmitting(calls.openRemote(OTHER), 'RemoteOpened', { domain: OTHER.domain });
    assert.equal(bridge.remote(OTHER)?.opened, true);
  });

  it('lets nothing through before there are limits', () => {
    bridge.run(calls.setRemote(OTHER), calls.openRemote(OTHER));
    bridge.refuse(calls.lock({ amount: unit, to: OTHER }), 'AboveMaximum');
  });

  it('is refused for an unknown remote', () => {
    bridge.refuse(calls.openRemote(OTHER), 'UnknownRemote');
  });

  it('is refused the second time', () => {
    bridge.refuse(calls.openRemote(REMOTE), 'RemoteAlreadyOpen');
  });

  it('is refused for anyone but the admin', () => {
    bridge.run(calls.setRemote(OTHER));
    for (const signers of [[], [STRANGER], [GUARDIAN], MEMBERS])
      bridge.refuse(signedBy(calls.openRemote(OTHER), signers), 'NotAdmin');
  });
});
