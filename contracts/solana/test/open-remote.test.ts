import assert from 'node:assert/strict';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { GUARDIAN, OTHER, REMOTE, STRANGER } from './support/setting.ts';
import { mintAccount } from './support/tokens.ts';

describe('openRemote', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;

  it('opens a registered remote', () => {
    bridge.run(calls.setRemote(OTHER));
    bridge.runEmitting(calls.openRemote(OTHER), 'remoteOpened', { domain: OTHER.domain });
    assert.equal(bridge.remote(OTHER).opened, true);
  });

  it('lets nothing through before there are limits', () => {
    bridge.run(calls.setRemote(OTHER));
    bridge.run(calls.openRemote(OTHER));
    bridge.refuse(calls.lock({ amount: 1n, to: OTHER }), 'AboveMaximum');
  });

  it('is refused for an unknown remote', () => {
    bridge.refuse(calls.openRemote(OTHER), 'UnknownRemote');
  });

  it('is refused the second time', () => {
    bridge.refuse(calls.openRemote(REMOTE), 'RemoteAlreadyOpen');
  });

  it('is refused for a bridged token that has a supply', () => {
    bridge.run(calls.setRemote(OTHER));
    const fields = { decimals: OTHER.wireDecimals, supply: 1n, mintAuthority: bridge.at.bridge };
    chain.put(calls.mintOf(OTHER), mintAccount(chain, fields));
    bridge.refuse(calls.openRemote(OTHER), 'InvalidRemote');
  });

  it('is refused for anyone but the admin', () => {
    bridge.run(calls.setRemote(OTHER));
    for (const admin of [STRANGER, GUARDIAN])
      bridge.refuse(withAccounts(calls.openRemote(OTHER), { admin }), 'NotAdmin');
  });
});
