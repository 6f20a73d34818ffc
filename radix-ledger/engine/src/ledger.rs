//! The ledger's state, and the one place where it changes.

use crate::genesis::{self, GenesisSettings};
use crate::hashes::Hashes;
use crate::receipt::receipt_json;
use crate::rejection::Rejection;
use crate::store::Store;
use crate::text::Text;
use radix_common::prelude::*;
use radix_engine::blueprints::consensus_manager::*;
use radix_engine::system::system_db_reader::SystemDatabaseReader;
use radix_engine::transaction::*;
use radix_engine::vm::DefaultVmModules;
use radix_engine_interface::api::ModuleId;
use radix_substate_store_interface::interface::*;
use radix_transactions::model::ExecutableTransaction;
use radix_transactions::validation::TransactionValidator;
use serde_json::{Value, json};

pub struct Ledger {
    pub network: NetworkDefinition,
    pub store: Store,
    pub vm: DefaultVmModules,
    pub validator: TransactionValidator,
    pub text: Text,
    pub state_version: u64,
    pub hashes: Hashes,
    /// What the open snapshots took of the fields above, by their marks in the store.
    snapshots: Vec<(usize, u64, Hashes)>,
    /// How many commits succeed before one breaks in its middle, when tests ask for that.
    pub commits_before_panic: Option<u32>,
}

/// All of a ledger as one value; its encoding is what a snapshot on disk holds.
#[derive(ScryptoSbor)]
struct Image {
    state_version: u64,
    hashes: Hashes,
    contents: DatabaseUpdates,
}

impl Ledger {
    /// A new ledger at state version 0.
    pub fn boot(settings: &GenesisSettings) -> Self {
        let network = NetworkDefinition::simulator();
        let vm = DefaultVmModules::default();
        let mut store = Store::new();
        genesis::write(&mut store, &network, &vm, settings);
        let hashes = Hashes::of_genesis(&store.contents());
        Self::over(store, vm, 0, hashes)
    }

    /// The ledger whose `image` this is.
    pub fn restore(image: &[u8]) -> Result<Self, String> {
        let Image { state_version, hashes, contents } =
            scrypto_decode(image).map_err(|error| format!("this is no image of a ledger: {error:?}"))?;
        let mut store = Store::new();
        store.commit(&contents);
        Ok(Self::over(store, DefaultVmModules::default(), state_version, hashes))
    }

    fn over(store: Store, vm: DefaultVmModules, state_version: u64, hashes: Hashes) -> Self {
        let network = NetworkDefinition::simulator();
        let validator = TransactionValidator::new(&store, &network);
        let text = Text::new(&network);
        Self {
            network,
            store,
            vm,
            validator,
            text,
            state_version,
            hashes,
            snapshots: Vec::new(),
            commits_before_panic: None,
        }
    }

    /// The whole ledger as bytes; equal ledgers have equal images.
    pub fn image(&self) -> Vec<u8> {
        let image = Image { state_version: self.state_version, hashes: self.hashes, contents: self.store.contents() };
        scrypto_encode(&image).expect("an image can be encoded")
    }

    pub fn snapshot(&mut self) -> usize {
        self.snapshots.push((self.store.snapshot(), self.state_version, self.hashes));
        self.snapshots.len() - 1
    }

    /// Back to a snapshot, which stays open; later ones are closed.
    pub fn roll_back(&mut self, snapshot: usize) -> Result<(), String> {
        let &(mark, state_version, hashes) = self.snapshots.get(snapshot).ok_or("there is no such snapshot")?;
        if !self.store.roll_back(mark) {
            return Err("the snapshot is closed".into());
        }
        self.snapshots.truncate(snapshot + 1);
        self.state_version = state_version;
        self.hashes = hashes;
        Ok(())
    }

    /// Runs a transaction against the state; changes nothing.
    pub fn execute(&self, config: &ExecutionConfig, executable: ExecutableTransaction) -> TransactionReceipt {
        execute_transaction(&self.store, &self.vm, config, executable)
    }

    /// Commits what `receipt` changes, as the next state version, and describes it. `transaction` is its ledger hash.
    pub fn commit(&mut self, transaction: &Hash, receipt: &TransactionReceipt) -> Result<Value, Rejection> {
        let commit = match &receipt.result {
            TransactionResult::Commit(commit) => commit,
            TransactionResult::Reject(reject) => return Err(Rejection::by_engine(&reject.reason, &self.text)),
            TransactionResult::Abort(abort) => return Err(Rejection::aborted(&abort.reason)),
        };
        let described = receipt_json(&self.text, receipt, commit);
        let updates = commit.state_updates.create_database_updates();
        self.hashes = self.hashes.after(transaction, &receipt.fee_summary, commit, &updates);
        self.store.commit(&updates);
        self.panic_if_asked();
        self.state_version += 1;
        Ok(described)
    }

    fn panic_if_asked(&mut self) {
        if let Some(left) = self.commits_before_panic {
            self.commits_before_panic = Some(left.checked_sub(1).expect("a commit breaks on purpose"));
        }
    }

    pub fn reader(&self) -> SystemDatabaseReader<'_, Store> {
        SystemDatabaseReader::new(&self.store)
    }

    pub fn consensus(&self) -> ConsensusManagerSubstate {
        self.consensus_field::<ConsensusManagerStateFieldPayload>(ConsensusManagerField::State)
            .fully_update_and_into_latest_version()
    }

    pub fn proposer_timestamp_ms(&self) -> i64 {
        self.consensus_field::<ConsensusManagerProposerMilliTimestampFieldPayload>(
            ConsensusManagerField::ProposerMilliTimestamp,
        )
        .fully_update_and_into_latest_version()
        .epoch_milli
    }

    pub fn consensus_field<Payload: ScryptoDecode>(&self, field: ConsensusManagerField) -> Payload {
        self.reader()
            .read_typed_object_field(CONSENSUS_MANAGER.as_node_id(), ModuleId::Main, field.field_index())
            .expect("every ledger has a consensus manager")
    }

    /// Where the ledger stands.
    pub fn head(&self) -> Value {
        let ConsensusManagerSubstate { epoch, round, .. } = self.consensus();
        json!({
            "stateVersion": self.state_version,
            "epoch": epoch.number(),
            "round": round.number(),
            "proposerTimestampMs": self.proposer_timestamp_ms(),
            "transactionTreeHash": self.hashes.transactions.to_string(),
            "receiptTreeHash": self.hashes.receipts.to_string(),
            "stateTreeHash": self.hashes.states.to_string(),
        })
    }
}
