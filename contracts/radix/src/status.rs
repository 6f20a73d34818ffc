//! The fate of inbound messages on this chain.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked};

const BITS: u64 = 2;
/// Nonces of a page.
const PAGE: u64 = 128 / BITS;

/// The fate of an inbound message on this chain; two bits.
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

    /// Replaced, if the message was executed or cancelled before.
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

/// The first nonce after the page that holds `nonce`.
pub fn page_end(nonce: u64) -> u64 {
    (nonce | (PAGE - 1)).saturating_add(1)
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

/// The page with Replaced for every message of [first, end) that was executed or cancelled; both nonces are of the page,
/// or `end` is the page's end.
pub fn replace_range(page: u128, first: u64, end: u64) -> u128 {
    let range = u128::MAX << shift(first) & u128::MAX >> shift(end.wrapping_neg());
    // One bit for each message that has a status, and then both of its bits.
    let acted = (page | page >> 1) & u128::MAX / 3 & range;
    page | acted * 3
}

fn shift(nonce: u64) -> u64 {
    nonce % PAGE * BITS
}

#[cfg(test)]
mod tests {
    use super::MessageStatus::{Cancelled, Executed, None, Replaced};
    use super::*;

    const ALL: [MessageStatus; 4] = [None, Executed, Cancelled, Replaced];

    #[test]
    fn transitions_are_those_of_the_protocol() {
        use BridgeError::*;
        let executed = [Ok(Executed), Err(AlreadyExecuted), Err(AlreadyCancelled), Err(OrderReplaced)];
        let cancelled = [Ok(Cancelled), Err(AlreadyExecuted), Err(AlreadyCancelled), Ok(Cancelled)];
        assert_eq!(ALL.map(MessageStatus::execute), executed);
        assert_eq!(ALL.map(MessageStatus::cancel), cancelled);
        assert_eq!(ALL.map(MessageStatus::replace), [None, Replaced, Replaced, Replaced]);
    }

    #[test]
    fn a_status_changes_no_other_of_its_page() {
        for page in [0, u128::MAX, u128::MAX / 3] {
            for nonce in (0..2 * PAGE).chain([u64::MAX]) {
                for status in ALL {
                    let changed = set(page, nonce, status);
                    assert_eq!(get(changed, nonce), status);
                    for other in (0..PAGE).filter(|other| *other != nonce % PAGE) {
                        assert_eq!(get(changed, other), get(page, other));
                    }
                }
            }
        }
    }

    #[test]
    fn a_page_holds_64_nonces() {
        assert_eq!([0, 63, 64, u64::MAX].map(page_of), [0, 0, 1, u64::MAX / 64]);
        assert_eq!([0, 63, 64, u64::MAX].map(page_end), [64, 64, 128, u64::MAX]);
    }

    #[test]
    fn a_range_is_replaced_where_a_message_was_acted_on() {
        let page = (0..PAGE).fold(0, |page, nonce| set(page, nonce, ALL[nonce as usize % 4]));
        let replaced = replace_range(page, 64 + 5, 64 + 59);
        for nonce in 0..PAGE {
            let status = get(page, nonce);
            let expected = if (5..59).contains(&nonce) { status.replace() } else { status };
            assert_eq!(get(replaced, nonce), expected, "{nonce}");
        }
        assert_eq!(replace_range(0, 0, PAGE), 0);
        assert_eq!(get(replace_range(page, 0, PAGE), PAGE - 1), Replaced);
        assert_eq!(get(replace_range(page, 0, PAGE - 1), PAGE - 1), get(page, PAGE - 1));
    }
}
