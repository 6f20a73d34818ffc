//! Manifests as text, and their execution without signatures, which only tests do.

use crate::ledger::Ledger;
use crate::rejection::Rejection;
use radix_common::prelude::*;
use radix_engine::transaction::ExecutionConfig;
use radix_transactions::manifest::{BlobProvider, BuildableManifest, compile_manifest};
use radix_transactions::model::*;
use serde_derive::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ManifestRequest {
    manifest: String,
    #[serde(default)]
    blobs: Vec<String>,
    /// Badges that the manifest runs with, as if their owners had signed.
    #[serde(default)]
    badges: Vec<String>,
    /// A system transaction: it pays no fee, and may use preallocated addresses.
    #[serde(default)]
    system: bool,
}

impl Ledger {
    /// Commits a manifest as the next state version, outside of any round.
    pub fn execute_manifest(&mut self, request: &ManifestRequest) -> Result<Value, Rejection> {
        let badges = request
            .badges
            .iter()
            .map(|badge| self.text.badge(badge))
            .collect::<Result<_, _>>()
            .map_err(Rejection::malformed)?;
        let blobs = decode_blobs(&request.blobs).map_err(Rejection::malformed)?;
        let network = self.network.clone();
        if request.system {
            let config = ExecutionConfig::for_system_transaction(network);
            self.run::<SystemTransactionManifestV1>(&request.manifest, blobs, badges, config)
        } else {
            let config = ExecutionConfig::for_notarized_transaction(network);
            self.run::<TransactionManifestV1>(&request.manifest, blobs, badges, config)
        }
    }

    fn run<M: BuildableManifest>(
        &mut self,
        manifest: &str,
        blobs: Vec<Vec<u8>>,
        badges: BTreeSet<NonFungibleGlobalId>,
        config: ExecutionConfig,
    ) -> Result<Value, Rejection> {
        let manifest: M = compile(manifest, &self.network, blobs).map_err(Rejection::malformed)?;
        let nonce = self.state_version as u32;
        let executable =
            manifest.into_executable_with_proofs(nonce, badges, &self.validator).map_err(Rejection::malformed)?;
        let receipt = self.execute(&config.with_cost_breakdown(true), executable);
        let described = self.commit(&hash(nonce.to_be_bytes()), &receipt)?;
        let costs = receipt.fee_details.map(|details| details.execution_cost_breakdown);
        Ok(json!({ "receipt": described, "head": self.head(), "executionCosts": costs.unwrap_or_default() }))
    }
}

pub fn compile<M: BuildableManifest>(
    manifest: &str,
    network: &NetworkDefinition,
    blobs: Vec<Vec<u8>>,
) -> Result<M, String> {
    compile_manifest(manifest, network, BlobProvider::new_with_blobs(blobs))
        .map_err(|error| format!("the manifest does not compile: {error:?}"))
}

pub fn decode_blobs(blobs: &[String]) -> Result<Vec<Vec<u8>>, String> {
    blobs.iter().map(|blob| hex::decode(blob).map_err(|error| format!("a blob is no hex: {error}"))).collect()
}
