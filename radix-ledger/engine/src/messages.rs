//! The messages that transactions carry, as JSON.

use crate::text::public_key_json;
use radix_common::prelude::*;
use radix_transactions::model::*;
use serde_json::{Value, json};

pub fn message_json(message: &MessageV1) -> Value {
    match message {
        MessageV1::None => Value::Null,
        MessageV1::Plaintext(PlaintextMessageV1 { mime_type, message }) => {
            let (text, bytes) = match message {
                MessageContentsV1::String(text) => (Some(text), None),
                MessageContentsV1::Bytes(bytes) => (None, Some(hex::encode(bytes))),
            };
            json!({ "kind": "plaintext", "mimeType": mime_type, "text": text, "hex": bytes })
        }
        MessageV1::Encrypted(EncryptedMessageV1 { encrypted, decryptors_by_curve }) => json!({
            "kind": "encrypted",
            "encrypted": hex::encode(&encrypted.0),
            "decryptors": decryptors_by_curve.values().map(decryptors_json).collect::<Vec<_>>(),
        }),
    }
}

fn decryptors_json(decryptors: &DecryptorsByCurve) -> Value {
    let (key, decryptors): (PublicKey, _) = match decryptors {
        DecryptorsByCurve::Ed25519 { dh_ephemeral_public_key, decryptors } => {
            ((*dh_ephemeral_public_key).into(), decryptors)
        }
        DecryptorsByCurve::Secp256k1 { dh_ephemeral_public_key, decryptors } => {
            ((*dh_ephemeral_public_key).into(), decryptors)
        }
    };
    let decryptors = decryptors
        .iter()
        .map(|(fingerprint, wrapped)| {
            json!({ "fingerprint": hex::encode(fingerprint.0), "wrappedKey": hex::encode(wrapped.0) })
        })
        .collect::<Vec<_>>();
    json!({ "ephemeralKey": public_key_json(&key), "decryptors": decryptors })
}
