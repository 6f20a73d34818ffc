import assert from 'node:assert/strict';
import { useBridge } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { OTHER, REMOTE } from '../setting.ts';

export const openRemote = (kind: Kind) =>
  describe('openRemote', () => {
    const bridge = useBridge(kind);

    it('opens a registered remote', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      assert.equal((await bridge.under.remote(OTHER.domain))?.opened, false);
      await bridge.emits(bridge.openRemote(OTHER), 'RemoteOpened', { domain: OTHER.domain });
      assert.equal((await bridge.under.remote(OTHER.domain))?.opened, true);
    });

    it('lets nothing through before there are limits', async () => {
      await bridge.run(bridge.setRemote(OTHER), bridge.openRemote(OTHER));
      await bridge.refuses(bridge.lock({ wireAmount: 1n, to: OTHER }), 'AboveMaximum');
    });

    it('is refused for an unknown remote', () => bridge.refuses(bridge.openRemote(OTHER), 'UnknownRemote'));

    it('is refused the second time', () => bridge.refuses(bridge.openRemote(REMOTE), 'RemoteAlreadyOpen'));

    it('is refused for anyone but the admin', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      await bridge.refusesCallers(bridge.openRemote(OTHER), bridge.notAdmins, 'NotAdmin');
    });
  });
