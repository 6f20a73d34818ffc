import assert from 'node:assert/strict';
import { type Hex, padLeft, ZERO_32 } from '@causeway/protocol';
import { signedBy } from './support/call.ts';
import { GUARDIAN, HERE, MEMBERS, OTHER, REMOTE, type Remote, STRANGER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

describe('setRemote', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const set = (fields: Partial<Remote>, token?: { name: string; symbol: string }) =>
    bridge.run(calls.setRemote({ ...OTHER, ...fields }, token));
  const refuse = (fields: Partial<Remote>, token?: { name: string; symbol: string }) =>
    bridge.refuse(calls.setRemote({ ...OTHER, ...fields }, token), 'InvalidRemote');
  const word = (bit: number): Hex => padLeft(`0x${(1n << BigInt(bit)).toString(16).padStart(64, '0')}`);

  it('registers a remote, closed', () => {
    const remote = { ...OTHER, wireDecimals: 6 };
    const { domain, ...registration } = remote;
    const { emitted } = bridge.run(calls.setRemote(remote, { name: 'Polygon', symbol: 'cwPOL' }));
    const token = bridge.tokenOf(remote);
    assert.deepEqual(emitted, [{ name: 'RemoteSet', data: { domain, ...registration, token } }]);
    assert.deepEqual(bridge.remote(remote), { ...registration, token, opened: false });
    assert.deepEqual(bridge.lane(remote), { nextOutboundNonce: 0n, nextInboundNonce: 0n, outstanding: 0n });
  });

  it('knows no remote before', () => {
    assert.equal(bridge.remote(OTHER), null);
    assert.deepEqual(bridge.lane(OTHER), { nextOutboundNonce: 0n, nextInboundNonce: 0n, outstanding: 0n });
  });

  it('may be repeated with another registration until it is opened, each time with a new token', () => {
    set({});
    const first = bridge.tokenOf(OTHER);
    const wider = { ...OTHER, addressLength: 32, bridge: word(255), wireDecimals: 8 };
    set(wider);
    const { domain: _, ...registration } = wider;
    const token = bridge.tokenOf(OTHER);
    assert.notEqual(token, first);
    assert.deepEqual(bridge.remote(OTHER), { ...registration, token, opened: false });
    bridge.run(calls.openRemote(OTHER));
    bridge.refuse(calls.setRemote(OTHER), 'RemoteAlreadyOpen');
  });

  it('is refused for a remote that is open', () => {
    bridge.refuse(calls.setRemote(REMOTE), 'RemoteAlreadyOpen');
  });

  it('is refused for the domain zero and for this one', () => {
    refuse({ domain: 0 });
    refuse({ domain: HERE });
  });

  it('is refused for an invalid address length, and for a bridge that does not fit it', () => {
    refuse({ addressLength: 0 });
    refuse({ addressLength: 33 });
    refuse({ addressLength: 255 });
    refuse({ bridge: ZERO_32 });
    refuse({ bridge: word(160) });
    set({ bridge: word(159) });
    set({ bridge: word(255), addressLength: 32 });
    refuse({ bridge: word(240), addressLength: 30 });
    set({ bridge: word(239), addressLength: 30 });
  });

  it('is refused for more than nine wire decimals', () => {
    refuse({ wireDecimals: 10 });
    refuse({ wireDecimals: 255 });
    set({ wireDecimals: 0 });
  });

  it('is refused for a name or a symbol that is empty or too long', () => {
    refuse({}, { name: '', symbol: 'cwT' });
    refuse({}, { name: 'n'.repeat(33), symbol: 'cwT' });
    refuse({}, { name: 'Bridged', symbol: '' });
    refuse({}, { name: 'Bridged', symbol: 's'.repeat(11) });
    set({}, { name: 'n'.repeat(32), symbol: 's'.repeat(10) });
  });

  it('is refused for anyone but the admin', () => {
    for (const signers of [[], [STRANGER], [GUARDIAN], MEMBERS])
      bridge.refuse(signedBy(calls.setRemote(OTHER), signers), 'NotAdmin');
  });
});
