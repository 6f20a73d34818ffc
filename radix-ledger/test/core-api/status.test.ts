import assert from 'node:assert/strict';
import { RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { errorOf, NETWORK_ID, network, TestLedger } from './support.ts';

describe('Core API: status', () => {
  let test: TestLedger;

  before(async () => {
    test = await TestLedger.start();
  });

  after(() => test.stop());

  const networkStatus = () => test.api.status.statusNetworkStatusPost({ networkStatusRequest: { network } });

  it('names the network and the same well-known addresses as the toolkit', async () => {
    const configuration = await test.api.status.statusNetworkConfigurationPost();
    assert.equal(configuration.network, network);
    assert.equal(configuration.network_id, NETWORK_ID);
    assert.equal(configuration.network_hrp_suffix, 'sim');
    const addresses: Record<string, string> = { ...configuration.well_known_addresses };
    const known = await RadixEngineToolkit.Utils.knownAddresses(NETWORK_ID);
    const names = Object.entries({
      ...known.resourceAddresses,
      ...known.packageAddresses,
      ...known.componentAddresses,
    });
    assert.equal(names.length, 26);
    for (const [name, address] of names) {
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      assert.equal(addresses[snake], address, name);
    }
    for (const address of Object.values(addresses)) await RadixEngineToolkit.Address.decode(address);
  });

  it('names the same kinds of address as the toolkit', async () => {
    const { address_types, well_known_addresses } = await test.api.status.statusNetworkConfigurationPost();
    assert.equal(address_types.length, 22);
    const { data } = await RadixEngineToolkit.Address.decode(well_known_addresses.faucet);
    const faucet = address_types.find(({ address_byte_prefix }) => address_byte_prefix === data[0]);
    assert.deepEqual(faucet, {
      hrp_prefix: 'component_sim',
      entity_type: 'GlobalGenericComponent',
      address_byte_prefix: 0xc0,
      address_byte_length: data.length,
    });
  });

  it('gives the same answer at GET /core', async () => {
    const response = await fetch(test.running.basePath);
    assert.deepEqual(await response.json(), (await test.post('/status/network-configuration', {})).json);
  });

  it('reports the newest state version', async () => {
    const before = await networkStatus();
    assert.equal(before.current_state_identifier.state_version, test.running.ledger.head.stateVersion);
    test.running.ledger.advance();
    const after = await networkStatus();
    assert.equal(after.current_state_identifier.state_version, before.current_state_identifier.state_version + 1);
    assert.equal(after.current_epoch_round?.round, (before.current_epoch_round?.round ?? 0) + 1);
    for (const name of ['state_tree_hash', 'transaction_tree_hash', 'receipt_tree_hash'] as const) {
      assert.match(after.current_state_identifier[name], /^[\da-f]{64}$/);
      assert.notEqual(after.current_state_identifier[name], before.current_state_identifier[name]);
    }
    assert.equal(after.pre_genesis_state_identifier.state_version, 0);
  });

  it('reports epochs', async () => {
    const before = await networkStatus();
    test.running.ledger.advanceEpoch();
    const after = await networkStatus();
    assert.equal(after.current_epoch_round?.epoch, (before.current_epoch_round?.epoch ?? 0) + 1);
  });

  it('refuses another network by name', async () => {
    const call = test.api.status.statusNetworkStatusPost({ networkStatusRequest: { network: 'mainnet' } });
    assert.deepEqual(await errorOf(call), {
      error_type: 'Basic',
      code: 400,
      message: 'Invalid network - the network is actually: simulator',
    });
  });
});
