//! Transactions and calls that are only tried.

use crate::ledger::Ledger;
use crate::manifests::{compile, decode_blobs};
use crate::receipt::{costing_json, fee_json, receipt_json};
use crate::rejection::Rejection;
use radix_common::prelude::*;
use radix_engine::transaction::*;
use radix_transactions::manifest::{CallFunction, CallMethod};
use radix_transactions::model::*;
use serde_derive::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewRequest {
    manifest: String,
    #[serde(default)]
    blobs: Vec<String>,
    start_epoch_inclusive: Option<u64>,
    end_epoch_exclusive: Option<u64>,
    notary_public_key: Option<Key>,
    #[serde(default)]
    notary_is_signatory: bool,
    #[serde(default)]
    tip_percentage: u16,
    #[serde(default)]
    nonce: u32,
    #[serde(default)]
    signer_public_keys: Vec<Key>,
    flags: Flags,
}

#[derive(Deserialize)]
#[serde(tag = "curve", content = "hex", rename_all = "lowercase")]
enum Key {
    Ed25519(String),
    Secp256k1(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Flags {
    use_free_credit: bool,
    assume_all_signature_proofs: bool,
    skip_epoch_check: bool,
    disable_auth_checks: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallPreviewRequest {
    target: CallTarget,
    /// Manifest SBOR in hex, one an argument.
    arguments: Vec<String>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum CallTarget {
    Method { component: String, method: String },
    Function { package: String, blueprint: String, function: String },
}

/// How many epochs a preview is valid for that does not say so.
const DEFAULT_EPOCHS: u64 = 10;

impl Ledger {
    /// Runs a manifest as the request says and commits nothing.
    pub fn preview(&self, request: &PreviewRequest) -> Result<Value, Rejection> {
        let intent = self.preview_intent(request).map_err(Rejection::malformed)?;
        self.run_preview(intent)
    }

    /// Calls a method or a function with free credit and every signature, and commits nothing.
    pub fn preview_call(&self, request: &CallPreviewRequest) -> Result<Value, Rejection> {
        let instruction = self.call(request).map_err(Rejection::malformed)?;
        let epoch = self.consensus().epoch;
        self.run_preview(PreviewIntentV1 {
            intent: IntentV1 {
                header: header(epoch.number(), epoch.number() + DEFAULT_EPOCHS, unused_notary()),
                instructions: InstructionsV1(vec![instruction]),
                blobs: BlobsV1 { blobs: vec![] },
                message: MessageV1::None,
            },
            signer_public_keys: vec![],
            flags: PreviewFlags {
                use_free_credit: true,
                assume_all_signature_proofs: true,
                skip_epoch_check: true,
                disable_auth: false,
            },
        })
    }

    fn run_preview(&self, intent: PreviewIntentV1) -> Result<Value, Rejection> {
        let receipt = execute_preview(&self.store, &self.vm, &self.network, intent, false)
            .map_err(|PreviewError::TransactionValidationError(error)| Rejection::invalid(&error))?;
        match &receipt.result {
            TransactionResult::Commit(commit) => {
                let mut described = receipt_json(&self.text, &receipt, commit);
                described["resourceChanges"] = self.resource_changes(commit);
                Ok(described)
            }
            TransactionResult::Reject(reject) => {
                Err(Rejection::by_engine(&reject.reason, &self.text)
                    .costing(fee_json(&receipt), costing_json(&receipt)))
            }
            TransactionResult::Abort(abort) => Err(Rejection::aborted(&abort.reason)),
        }
    }

    fn resource_changes(&self, commit: &CommitResult) -> Value {
        let Some(trace) = &commit.execution_trace else { return json!([]) };
        trace
            .resource_changes
            .iter()
            .flat_map(|(index, changes)| changes.iter().map(move |change| (index, change)))
            .map(|(index, change)| {
                json!({
                    "instruction": index,
                    "entity": self.text.address(change.node_id),
                    "vault": self.text.address(change.vault_id),
                    "resource": self.text.address(change.resource_address),
                    "amount": change.amount.to_string(),
                })
            })
            .collect()
    }

    fn preview_intent(&self, request: &PreviewRequest) -> Result<PreviewIntentV1, String> {
        let manifest: TransactionManifestV1 = compile(&request.manifest, &self.network, decode_blobs(&request.blobs)?)?;
        let (instructions, blobs) = manifest.for_intent();
        let start = request.start_epoch_inclusive.unwrap_or_else(|| self.consensus().epoch.number());
        let end = request.end_epoch_exclusive.unwrap_or(start.saturating_add(DEFAULT_EPOCHS));
        let notary = request.notary_public_key.as_ref().map_or(Ok(unused_notary()), Key::decode)?;
        let flags = &request.flags;
        Ok(PreviewIntentV1 {
            intent: IntentV1 {
                header: TransactionHeaderV1 {
                    nonce: request.nonce,
                    notary_is_signatory: request.notary_is_signatory,
                    tip_percentage: request.tip_percentage,
                    ..header(start, end, notary)
                },
                instructions,
                blobs,
                message: MessageV1::None,
            },
            signer_public_keys: request.signer_public_keys.iter().map(Key::decode).collect::<Result<_, _>>()?,
            flags: PreviewFlags {
                use_free_credit: flags.use_free_credit,
                assume_all_signature_proofs: flags.assume_all_signature_proofs,
                skip_epoch_check: flags.skip_epoch_check,
                disable_auth: flags.disable_auth_checks,
            },
        })
    }

    fn call(&self, request: &CallPreviewRequest) -> Result<InstructionV1, String> {
        let fields = request.arguments.iter().map(|text| argument(text)).collect::<Result<_, _>>()?;
        let args = ManifestValue::Tuple { fields };
        match &request.target {
            CallTarget::Method { component, method } => {
                let address = GlobalAddress::try_from(self.text.node(component)?)
                    .map_err(|_| format!("{component} is not global"))?;
                Ok(InstructionV1::CallMethod(CallMethod { address: address.into(), method_name: method.clone(), args }))
            }
            CallTarget::Function { package, blueprint, function } => {
                let package_address = PackageAddress::try_from(self.text.node(package)?)
                    .map_err(|_| format!("{package} is no package"))?;
                Ok(InstructionV1::CallFunction(CallFunction {
                    package_address: package_address.into(),
                    blueprint_name: blueprint.clone(),
                    function_name: function.clone(),
                    args,
                }))
            }
        }
    }
}

impl Key {
    fn decode(&self) -> Result<PublicKey, String> {
        fn bytes<const N: usize>(text: &str) -> Result<[u8; N], String> {
            let decoded = hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
            decoded.ok_or_else(|| format!("{text} is no public key of its curve"))
        }
        match self {
            Key::Ed25519(text) => Ok(Ed25519PublicKey(bytes(text)?).into()),
            Key::Secp256k1(text) => Ok(Secp256k1PublicKey(bytes(text)?).into()),
        }
    }
}

fn header(start: u64, end: u64, notary: PublicKey) -> TransactionHeaderV1 {
    TransactionHeaderV1 {
        network_id: NetworkDefinition::simulator().id,
        start_epoch_inclusive: Epoch::of(start),
        end_epoch_exclusive: Epoch::of(end),
        nonce: 0,
        notary_public_key: notary,
        notary_is_signatory: false,
        tip_percentage: 0,
    }
}

/// A preview is not notarized, but its header has a place for a key.
fn unused_notary() -> PublicKey {
    Ed25519PublicKey([0; Ed25519PublicKey::LENGTH]).into()
}

fn argument(text: &str) -> Result<ManifestValue, String> {
    let value = hex::decode(text).ok().and_then(|bytes| manifest_decode(&bytes).ok());
    value.ok_or_else(|| format!("{text} is no manifest SBOR"))
}
