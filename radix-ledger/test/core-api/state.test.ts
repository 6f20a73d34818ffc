import assert from 'node:assert/strict';
import { createFungible, createNonFungible } from './resources.ts';
import { deposit, errorOf, FAUCET, network, TestLedger, XRD } from './support.ts';

const XRD_OF_MAINNET = 'resource_rdx1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxradxrd';

describe('Core API: state', () => {
  let test: TestLedger;

  before(async () => {
    test = await TestLedger.start();
    await test.commit(test.free);
  });

  after(() => test.stop());

  const state = () => test.api.state;
  const account = (account_address: string) =>
    state().stateAccountPost({ stateAccountRequest: { network, account_address } });
  const resource = (resource_address: string) =>
    state().stateResourcePost({ stateResourceRequest: { network, resource_address } });

  it('an account: owner, deposit rule, balances', async () => {
    const answer = await account(test.account);
    assert.equal(answer.at_ledger_state.state_version, test.running.ledger.head.stateVersion);
    assert.deepEqual(answer.vaults[0]?.resource_amount, {
      resource_type: 'Fungible',
      resource_address: XRD,
      amount: '10000',
    });
    assert.equal(answer.vaults[0].vault_entity.entity_type, 'InternalFungibleVault');
    assert.equal(answer.state.substate_type, 'AccountFieldState');
    assert.equal(answer.state.value.default_deposit_rule, 'Accept');
    assert.equal(answer.info.substate_type, 'TypeInfoModuleFieldTypeInfo');
    assert.equal(answer.info.value.details.type, 'Object');
    assert.equal(answer.info.value.details.blueprint_info.blueprint_name, 'Account');
    assert.equal(answer.owner_role.substate_type, 'RoleAssignmentModuleFieldOwnerRole');
    assert.equal(answer.owner_role.value.owner_role.rule.type, 'Protected');
  });

  it('a resource: divisibility, supply, owner', async () => {
    const { manager, owner_role } = await resource(XRD);
    assert.equal(manager.resource_type, 'Fungible');
    assert.equal(manager.divisibility.substate_type, 'FungibleResourceManagerFieldDivisibility');
    assert.equal(manager.divisibility.value.divisibility, 18);
    assert.equal(manager.total_supply, undefined, 'nobody counts XRD');
    assert.equal(owner_role.substate_type, 'RoleAssignmentModuleFieldOwnerRole');
    assert.equal(owner_role.value.owner_role.rule.type, 'Protected');
  });

  it('a fungible resource whose supply is tracked', async () => {
    const { receipt } = await test.commit(`${createFungible('12.5')} ${deposit(test.account)}`);
    const [created] = receipt.state_updates.new_global_entities;
    assert.equal(created?.entity_type, 'GlobalFungibleResource', receipt.error_message);
    const { manager, owner_role } = await resource(created.entity_address);
    assert.equal(manager.resource_type, 'Fungible');
    assert.partialDeepStrictEqual(manager.divisibility, { value: { divisibility: 6 } });
    assert.partialDeepStrictEqual(manager.total_supply, { value: { total_supply: '12.5' } });
    assert.partialDeepStrictEqual(owner_role, {
      value: { owner_role: { rule: { type: 'DenyAll' }, updater: 'None' } },
    });
  });

  it('a non-fungible resource, and its ids in an account', async () => {
    const { receipt } = await test.commit(`${createNonFungible(1, 300)} ${deposit(test.account)}`);
    const [created] = receipt.state_updates.new_global_entities;
    assert.equal(created?.entity_type, 'GlobalNonFungibleResource', receipt.error_message);
    const { manager } = await resource(created.entity_address);
    assert.equal(manager.resource_type, 'NonFungible');
    assert.partialDeepStrictEqual(manager.id_type, { value: { non_fungible_id_type: 'Integer' } });
    assert.partialDeepStrictEqual(manager.total_supply, { value: { total_supply: '2' } });
    assert.partialDeepStrictEqual(manager.mutable_fields, { value: { mutable_fields: [] } });
    const { vaults } = await account(test.account);
    const held = vaults.find(({ resource_amount }) => resource_amount.resource_address === created.entity_address);
    assert.deepEqual(held?.resource_amount, {
      resource_type: 'NonFungible',
      resource_address: created.entity_address,
      amount: '2',
      non_fungible_ids: [
        { simple_rep: '#1#', id_type: 'Integer', sbor_hex: '5cc0010000000000000001' },
        { simple_rep: '#300#', id_type: 'Integer', sbor_hex: '5cc001000000000000012c' },
      ],
    });
  });

  it('a component: blueprint, state, balances', async () => {
    const answer = await state().stateComponentPost({ stateComponentRequest: { network, component_address: FAUCET } });
    assert.equal(answer.info.substate_type, 'TypeInfoModuleFieldTypeInfo');
    assert.equal(answer.info.value.details.type, 'Object');
    assert.equal(answer.info.value.details.blueprint_info.blueprint_name, 'Faucet');
    assert.equal(answer.state.substate_type, 'GenericScryptoComponentFieldState');
    assert.match(answer.state.value.data_struct.struct_data.hex ?? '', /^5c/);
    assert.equal(answer.vaults[0]?.resource_amount.resource_type, 'Fungible');
  });

  it('a package: its owner', async () => {
    const { well_known_addresses } = await test.api.status.statusNetworkConfigurationPost();
    const answer = await state().statePackagePost({
      statePackageRequest: { network, package_address: well_known_addresses.faucet_package },
    });
    assert.equal(answer.owner_role.substate_type, 'RoleAssignmentModuleFieldOwnerRole');
  });

  it('the consensus manager: time, epoch, round, validators', async () => {
    const { head } = test.running.ledger;
    const answer = await state().stateConsensusManagerPost({ stateConsensusManagerRequest: { network } });
    assert.equal(answer.state.substate_type, 'ConsensusManagerFieldState');
    assert.deepEqual([answer.state.value.epoch, answer.state.value.round], [head.epoch, head.round]);
    assert.equal(answer.current_time.substate_type, 'ConsensusManagerFieldCurrentTime');
    assert.equal(answer.current_time.value.proposer_timestamp.unix_timestamp_ms, head.proposerTimestampMs);
    assert.equal(answer.current_validator_set.substate_type, 'ConsensusManagerFieldCurrentValidatorSet');
    assert.equal(answer.current_validator_set.value.validator_set.length, 1);
    assert.equal(answer.config.substate_type, 'ConsensusManagerFieldConfig');
    assert.equal(answer.config.value.epoch_change_condition.target_duration_millis, 60_000);
    assert.equal(answer.config.value.validator_creation_usd_equivalent_cost, '100');
    assert.equal(answer.config.value.validator_creation_xrd_cost, '1666.6666666666666666');
  });

  it('a missing entity is not found, and an address of another kind is refused', async () => {
    const unknown = 'resource_sim1tk0000000000000000000000000000000000000000';
    assert.equal((await errorOf(resource(unknown))).code, 400);
    for (const address of ['', 'x', XRD, FAUCET]) assert.equal((await errorOf(account(address))).code, 400, address);
    assert.equal((await errorOf(resource(FAUCET))).code, 400);
    assert.equal((await errorOf(resource(XRD_OF_MAINNET))).code, 400);
  });
});
