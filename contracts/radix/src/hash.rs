//! The protocol's hash function, computed by the engine.

use causeway_codec::message::{self, Message};
use causeway_codec::{Keccak256, Word};
use scrypto::prelude::*;

pub struct Keccak;

impl Keccak256 for Keccak {
    fn keccak256(parts: &[&[u8]]) -> Word {
        CryptoUtils::keccak256_hash(parts.concat()).0
    }
}

pub fn message_id(message: &Message) -> Word {
    let mut packed = [0; message::LENGTH];
    message.pack(&mut packed);
    Keccak::keccak256(&[&packed])
}
