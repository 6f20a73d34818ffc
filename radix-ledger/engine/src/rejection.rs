//! Why a transaction is not committed at all.

use crate::text::Text;
use radix_engine::errors::RejectionReason;
use radix_engine::transaction::AbortReason;
use radix_transactions::errors::TransactionValidationError;
use serde_json::{Value, json};

pub struct Rejection {
    code: &'static str,
    message: String,
    /// These bytes can never be committed.
    payload_permanent: bool,
    /// No transaction with this intent can ever be committed.
    intent_permanent: bool,
    /// The first epoch in which it may be committed, if it was too early.
    valid_from_epoch: Option<u64>,
    /// The first epoch in which it may no longer be committed, if it was too late.
    invalid_from_epoch: Option<u64>,
    /// What it would have cost, and at which prices, if it ran.
    costs: Option<(Value, Value)>,
}

impl Rejection {
    fn new(code: &'static str, message: String) -> Self {
        Self {
            code,
            message,
            payload_permanent: false,
            intent_permanent: false,
            valid_from_epoch: None,
            invalid_from_epoch: None,
            costs: None,
        }
    }

    /// The transaction is malformed, for another network, or its signatures are wrong.
    pub fn invalid(error: &TransactionValidationError) -> Self {
        Self::malformed(format!("{error:?}"))
    }

    pub fn malformed(message: String) -> Self {
        Self { payload_permanent: true, ..Self::new("Invalid", message) }
    }

    pub fn aborted(reason: &AbortReason) -> Self {
        Self::new("Rejected", reason.to_string())
    }

    pub fn by_engine(reason: &RejectionReason, text: &Text) -> Self {
        let message = text.error(reason);
        match reason {
            RejectionReason::TransactionEpochNotYetValid { valid_from, .. } => {
                Self { valid_from_epoch: Some(valid_from.number()), ..Self::new("EpochNotYetValid", message) }
            }
            RejectionReason::TransactionEpochNoLongerValid { valid_until, .. } => Self {
                invalid_from_epoch: Some(valid_until.number().saturating_add(1)),
                payload_permanent: true,
                intent_permanent: true,
                ..Self::new("EpochNoLongerValid", message)
            },
            RejectionReason::IntentHashPreviouslyCommitted(_) | RejectionReason::IntentHashPreviouslyCancelled(_) => {
                Self { payload_permanent: true, intent_permanent: true, ..Self::new("IntentAlreadyCommitted", message) }
            }
            _ => Self::new("Rejected", message),
        }
    }

    pub fn costing(self, fee: Value, costing: Value) -> Self {
        Self { costs: Some((fee, costing)), ..self }
    }

    pub fn json(&self) -> Value {
        let mut described = json!({
            "code": self.code,
            "message": self.message,
            "payloadPermanent": self.payload_permanent,
            "intentPermanent": self.intent_permanent,
            "validFromEpoch": self.valid_from_epoch,
            "invalidFromEpoch": self.invalid_from_epoch,
        });
        if let Some((fee, costing)) = &self.costs {
            described["fee"] = fee.clone();
            described["costing"] = costing.clone();
        }
        described
    }
}
