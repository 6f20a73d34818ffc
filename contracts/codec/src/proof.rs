//! The packed proof argument, the same on every chain.

use crate::message::{Kind, Message};
use crate::{Error, Word};

const HEAD_LENGTH: usize = 89;
const MAX_SIBLINGS: usize = 32;

/// The additional bytes of a proof for release_tokens: the wire amount. A proof for mint_tokens has none.
pub const RELEASE_TAIL: usize = 16;
/// The additional bytes of a proof for cancel_order: recipient and wire amount.
pub const CANCEL_TAIL: usize = 48;

/// A proof: the fields of a message that neither arguments nor configuration contain, and its inclusion under a root.
pub struct Proof<'a, const TAIL: usize> {
    pub kind: Kind,
    pub source: u32,
    pub nonce: u64,
    pub sender: &'a Word,
    pub reference: &'a Word,
    /// The interval whose root includes the message.
    pub first_nonce: u64,
    pub count: u32,
    /// The bytes that only one function's proof has.
    tail: &'a [u8; TAIL],
    /// From leaf to root.
    pub siblings: &'a [Word],
}

/// The fields of a message that its proof does not contain.
pub struct Expected<'a> {
    /// The domain that executes or cancels the message, and its bridge.
    pub domain: u32,
    pub bridge: &'a Word,
    /// The bridge of the proof's source.
    pub source_bridge: &'a Word,
    pub asset_home: u32,
    pub recipient: &'a Word,
    pub wire_amount: u128,
}

impl<'a, const TAIL: usize> Proof<'a, TAIL> {
    /// Reads a complete proof. A missing or surplus byte is MalformedProof.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        let (head, rest) = bytes.split_first_chunk::<HEAD_LENGTH>().ok_or(Error::MalformedProof)?;
        let (tail, rest) = rest.split_first_chunk::<TAIL>().ok_or(Error::MalformedProof)?;
        let (siblings, leftover) = rest.as_chunks::<32>();
        if !leftover.is_empty() || siblings.len() > MAX_SIBLINGS {
            return Err(Error::MalformedProof);
        }
        Ok(Self {
            kind: Kind::try_from(head[0])?,
            source: u32::from_be_bytes(*part(head, 1)),
            nonce: u64::from_be_bytes(*part(head, 5)),
            sender: part(head, 13),
            reference: part(head, 45),
            first_nonce: u64::from_be_bytes(*part(head, 77)),
            count: u32::from_be_bytes(*part(head, 85)),
            tail,
            siblings,
        })
    }

    /// The message that the proof claims.
    pub fn message(&self, expected: &Expected<'a>) -> Message<'a> {
        Message {
            kind: self.kind,
            source: self.source,
            destination: expected.domain,
            nonce: self.nonce,
            source_bridge: expected.source_bridge,
            destination_bridge: expected.bridge,
            asset_home: expected.asset_home,
            sender: self.sender,
            recipient: expected.recipient,
            wire_amount: expected.wire_amount,
            reference: self.reference,
        }
    }
}

impl Proof<'_, RELEASE_TAIL> {
    pub fn wire_amount(&self) -> u128 {
        u128::from_be_bytes(*self.tail)
    }
}

impl<'a> Proof<'a, CANCEL_TAIL> {
    pub fn recipient(&self) -> &'a Word {
        part(self.tail, 0)
    }

    pub fn wire_amount(&self) -> u128 {
        u128::from_be_bytes(*part(self.tail, 32))
    }
}

/// The `N` bytes at `start`. The caller's constants keep them within the slice.
pub(crate) fn part<const N: usize>(bytes: &[u8], start: usize) -> &[u8; N] {
    bytes[start..].first_chunk().expect("inside")
}
