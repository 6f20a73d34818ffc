//! The bridge protocol's bytes, the same on every chain: messages, proofs, trees, amounts, addresses, and
//! terms of swaps.
//! Pure: the caller supplies the hash function, so that the same code runs on chain and in tests.
#![no_std]
#![forbid(unsafe_code)]

pub mod address;
pub mod amount;
pub mod merkle;
pub mod message;
pub mod packed;
pub mod proof;
pub mod terms;

/// Thirty-two bytes: a hash, or an address left-padded with zeros.
pub type Word = [u8; 32];

/// The hash function of the protocol.
pub trait Keccak256 {
    /// keccak256 of the concatenated `parts`.
    fn keccak256(parts: &[&[u8]]) -> Word;
}

/// Reasons to refuse bytes, by the names of the bridge's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    ZeroAmount,
    DustAmount,
    MalformedProof,
    InvalidKind,
    NonceOutOfRange,
}
