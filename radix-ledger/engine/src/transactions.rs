//! Users' transactions: read, checked, committed. They are of version 1.

use crate::ledger::Ledger;
use crate::messages::message_json;
use crate::rejection::Rejection;
use crate::rounds::ledger_transaction;
use crate::text::{Text, public_key_json};
use radix_common::prelude::*;
use radix_engine::transaction::*;
use radix_transactions::manifest::decompile;
use radix_transactions::model::*;
use serde_json::{Value, json};

/// A transaction that could be read, and its hashes.
struct Read {
    transaction: NotarizedTransactionV1,
    hashes: UserTransactionHashes,
    ledger_hash: Hash,
}

impl Ledger {
    /// What a notarized transaction says, and whether its form and signatures are right; runs nothing.
    pub fn parse(&self, raw: &[u8]) -> Result<Value, Rejection> {
        let read = self.read(raw)?;
        let NotarizedTransactionV1 { signed_intent, notary_signature } = &read.transaction;
        let SignedIntentV1 { intent, intent_signatures } = signed_intent;
        let manifest = decompile(&TransactionManifestV1::from_intent(intent), &self.network)
            .map_err(|error| Rejection::malformed(format!("{error:?}")))?;
        let signatures = intent_signatures.signatures.iter().map(|signature| signature_json(&signature.0));
        let invalid = read.transaction.prepare_and_validate(&self.validator).err();
        Ok(json!({
            "hashes": read.hashes_json(&self.text),
            "header": header_json(&intent.header),
            "manifest": manifest,
            "blobs": intent.blobs.blobs.iter()
                .map(|blob| json!({ "hash": hash(&blob.0).to_string(), "hex": hex::encode(&blob.0) }))
                .collect::<Vec<_>>(),
            "message": message_json(&intent.message),
            "signatures": signatures.collect::<Vec<_>>(),
            "notarySignature": notary_signature_json(&notary_signature.0),
            "invalid": invalid.map(|error| format!("{error:?}")),
        }))
    }

    /// Whether a transaction would be committed now, if only as a failure. Stops as soon as it has paid its loan.
    pub fn check(&self, raw: &[u8]) -> Result<Value, Rejection> {
        let read = self.read(raw)?;
        let config = ExecutionConfig::for_notarized_transaction_rejection_check(self.network.clone());
        let receipt = self.execute(&config, self.executable(&read)?);
        match &receipt.result {
            TransactionResult::Reject(reject) => Err(Rejection::by_engine(&reject.reason, &self.text)),
            TransactionResult::Commit(_) | TransactionResult::Abort(_) => Ok(read.hashes_json(&self.text)),
        }
    }

    /// Runs a transaction and commits what comes of it, success or failure, unless it is rejected.
    pub fn commit_user_transaction(&mut self, raw: &[u8]) -> Result<Value, Rejection> {
        let read = self.read(raw)?;
        let config = ExecutionConfig::for_notarized_transaction(self.network.clone());
        let receipt = self.execute(&config, self.executable(&read)?);
        let described = self.commit(&read.ledger_hash, &receipt)?;
        Ok(json!({ "hashes": read.hashes_json(&self.text), "receipt": described, "head": self.head() }))
    }

    fn read(&self, raw: &[u8]) -> Result<Read, Rejection> {
        let raw = RawNotarizedTransaction::from_vec(raw.to_vec());
        let prepared = raw
            .prepare(self.validator.preparation_settings())
            .map_err(|error| Rejection::malformed(format!("{error:?}")))?;
        let transaction = match UserTransaction::from_raw(&raw) {
            Ok(UserTransaction::V1(transaction)) => transaction,
            Ok(UserTransaction::V2(_)) => {
                return Err(Rejection::malformed("this ledger takes no transactions of version 2".into()));
            }
            Err(error) => return Err(Rejection::malformed(format!("{error:?}"))),
        };
        let (_, ledger_hash) = ledger_transaction(LedgerTransaction::UserV1(Box::new(transaction.clone())), self)?;
        Ok(Read { transaction, hashes: prepared.hashes(), ledger_hash })
    }

    fn executable(&self, read: &Read) -> Result<ExecutableTransaction, Rejection> {
        read.transaction
            .prepare_and_validate(&self.validator)
            .map(|validated| validated.create_executable())
            .map_err(|error| Rejection::invalid(&error))
    }
}

impl Read {
    fn hashes_json(&self, text: &Text) -> Value {
        let intent = &self.hashes.transaction_intent_hash;
        let signed = &self.hashes.signed_transaction_intent_hash;
        let notarized = &self.hashes.notarized_transaction_hash;
        json!({
            "transactionIntent": { "hex": intent.0.to_string(), "bech32m": text.hash(intent) },
            "signedTransactionIntent": { "hex": signed.0.to_string(), "bech32m": text.hash(signed) },
            "notarizedTransaction": { "hex": notarized.0.to_string(), "bech32m": text.hash(notarized) },
            "ledgerTransaction": self.ledger_hash.to_string(),
        })
    }
}

fn header_json(header: &TransactionHeaderV1) -> Value {
    json!({
        "networkId": header.network_id,
        "startEpochInclusive": header.start_epoch_inclusive.number(),
        "endEpochExclusive": header.end_epoch_exclusive.number(),
        "nonce": header.nonce,
        "notaryPublicKey": public_key_json(&header.notary_public_key),
        "notaryIsSignatory": header.notary_is_signatory,
        "tipPercentage": header.tip_percentage,
    })
}

/// A secp256k1 signature gives its public key away, which is not repeated beside it.
fn signature_json(signature: &SignatureWithPublicKeyV1) -> Value {
    match signature {
        SignatureWithPublicKeyV1::Ed25519 { public_key, signature } => json!({
            "curve": "ed25519",
            "publicKey": hex::encode(public_key.0),
            "hex": hex::encode(signature.0),
        }),
        SignatureWithPublicKeyV1::Secp256k1 { signature } => {
            json!({ "curve": "secp256k1", "publicKey": null, "hex": hex::encode(signature.0) })
        }
    }
}

fn notary_signature_json(signature: &SignatureV1) -> Value {
    match signature {
        SignatureV1::Ed25519(signature) => json!({ "curve": "ed25519", "hex": hex::encode(signature.0) }),
        SignatureV1::Secp256k1(signature) => json!({ "curve": "secp256k1", "hex": hex::encode(signature.0) }),
    }
}
