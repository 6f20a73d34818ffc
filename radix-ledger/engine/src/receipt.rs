//! What came of a transaction, as JSON. Amounts are decimal text, hashes and SBOR are hex.

use crate::text::{Text, public_key_json};
use radix_common::prelude::*;
use radix_engine::blueprints::consensus_manager::EpochChangeEvent;
use radix_engine::system::system_modules::costing::RoyaltyRecipient;
use radix_engine::transaction::*;
use radix_engine_interface::api::ModuleId;
use radix_engine_interface::blueprints::transaction_processor::InstructionOutput;
use radix_engine_interface::prelude::*;
use serde_json::{Value, json};

pub fn receipt_json(text: &Text, receipt: &TransactionReceipt, commit: &CommitResult) -> Value {
    let (status, error, outputs) = match &commit.outcome {
        TransactionOutcome::Success(outputs) => ("CommittedSuccess", None, outputs.iter().map(output_json).collect()),
        TransactionOutcome::Failure(error) => ("CommittedFailure", Some(text.error(error)), Vec::new()),
    };
    let summary = &commit.state_update_summary;
    json!({
        "status": status,
        "error": error,
        "outputs": outputs,
        "fee": fee_json(receipt),
        "costing": costing_json(receipt),
        "feeSource": commit.fee_source.paying_vaults.iter()
            .map(|(vault, amount)| json!({ "vault": text.address(*vault), "amount": amount.to_string() }))
            .collect::<Vec<_>>(),
        "feeDestination": fee_destination_json(text, &commit.fee_destination),
        "events": commit.application_events.iter()
            .map(|(id, data)| event_json(text, id, data, &commit.system_structure))
            .collect::<Vec<_>>(),
        "logs": commit.application_logs.iter()
            .map(|(level, message)| json!([level.to_string(), message]))
            .collect::<Vec<_>>(),
        "newEntities": {
            "packages": addresses(text, &summary.new_packages),
            "components": addresses(text, &summary.new_components),
            "resources": addresses(text, &summary.new_resources),
        },
        "vaultChanges": summary.vault_balance_changes.iter()
            .map(|(vault, (resource, change))| vault_change_json(text, vault, resource, change))
            .collect::<Vec<_>>(),
        "updatedEntities": commit.state_updates.by_node.iter()
            .map(|(node, updates)| updated_entity_json(text, node, updates))
            .collect::<Vec<_>>(),
        "nextEpoch": commit.next_epoch().map(|event| next_epoch_json(text, &event)),
    })
}

fn output_json(output: &InstructionOutput) -> Option<String> {
    match output {
        InstructionOutput::CallReturn(value) => Some(hex::encode(value)),
        InstructionOutput::None => None,
    }
}

fn addresses<A: Copy + Into<NodeId>>(text: &Text, addresses: &IndexSet<A>) -> Vec<String> {
    addresses.iter().map(|address| text.address(*address)).collect()
}

pub fn fee_json(receipt: &TransactionReceipt) -> Value {
    let fee = &receipt.fee_summary;
    json!({
        "executionUnits": fee.total_execution_cost_units_consumed,
        "finalizationUnits": fee.total_finalization_cost_units_consumed,
        "executionXrd": fee.total_execution_cost_in_xrd.to_string(),
        "finalizationXrd": fee.total_finalization_cost_in_xrd.to_string(),
        "tipXrd": fee.total_tipping_cost_in_xrd.to_string(),
        "storageXrd": fee.total_storage_cost_in_xrd.to_string(),
        "royaltyXrd": fee.total_royalty_cost_in_xrd.to_string(),
        "totalXrd": fee.total_cost().to_string(),
    })
}

pub fn costing_json(receipt: &TransactionReceipt) -> Value {
    let costing = &receipt.costing_parameters;
    json!({
        "executionCostUnitPrice": costing.execution_cost_unit_price.to_string(),
        "executionCostUnitLimit": costing.execution_cost_unit_limit,
        "executionCostUnitLoan": costing.execution_cost_unit_loan,
        "finalizationCostUnitPrice": costing.finalization_cost_unit_price.to_string(),
        "finalizationCostUnitLimit": costing.finalization_cost_unit_limit,
        "usdPriceXrd": costing.usd_price.to_string(),
        "stateStoragePriceXrd": costing.state_storage_price.to_string(),
        "archiveStoragePriceXrd": costing.archive_storage_price.to_string(),
        "tipProportion": receipt.transaction_costing_parameters.tip_proportion.to_string(),
    })
}

