//! The protocol's hash function, computed by the engine.

use causeway_codec::{Keccak256, Word};
use scrypto::prelude::*;

pub struct Keccak;

impl Keccak256 for Keccak {
    fn keccak256(parts: &[&[u8]]) -> Word {
        CryptoUtils::keccak256_hash(parts.concat()).0
    }
}
