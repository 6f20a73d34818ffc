import { strict as assert } from 'node:assert';
import type { BridgeRecord, Deployment } from '@causeway/chains';
import { ZERO_32 } from '@causeway/protocol';
import { radixSettings } from '../../src/radix/config.ts';
import { networkOfId, RADIX_NETWORKS } from '../../src/radix/network.ts';
import { openRadixProviders } from '../../src/radix/open.ts';
import { codeOf, must } from '../support/bridges.ts';
import { keyOf, offlineDeployment, STOKENET } from '../support/radix-offline.ts';

describe('a Radix deployment file', () => {
  const deployment = offlineDeployment();
  const bridge = deployment.bridges.main as BridgeRecord;
  const config = radixSettings.parse({ rpc: ['http://127.0.0.1:9/core'] });
  const open = (change: Partial<Deployment>) => openRadixProviders(config, { ...deployment, ...change });
  const openBridge = (change: Partial<BridgeRecord>) => open({ bridges: { main: { ...bridge, ...change } } });

  it('opens a provider for each family, each network by its own name and addresses', () => {
    assert.deepEqual(Object.keys(must(open({}))), ['main']);
    for (const network of RADIX_NETWORKS) {
      assert.deepEqual(Object.keys(must(openRadixProviders(config, offlineDeployment(network)))), ['main']);
    }
  });

  it('B5: can be of a real node’s localnet, with addresses of its own', () => {
    const { bridges } = offlineDeployment(networkOfId(240));
    assert.match(bridges.main?.address ?? '', /^component_loc1/);
  });

  it('is refused with an unknown network, or with another domain', () => {
    for (const change of [{ chainId: 'nowhere' }, { chainId: STOKENET.logicalName }, { domain: 5 }]) {
      assert.equal(codeOf(open(change)), 'DEPLOYMENT_INVALID', JSON.stringify(change));
    }
  });

  it('is refused with an address of another entity or network', () => {
    const elsewhere = offlineDeployment(STOKENET);
    const remote = bridge.remotes.ethereum as BridgeRecord['remotes'][string];
    const account = keyOf(1).address;
    const asset = bridge.canonicalAsset;
    for (const result of [
      openBridge({ address: account }),
      openBridge({ address: elsewhere.oracle.address }),
      openBridge({ address32: ZERO_32 }),
      openBridge({ canonicalAsset: { ...asset, address: account } }),
      openBridge({ remotes: { ethereum: { ...remote, token: { ...remote.token, address: null } } } }),
      openBridge({ remotes: { ethereum: { ...remote, token: { ...remote.token, address: account } } } }),
      open({ contracts: {} }),
      open({ contracts: { locker: account } }),
      open({ oracle: { ...deployment.oracle, members: [bridge.address] } }),
      open({ oracle: { ...deployment.oracle, members: [...elsewhere.oracle.members] } }),
    ]) {
      assert.equal(codeOf(result), 'DEPLOYMENT_INVALID');
    }
  });
});
