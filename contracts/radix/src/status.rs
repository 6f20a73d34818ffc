//! What happened here to inbound messages.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked};

const BITS: u64 = 2;
/// Nonces of a page.
const PAGE: u64 = 128 / BITS;

/// What happened here to an inbound message; two bits.
#[derive(ScryptoSbor, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageStatus {
    None,
    Executed,
    Cancelled,
    Replaced,
}

impl MessageStatus {
    /// Executed, once and only if nothing else happened to the message.
    pub fn execute(self) -> Checked<Self> {
        match self {
            Self::None => Ok(Self::Executed),
            Self::Executed => Err(BridgeError::AlreadyExecuted),
            Self::Cancelled => Err(BridgeError::AlreadyCancelled),
            Self::Replaced => Err(BridgeError::OrderReplaced),
        }
    }

    /// Cancelled, once and only if the message was not executed.
    pub fn cancel(self) -> Checked<Self> {
        match self {
            Self::None | Self::Replaced => Ok(Self::Cancelled),
            Self::Executed => Err(BridgeError::AlreadyExecuted),
            Self::Cancelled => Err(BridgeError::AlreadyCancelled),
        }
    }

    /// Replaced, if the message was acted on.
    pub fn replace(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Executed | Self::Cancelled | Self::Replaced => Self::Replaced,
        }
    }
}

/// The page that holds a nonce.
pub fn page_of(nonce: u64) -> u64 {
    nonce / PAGE
}

/// The status of `nonce` in its page: two bits a nonce, the lowest nonce in the lowest bits.
pub fn get(page: u128, nonce: u64) -> MessageStatus {
    match page >> shift(nonce) & 3 {
        0 => MessageStatus::None,
        1 => MessageStatus::Executed,
        2 => MessageStatus::Cancelled,
        _ => MessageStatus::Replaced,
    }
}

/// The page with another status of `nonce`.
pub fn set(page: u128, nonce: u64, status: MessageStatus) -> u128 {
    page & !(3 << shift(nonce)) | (status as u128) << shift(nonce)
}

fn shift(nonce: u64) -> u64 {
    nonce % PAGE * BITS
}
