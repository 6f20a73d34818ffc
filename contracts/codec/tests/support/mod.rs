//! The shared vectors, and the hash function of the host.
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs;
use std::path::Path;

use causeway_codec::{Keccak256, Word};
use serde_json::Value;
use tiny_keccak::{Hasher, Keccak};

pub struct Host;

impl Keccak256 for Host {
    fn keccak256(parts: &[&[u8]]) -> Word {
        let mut hasher = Keccak::v256();
        parts.iter().for_each(|part| hasher.update(part));
        let mut hash = [0; 32];
        hasher.finalize(&mut hash);
        hash
    }
}

pub fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

pub fn list(value: &Value) -> &[Value] {
    let list = value.as_array().unwrap();
    assert!(!list.is_empty());
    list
}

pub fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("{vector} has no {field}"))
}

pub fn number<T: std::str::FromStr>(vector: &Value, field: &str) -> T {
    text(vector, field).parse().ok().unwrap()
}

pub fn bytes(vector: &Value, field: &str) -> Vec<u8> {
    hex(text(vector, field))
}

pub fn hex(text: &str) -> Vec<u8> {
    ::hex::decode(text.strip_prefix("0x").unwrap()).unwrap()
}

pub fn word(vector: &Value, field: &str) -> Word {
    bytes(vector, field).try_into().unwrap()
}