fn fee_destination_json(text: &Text, destination: &FeeDestination) -> Value {
    let royalties: Vec<_> = destination
        .to_royalty_recipients
        .iter()
        .map(|(recipient, amount)| {
            let address: NodeId = match recipient {
                RoyaltyRecipient::Package(package, _) => (*package).into(),
                RoyaltyRecipient::Component(component, _) => (*component).into(),
            };
            json!({ "recipient": text.address(address), "amount": amount.to_string() })
        })
        .collect();
    json!({
        "toProposer": destination.to_proposer.to_string(),
        "toValidatorSet": destination.to_validator_set.to_string(),
        "toBurn": destination.to_burn.to_string(),
        "toRoyaltyRecipients": royalties,
    })
}

fn event_json(text: &Text, id: &EventTypeIdentifier, data: &[u8], structure: &SystemStructure) -> Value {
    let EventTypeIdentifier(emitter, name) = id;
    let emitter = match emitter {
        Emitter::Method(node, module) => json!({
            "kind": "method",
            "address": text.address(*node),
            "entityType": node.entity_type().map(|kind| format!("{kind:?}")),
            "isGlobal": node.is_global(),
            "module": module_name(*module),
        }),
        Emitter::Function(blueprint) => json!({
            "kind": "function",
            "package": text.address(blueprint.package_address),
            "blueprint": blueprint.blueprint_name,
        }),
    };
    let schema = structure.event_system_structures.get(id).map(|structure| {
        let FullyScopedTypeId(entity, schema_hash, local) = &structure.package_type_reference.full_type_id;
        json!({
            "entity": text.address(*entity),
            "schemaHash": schema_hash.0.to_string(),
            "local": match local {
                LocalTypeId::WellKnown(id) => json!({ "kind": "WellKnown", "id": id.as_index() }),
                LocalTypeId::SchemaLocalIndex(index) => json!({ "kind": "SchemaLocal", "id": index }),
            },
        })
    });
    json!({ "emitter": emitter, "name": name, "data": hex::encode(data), "type": schema })
}

pub fn module_name(module: ModuleId) -> &'static str {
    match module {
        ModuleId::Main => "Main",
        ModuleId::Metadata => "Metadata",
        ModuleId::Royalty => "Royalty",
        ModuleId::RoleAssignment => "RoleAssignment",
    }
}

fn vault_change_json(text: &Text, vault: &NodeId, resource: &ResourceAddress, change: &BalanceChange) -> Value {
    let (amount, added, removed) = match change {
        BalanceChange::Fungible(amount) => (Some(amount.to_string()), Vec::new(), Vec::new()),
        BalanceChange::NonFungible { added, removed } => {
            (None, added.iter().map(|id| id.to_string()).collect(), removed.iter().map(|id| id.to_string()).collect())
        }
    };
    json!({
        "vault": text.address(*vault),
        "resource": text.address(*resource),
        "amount": amount,
        "added": added,
        "removed": removed,
    })
}

fn updated_entity_json(text: &Text, node: &NodeId, updates: &NodeStateUpdates) -> Value {
    let NodeStateUpdates::Delta { by_partition } = updates;
    let substates: usize = by_partition
        .values()
        .map(|partition| match partition {
            PartitionStateUpdates::Delta { by_substate } => by_substate.len(),
            PartitionStateUpdates::Batch(BatchPartitionStateUpdate::Reset { new_substate_values }) => {
                new_substate_values.len()
            }
        })
        .sum();
    json!({
        "address": text.address(*node),
        "entityType": node.entity_type().map(|kind| format!("{kind:?}")),
        "isGlobal": node.is_global(),
        "substates": substates,
    })
}

fn next_epoch_json(text: &Text, event: &EpochChangeEvent) -> Value {
    let validators: Vec<_> = event
        .validator_set
        .validators_by_stake_desc
        .iter()
        .map(|(address, validator)| {
            json!({
                "address": text.address(*address),
                "publicKey": public_key_json(&validator.key.into()),
                "stake": validator.stake.to_string(),
            })
        })
        .collect();
    json!({ "epoch": event.epoch.number(), "validators": validators })
}
