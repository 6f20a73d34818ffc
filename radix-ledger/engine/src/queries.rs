//! What the state says now.

use crate::ledger::Ledger;
use crate::receipt::module_name;
use crate::text::{Text, public_key_json};
use radix_common::prelude::*;
use radix_engine::blueprints::consensus_manager::*;
use radix_engine::blueprints::package::PackageCollection;
use radix_engine::blueprints::resource::*;
use radix_engine_interface::api::ModuleId;
use radix_engine_interface::blueprints::package::*;
use radix_engine_interface::prelude::*;
use radix_substate_store_queries::query::{StateTreeTraverser, StateTreeVisitor};
use serde_json::{Value, json};

/// The first (and in most blueprints only) field of an object's own module.
const STATE_FIELD: u8 = 0;
/// The only collections of the metadata and the role assignment modules.
const METADATA_ENTRIES: u8 = 0;
const ROLES: u8 = 0;
const OWNER_ROLE_FIELD: u8 = 0;
/// How deep an entity's own entities may lie.
const MAX_DEPTH: u32 = 100;

impl Ledger {
    /// Any object: what it is, its state and its roles. Null when there is none.
    pub fn entity(&self, address: &str) -> Result<Value, String> {
        let node = self.text.node(address)?;
        let reader = self.reader();
        let Ok(info) = reader.get_object_info(node) else { return Ok(Value::Null) };
        let blueprint = &info.blueprint_info;
        let outer = match &blueprint.outer_obj_info {
            OuterObjectInfo::Some { outer_object } => Some(self.text.address(*outer_object)),
            OuterObjectInfo::None => None,
        };
        Ok(json!({
            "address": address,
            "entityType": node.entity_type().map(|kind| format!("{kind:?}")),
            "package": self.text.address(blueprint.blueprint_id.package_address),
            "blueprint": blueprint.blueprint_id.blueprint_name,
            "blueprintVersion": version_text(&blueprint.blueprint_version),
            "outer": outer,
            "features": blueprint.features.iter().collect::<Vec<_>>(),
            "state": self.field(&node, ModuleId::Main, STATE_FIELD),
            "ownerRole": self.field(&node, ModuleId::RoleAssignment, OWNER_ROLE_FIELD),
            "roles": self.roles(&node),
            "modules": modules_json(&info.object_type),
            "royalties": self.field(&node, ModuleId::Royalty, STATE_FIELD),
        }))
    }

    /// Every vault that an entity owns, at any depth. Null when there is no such entity.
    pub fn vaults(&self, address: &str) -> Result<Value, String> {
        let node = self.text.node(address)?;
        if self.reader().get_type_info(&node).is_err() {
            return Ok(Value::Null);
        }
        let mut vaults = Vaults { text: &self.text, found: Vec::new() };
        StateTreeTraverser::new(&self.store, &mut vaults, MAX_DEPTH).traverse_subtree(None, node);
        Ok(Value::Array(vaults.found))
    }

    /// A resource's kind, supply (null when it is not tracked) and divisibility or kind of ids.
    pub fn resource(&self, address: &str) -> Result<Value, String> {
        let node = self.text.node(address)?;
        if !node.is_global_resource_manager() || self.reader().get_object_info(node).is_err() {
            return Ok(Value::Null);
        }
        let kind = if node.is_global_fungible_resource_manager() {
            let divisibility: Option<FungibleResourceManagerDivisibilityFieldPayload> =
                self.typed_field(&node, FungibleResourceManagerField::Divisibility.into());
            let supply: Option<FungibleResourceManagerTotalSupplyFieldPayload> =
                self.typed_field(&node, FungibleResourceManagerField::TotalSupply.into());
            json!({
                "kind": "Fungible",
                "divisibility": divisibility.map(|payload| payload.fully_update_and_into_latest_version()),
                "totalSupply": supply.map(|payload| payload.fully_update_and_into_latest_version().to_string()),
            })
        } else {
            let id_type: Option<NonFungibleResourceManagerIdTypeFieldPayload> =
                self.typed_field(&node, NonFungibleResourceManagerField::IdType.into());
            let supply: Option<NonFungibleResourceManagerTotalSupplyFieldPayload> =
                self.typed_field(&node, NonFungibleResourceManagerField::TotalSupply.into());
            json!({
                "kind": "NonFungible",
                "idType": id_type.map(|payload| format!("{:?}", payload.fully_update_and_into_latest_version())),
                "totalSupply": supply.map(|payload| payload.fully_update_and_into_latest_version().to_string()),
            })
        };
        Ok(kind)
    }

    /// The metadata of any object, as Scrypto SBOR by name.
    pub fn metadata(&self, address: &str) -> Result<Value, String> {
        let node = self.text.node(address)?;
        let reader = self.reader();
        let Ok(entries) = reader.collection_iter(&node, ModuleId::Metadata, METADATA_ENTRIES) else {
            return Ok(Value::Null);
        };
        Ok(entries
            .filter_map(|(key, value)| Some((map_key::<String>(&key)?, json!(hex::encode(value)))))
            .collect::<serde_json::Map<_, _>>()
            .into())
    }

