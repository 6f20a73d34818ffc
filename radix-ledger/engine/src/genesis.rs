//! The first state: the system packages, a faucet, one validator, and every protocol update of this engine.

use crate::store::Store;
use radix_common::prelude::*;
use radix_engine::updates::*;
use radix_engine::vm::DefaultVmModules;
use radix_engine_interface::prelude::*;
use serde_derive::Deserialize;

/// What a genesis depends on; equal settings give equal states.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GenesisSettings {
    /// The ledger's time at its start, in milliseconds since 1970.
    pub time_ms: i64,
    /// How long an epoch lasts, in milliseconds.
    pub epoch_ms: u64,
}

/// The private key of the only validator is 1: it signs nothing here, and its stake is worth nothing.
const VALIDATOR_KEY: u64 = 1;

/// Fills an empty store.
pub fn write(store: &mut Store, network: &NetworkDefinition, vm: &DefaultVmModules, settings: &GenesisSettings) {
    let babylon = babylon(settings);
    ProtocolBuilder::for_network(network)
        .configure_babylon(|_| babylon)
        .from_bootstrap_to_latest()
        .commit_each_protocol_update_advanced(store, &mut (), vm);
}

fn babylon(settings: &GenesisSettings) -> BabylonSettings {
    let validator = Secp256k1PrivateKey::from_u64(VALIDATOR_KEY).expect("a valid key").public_key();
    BabylonSettings {
        initial_time_ms: settings.time_ms,
        ..BabylonSettings::single_validator_and_staker(
            validator,
            Decimal::ONE,
            Decimal::ZERO,
            ComponentAddress::preallocated_account_from_public_key(&validator),
            Epoch::of(1),
            consensus(settings),
        )
    }
}

/// Epochs end by time alone. There are no emissions: XRD comes from the faucet and nowhere else.
fn consensus(settings: &GenesisSettings) -> ConsensusManagerConfig {
    ConsensusManagerConfig {
        epoch_change_condition: EpochChangeCondition {
            min_round_count: 1,
            max_round_count: u64::MAX,
            target_duration_millis: settings.epoch_ms,
        },
        total_emission_xrd_per_epoch: Decimal::ZERO,
        ..ConsensusManagerConfig::mainnet_genesis()
    }
}
