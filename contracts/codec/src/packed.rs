//! The packed orders of execute_many, the same on every chain: consecutive orders of one committed interval.

use crate::message::Kind;
use crate::proof::part;
use crate::{Error, Word};

const HEAD_LENGTH: usize = 26;
const ORDER_LENGTH: usize = 113;

/// What is done with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Mint,
    Release,
    Cancel,
}

/// An order: what is done, and the fields of its message that differ from those of its neighbours.
pub struct PackedOrder<'a> {
    pub operation: Operation,
    pub kind: Kind,
    pub sender: &'a Word,
    pub reference: &'a Word,
    pub recipient: &'a Word,
    pub wire_amount: u128,
}

impl<'a> PackedOrder<'a> {
    /// Reads an order. The operation's high half says what is done, its low half is the kind of the message: a mint for
    /// a Lock or a Cancel, a release for a Burn or a Cancel, a cancellation of a Lock or a Burn. InvalidKind for others.
    fn read(bytes: &'a [u8; ORDER_LENGTH]) -> Result<Self, Error> {
        let (operation, kind) = match bytes[0] {
            0x11 => (Operation::Mint, Kind::Lock),
            0x13 => (Operation::Mint, Kind::Cancel),
            0x22 => (Operation::Release, Kind::Burn),
            0x23 => (Operation::Release, Kind::Cancel),
            0x31 => (Operation::Cancel, Kind::Lock),
            0x32 => (Operation::Cancel, Kind::Burn),
            _ => return Err(Error::InvalidKind),
        };
        Ok(Self {
            operation,
            kind,
            sender: part(bytes, 1),
            reference: part(bytes, 33),
            recipient: part(bytes, 65),
            wire_amount: u128::from_be_bytes(*part(bytes, 97)),
        })
    }
}

/// The orders of a call, and their inclusion.
pub struct PackedOrders<'a> {
    pub source: u32,
    /// The interval whose root includes the orders.
    pub first_nonce: u64,
    pub count: u32,
    /// The nonce of the first order; the others follow.
    pub start_nonce: u64,
    orders: &'a [[u8; ORDER_LENGTH]],
    /// The nodes beside the orders' leaves, level by level, on each the left one first.
    pub siblings: &'a [Word],
}

impl<'a> PackedOrders<'a> {
    /// Reads a complete argument. MalformedProof for no order, or a missing or surplus byte; NonceOutOfRange when the
    /// orders are not all in the interval.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        let (head, rest) = bytes.split_first_chunk::<HEAD_LENGTH>().ok_or(Error::MalformedProof)?;
        let length = usize::from(u16::from_be_bytes(*part(head, 24)));
        let (orders, siblings) = rest.split_at_checked(length * ORDER_LENGTH).ok_or(Error::MalformedProof)?;
        let (orders, _) = orders.as_chunks();
        let (siblings, leftover) = siblings.as_chunks();
        if length == 0 || !leftover.is_empty() {
            return Err(Error::MalformedProof);
        }
        let packed = Self {
            source: u32::from_be_bytes(*part(head, 0)),
            first_nonce: u64::from_be_bytes(*part(head, 4)),
            count: u32::from_be_bytes(*part(head, 12)),
            start_nonce: u64::from_be_bytes(*part(head, 16)),
            orders,
            siblings,
        };
        let first = packed.start_nonce.checked_sub(packed.first_nonce).ok_or(Error::NonceOutOfRange)?;
        let inside = first.saturating_add(length as u64) <= packed.count.into();
        if inside { Ok(packed) } else { Err(Error::NonceOutOfRange) }
    }

    /// The position of the first order in the interval.
    pub fn first(&self) -> u64 {
        self.start_nonce - self.first_nonce
    }

    /// The orders with their nonces. InvalidKind for an operation that does not exist.
    pub fn orders(&self) -> impl Iterator<Item = Result<(u64, PackedOrder<'a>), Error>> {
        (self.start_nonce..).zip(self.orders).map(|(nonce, bytes)| Ok((nonce, PackedOrder::read(bytes)?)))
    }
}
