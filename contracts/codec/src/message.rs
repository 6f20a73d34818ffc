//! The message, version 1.

use core::ops::Range;

use crate::proof::part;
use crate::{Error, Word};

/// Bytes of a packed message.
pub const LENGTH: usize = 198;

const VERSION: u8 = 1;

const SOURCE: Range<usize> = 2..6;
const DESTINATION: Range<usize> = 6..10;
const NONCE: Range<usize> = 10..18;
const SOURCE_BRIDGE: Range<usize> = 18..50;
const DESTINATION_BRIDGE: Range<usize> = 50..82;
const ASSET_HOME: Range<usize> = 82..86;
const SENDER: Range<usize> = 86..118;
const RECIPIENT: Range<usize> = 118..150;
const WIRE_AMOUNT: Range<usize> = 150..166;
const REFERENCE: Range<usize> = 166..198;

/// The kinds of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Lock = 1,
    Burn = 2,
    Cancel = 3,
}

impl TryFrom<u8> for Kind {
    type Error = Error;

    fn try_from(byte: u8) -> Result<Self, Error> {
        match byte {
            1 => Ok(Kind::Lock),
            2 => Ok(Kind::Burn),
            3 => Ok(Kind::Cancel),
            _ => Err(Error::InvalidKind),
        }
    }
}

/// A message; words are left-padded addresses of its chains.
pub struct Message<'a> {
    pub kind: Kind,
    pub source: u32,
    pub destination: u32,
    /// Position in the lane.
    pub nonce: u64,
    pub source_bridge: &'a Word,
    pub destination_bridge: &'a Word,
    /// Domain where the moved asset is canonical.
    pub asset_home: u32,
    /// The address that a refund pays.
    pub sender: &'a Word,
    pub recipient: &'a Word,
    pub wire_amount: u128,
    pub reference: &'a Word,
}

impl<'a> Message<'a> {
    /// Reads the packed form. MalformedProof for another version.
    pub fn read(packed: &'a [u8; LENGTH]) -> Result<Self, Error> {
        if packed[0] != VERSION {
            return Err(Error::MalformedProof);
        }
        Ok(Self {
            kind: Kind::try_from(packed[1])?,
            source: u32::from_be_bytes(*part(packed, SOURCE.start)),
            destination: u32::from_be_bytes(*part(packed, DESTINATION.start)),
            nonce: u64::from_be_bytes(*part(packed, NONCE.start)),
            source_bridge: part(packed, SOURCE_BRIDGE.start),
            destination_bridge: part(packed, DESTINATION_BRIDGE.start),
            asset_home: u32::from_be_bytes(*part(packed, ASSET_HOME.start)),
            sender: part(packed, SENDER.start),
            recipient: part(packed, RECIPIENT.start),
            wire_amount: u128::from_be_bytes(*part(packed, WIRE_AMOUNT.start)),
            reference: part(packed, REFERENCE.start),
        })
    }

    /// Writes the packed form, whose keccak256 is the message's id.
    pub fn pack(&self, packed: &mut [u8; LENGTH]) {
        packed[0] = VERSION;
        packed[1] = self.kind as u8;
        packed[SOURCE].copy_from_slice(&self.source.to_be_bytes());
        packed[DESTINATION].copy_from_slice(&self.destination.to_be_bytes());
        packed[NONCE].copy_from_slice(&self.nonce.to_be_bytes());
        packed[SOURCE_BRIDGE].copy_from_slice(self.source_bridge);
        packed[DESTINATION_BRIDGE].copy_from_slice(self.destination_bridge);
        packed[ASSET_HOME].copy_from_slice(&self.asset_home.to_be_bytes());
        packed[SENDER].copy_from_slice(self.sender);
        packed[RECIPIENT].copy_from_slice(self.recipient);
        packed[WIRE_AMOUNT].copy_from_slice(&self.wire_amount.to_be_bytes());
        packed[REFERENCE].copy_from_slice(self.reference);
    }
}

/// Turns the packed form into Borsh, which has the same fields in the same places, its integers little-endian.
pub fn pack_to_borsh(packed: &mut [u8; LENGTH]) {
    for integer in [SOURCE, DESTINATION, NONCE, ASSET_HOME, WIRE_AMOUNT] {
        packed[integer].reverse();
    }
}