    /// A package's code hashes and blueprints.
    pub fn package(&self, address: &str) -> Result<Value, String> {
        let node = self.text.node(address)?;
        let Ok(package) = PackageAddress::try_from(node) else { return Ok(Value::Null) };
        let reader = self.reader();
        if reader.get_object_info(node).is_err() {
            return Ok(Value::Null);
        }
        let blueprints: Vec<_> = reader
            .get_package_definition(package)
            .keys()
            .map(|key| json!({ "name": key.blueprint, "version": version_text(&key.version) }))
            .collect();
        let codes: Vec<_> = reader
            .collection_iter(&node, ModuleId::Main, PackageCollection::CodeVmTypeKeyValue.collection_index())
            .map_err(|error| format!("{error:?}"))?
            .filter_map(|(key, _)| Some(map_key::<CodeHash>(&key)?.0.to_string()))
            .collect();
        Ok(json!({ "codeHashes": codes, "blueprints": blueprints }))
    }

    /// Time, epochs and validators.
    pub fn consensus_manager(&self) -> Value {
        let state = self.consensus();
        let config = self
            .consensus_field::<ConsensusManagerConfigurationFieldPayload>(ConsensusManagerField::Configuration)
            .fully_update_and_into_latest_version()
            .config;
        let validators: Vec<_> = self
            .consensus_field::<ConsensusManagerCurrentValidatorSetFieldPayload>(
                ConsensusManagerField::CurrentValidatorSet,
            )
            .fully_update_and_into_latest_version()
            .validator_set
            .validators_by_stake_desc
            .into_iter()
            .map(|(address, validator)| {
                json!({
                    "address": self.text.address(address),
                    "publicKey": public_key_json(&validator.key.into()),
                    "stake": validator.stake.to_string(),
                })
            })
            .collect();
        let condition = &config.epoch_change_condition;
        json!({
            "epoch": state.epoch.number(),
            "round": state.round.number(),
            "isStarted": state.started,
            "effectiveEpochStartMs": state.effective_epoch_start_milli,
            "actualEpochStartMs": state.actual_epoch_start_milli,
            "currentLeader": state.current_leader,
            "proposerTimestampMs": self.proposer_timestamp_ms(),
            "validators": validators,
            "config": {
                "maxValidators": config.max_validators,
                "minRoundCount": condition.min_round_count.to_string(),
                "maxRoundCount": condition.max_round_count.to_string(),
                "targetDurationMs": condition.target_duration_millis,
                "numUnstakeEpochs": config.num_unstake_epochs,
                "totalEmissionXrdPerEpoch": config.total_emission_xrd_per_epoch.to_string(),
                "minValidatorReliability": config.min_validator_reliability.to_string(),
                "numOwnerStakeUnitsUnlockEpochs": config.num_owner_stake_units_unlock_epochs,
                "numFeeIncreaseDelayEpochs": config.num_fee_increase_delay_epochs,
                "validatorCreationUsdCost": config.validator_creation_usd_cost.to_string(),
            },
        })
    }

    fn roles(&self, node: &NodeId) -> Vec<Value> {
        let reader = self.reader();
        let Ok(roles) = reader.collection_iter(node, ModuleId::RoleAssignment, ROLES) else { return Vec::new() };
        roles
            .filter_map(|(key, rule)| {
                let ModuleRoleKey { module, key } = map_key(&key)?;
                Some(json!({ "module": module_name(module), "role": key.key, "rule": hex::encode(rule) }))
            })
            .collect()
    }

    fn field(&self, node: &NodeId, module: ModuleId, field: u8) -> Option<String> {
        let value = self.reader().read_object_field(node, module, field).ok()?;
        Some(hex::encode(value.as_slice()))
    }

    fn typed_field<Payload: ScryptoDecode>(&self, node: &NodeId, field: u8) -> Option<Payload> {
        self.reader().read_typed_object_field(node, ModuleId::Main, field).ok()
    }
}

struct Vaults<'a> {
    text: &'a Text,
    found: Vec<Value>,
}

impl Vaults<'_> {
    fn add(&mut self, kind: &str, vault: NodeId, resource: &ResourceAddress, amount: Decimal) {
        self.found.push(json!({
            "kind": kind,
            "vault": self.text.address(vault),
            "resource": self.text.address(*resource),
            "amount": amount.to_string(),
            "ids": [],
        }));
    }
}

impl StateTreeVisitor for Vaults<'_> {
    fn visit_fungible_vault(&mut self, vault: NodeId, resource: &ResourceAddress, liquid: &LiquidFungibleResource) {
        self.add("Fungible", vault, resource, liquid.amount());
    }

    fn visit_non_fungible_vault(&mut self, vault: NodeId, resource: &ResourceAddress, liquid: &LiquidNonFungibleVault) {
        self.add("NonFungible", vault, resource, liquid.amount);
    }

    /// The ids of a vault come right after it.
    fn visit_non_fungible(&mut self, _vault: NodeId, _resource: &ResourceAddress, id: &NonFungibleLocalId) {
        if let Some(ids) = self.found.last_mut().and_then(|vault| vault["ids"].as_array_mut()) {
            ids.push(json!(id.to_string()));
        }
    }
}

fn map_key<Key: ScryptoDecode>(key: &SubstateKey) -> Option<Key> {
    match key {
        SubstateKey::Map(bytes) => scrypto_decode(bytes).ok(),
        _ => None,
    }
}

/// The modules that an object has beside its own.
fn modules_json(object_type: &ObjectType) -> Vec<Value> {
    let ObjectType::Global { modules } = object_type else { return Vec::new() };
    modules
        .iter()
        .map(|(module, version)| json!({ "module": module_name((*module).into()), "version": version_text(version) }))
        .collect()
}

fn version_text(version: &BlueprintVersion) -> String {
    format!("{}.{}.{}", version.major, version.minor, version.patch)
}
