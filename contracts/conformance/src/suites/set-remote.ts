import assert from 'node:assert/strict';
import { ZERO_32 } from '@causeway/protocol';
import { useBridge } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { bitOf } from '../bytes.ts';
import { OTHER, REMOTE, type Remote } from '../setting.ts';

export const setRemote = (kind: Kind) =>
  describe('setRemote', () => {
    const bridge = useBridge(kind);
    const set = (fields: Partial<Remote>) => bridge.run(bridge.setRemote({ ...OTHER, ...fields }));
    const refuse = (fields: Partial<Remote>) =>
      bridge.refuses(bridge.setRemote({ ...OTHER, ...fields }), 'InvalidRemote');
    const EMPTY = { nextOutboundNonce: 0n, nextInboundNonce: 0n, outstanding: 0n, paused: false };

    it('registers a remote, closed', async () => {
      const remote = { ...OTHER, wireDecimals: 6 };
      await bridge.emits(bridge.setRemote(remote), 'RemoteSet', remote);
      assert.deepEqual(await bridge.under.remote(OTHER.domain), { ...remote, opened: false });
      assert.deepEqual(await bridge.lane(OTHER), EMPTY);
      assert.equal(await bridge.bridgedSupply(remote), 0n);
    });

    it('registers it without limits', async () => {
      const none = { minAmount: 0n, maxAmount: 0n, capacity: 0n, refillPerSecond: 0n, available: 0n };
      for (const register of [() => undefined, () => set({})]) {
        await register();
        for (const side of ['canonical', 'bridged'] as const)
          assert.deepEqual(await bridge.under.limits(OTHER.domain, side), none);
      }
    });

    it('knows no remote before', async () => {
      assert.equal(await bridge.under.remote(OTHER.domain), undefined);
      assert.deepEqual(await bridge.lane(OTHER), EMPTY);
    });

    it('may be repeated with another registration until it is opened', async () => {
      await set({});
      const wider = { ...OTHER, addressLength: 32, bridge: bitOf(255), wireDecimals: 8 };
      await set(wider);
      assert.deepEqual(await bridge.under.remote(OTHER.domain), { ...wider, opened: false });
      await bridge.run(bridge.openRemote(wider));
      await bridge.refuses(bridge.setRemote(wider), 'RemoteAlreadyOpen');
    });

    it('is refused for a remote that is open', () => bridge.refuses(bridge.setRemote(REMOTE), 'RemoteAlreadyOpen'));

    it('is refused for the domain zero and for this one', async () => {
      for (const domain of [0, bridge.here]) await refuse({ domain });
    });

    it('is refused for an invalid address length, and for a bridge that does not fit it', async () => {
      for (const addressLength of [0, 33, 255]) await refuse({ addressLength });
      for (const word of [ZERO_32, bitOf(160)]) await refuse({ bridge: word });
      await set({ bridge: bitOf(159) });
      await set({ bridge: bitOf(255), addressLength: 32 });
      await refuse({ bridge: bitOf(240), addressLength: 30 });
      await set({ bridge: bitOf(239), addressLength: 30 });
    });

    it('is refused for more than nine wire decimals', async () => {
      for (const wireDecimals of [10, 255]) await refuse({ wireDecimals });
      await set({ wireDecimals: 0 });
    });

    it('is refused for anyone but the admin', () =>
      bridge.refusesCallers(bridge.setRemote(OTHER), bridge.notAdmins, 'NotAdmin'));
  });
