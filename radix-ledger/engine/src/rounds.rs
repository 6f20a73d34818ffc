//! Rounds: what moves time, and with it epochs.

use crate::ledger::Ledger;
use crate::rejection::Rejection;
use radix_common::prelude::*;
use radix_engine::transaction::ExecutionConfig;
use radix_engine_interface::prelude::*;
use radix_transactions::model::*;
use serde_json::{Value, json};

/// The only validator leads every round, and misses none.
const LEADER: ValidatorIndex = 0;

impl Ledger {
    /// Commits the round update to the next round, at a time not before the last one's.
    pub fn close_round(&mut self, timestamp_ms: i64) -> Result<Value, Rejection> {
        let consensus = self.consensus();
        let update = RoundUpdateTransactionV1 {
            proposer_timestamp_ms: timestamp_ms.max(self.proposer_timestamp_ms()),
            epoch: consensus.epoch,
            round: Round::of(consensus.round.number() + 1),
            leader_proposal_history: LeaderProposalHistory {
                gap_round_leaders: vec![],
                current_leader: LEADER,
                is_fallback: false,
            },
        };
        let (raw, hash) = ledger_transaction(LedgerTransaction::RoundUpdateV1(Box::new(update.clone())), self)?;
        let prepared = update
            .prepare(self.validator.preparation_settings())
            .map_err(|error| Rejection::malformed(format!("{error:?}")))?;
        let config = ExecutionConfig::for_validator_transaction(self.network.clone());
        let receipt = self.execute(&config, prepared.create_executable());
        let described = self.commit(&hash, &receipt)?;
        Ok(json!({ "raw": hex::encode(raw), "receipt": described, "head": self.head() }))
    }
}

/// A ledger transaction's bytes and hash.
pub fn ledger_transaction(transaction: LedgerTransaction, ledger: &Ledger) -> Result<(Vec<u8>, Hash), Rejection> {
    let malformed = |error: String| Rejection::malformed(error);
    let raw = transaction.to_raw().map_err(|error| malformed(format!("{error:?}")))?;
    let prepared =
        raw.prepare(ledger.validator.preparation_settings()).map_err(|error| malformed(format!("{error:?}")))?;
    let hash = prepared.create_hashes().ledger_transaction_hash.into_hash();
    Ok((raw.to_vec(), hash))
}
