//! What identifies a state version: three hash chains that anybody with the transactions can compute again.

use radix_common::prelude::*;
use radix_engine::transaction::{CommitResult, TransactionFeeSummary};
use radix_substate_store_interface::interface::DatabaseUpdates;

/// The tips of the chains at one state version. Each link is Blake2b-256(previous ‖ item).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ScryptoSbor)]
pub struct Hashes {
    /// Of the ledger transactions: the item is the transaction's ledger hash.
    pub transactions: Hash,
    /// Of what came of them: the item is the hash of success, fees and events.
    pub receipts: Hash,
    /// Of the substates: the item is the hash of the database updates that the transaction made.
    pub states: Hash,
}

impl Hashes {
    /// Before the first transaction: all chains start at the hash of the whole genesis state.
    pub fn of_genesis(contents: &DatabaseUpdates) -> Self {
        let genesis = hash_of(contents);
        Self { transactions: genesis, receipts: genesis, states: genesis }
    }

    pub fn after(
        self,
        transaction: &Hash,
        fees: &TransactionFeeSummary,
        commit: &CommitResult,
        updates: &DatabaseUpdates,
    ) -> Self {
        let receipt = hash_of(&(commit.outcome.is_success(), fees, &commit.application_events));
        Self {
            transactions: link(self.transactions, transaction),
            receipts: link(self.receipts, &receipt),
            states: link(self.states, &hash_of(updates)),
        }
    }
}

fn link(previous: Hash, item: &Hash) -> Hash {
    hash([previous.as_slice(), item.as_slice()].concat())
}

fn hash_of(value: &impl ScryptoEncode) -> Hash {
    hash(scrypto_encode(value).expect("a value of the engine can be encoded"))
}
