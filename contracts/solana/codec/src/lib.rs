//! The bridge protocol's bytes, the same on every chain: messages, proofs, trees, amounts, addresses.
//! Pure: whoever uses it brings the hash function, so that it runs on chain and in tests alike.
#![no_std]
#![forbid(unsafe_code)]

pub mod address;
pub mod amount;
pub mod merkle;
pub mod message;
pub mod proof;

/// Thirty-two bytes: a hash, or an address left-padded with zeros.
pub type Word = [u8; 32];

/// The hash function of the protocol.
pub trait Keccak256 {
    /// keccak256 of the concatenated `parts`.
    fn keccak256(parts: &[&[u8]]) -> Word;
}

/// What the bytes can be refused for; the names are those of the bridge's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    ZeroAmount,
    DustAmount,
    MalformedProof,
    InvalidKind,
}
