//! A blueprint's definition, as it is published beside its code.

use radix_common::prelude::*;
use radix_engine::utils::extract_definition;

/// The `.rpd` of a WebAssembly module that was compiled with its schema.
pub fn definition(wasm: &[u8]) -> Result<Vec<u8>, String> {
    let definition = extract_definition(wasm).map_err(|error| format!("{error:?}"))?;
    manifest_encode(&definition).map_err(|error| format!("{error:?}"))
}
