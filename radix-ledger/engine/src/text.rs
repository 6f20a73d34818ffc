//! The text forms of this network's addresses, hashes, keys and errors.

use radix_common::prelude::*;
use radix_transactions::model::*;
use serde_json::{Value, json};

/// A public key: its curve, and its bytes in hex.
pub fn public_key_json(key: &PublicKey) -> Value {
    match key {
        PublicKey::Ed25519(key) => json!({ "curve": "ed25519", "hex": hex::encode(key.0) }),
        PublicKey::Secp256k1(key) => json!({ "curve": "secp256k1", "hex": hex::encode(key.0) }),
    }
}

pub struct Text {
    encoder: AddressBech32Encoder,
    decoder: AddressBech32Decoder,
    hashes: TransactionHashBech32Encoder,
}

impl Text {
    pub fn new(network: &NetworkDefinition) -> Self {
        Self {
            encoder: AddressBech32Encoder::new(network),
            decoder: AddressBech32Decoder::new(network),
            hashes: TransactionHashBech32Encoder::new(network),
        }
    }

    /// A node's address; the node id in hex when its type has no address.
    pub fn address(&self, node: impl Into<NodeId>) -> String {
        let node = node.into();
        self.encoder.encode(node.as_bytes()).unwrap_or_else(|_| node.to_hex())
    }

    pub fn node(&self, address: &str) -> Result<NodeId, String> {
        self.decoder
            .validate_and_decode(address)
            .ok()
            .and_then(|(_, bytes)| bytes.try_into().ok().map(NodeId))
            .ok_or_else(|| format!("{address} is no address of this network"))
    }

    pub fn badge(&self, id: &str) -> Result<NonFungibleGlobalId, String> {
        NonFungibleGlobalId::try_from_canonical_string(&self.decoder, id)
            .map_err(|error| format!("{id} is no badge: {error:?}"))
    }

    /// The bech32m form of a hash of a transaction.
    pub fn hash<H: IsTransactionHash>(&self, hash: &H) -> String {
        self.hashes.encode(hash).expect("a hash can be encoded")
    }

    /// An error of the engine, with addresses as people know them.
    pub fn error<'a, E>(&'a self, error: &E) -> String
    where
        E: ContextualDisplay<ScryptoValueDisplayContext<'a>, Error = core::fmt::Error>,
    {
        error.to_string(&self.encoder)
    }
}
