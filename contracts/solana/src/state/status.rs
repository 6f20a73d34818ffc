use pinocchio::{AccountView, Address};

use super::{Interval, State};
use crate::error::{BridgeError, Result, require};
use crate::interface::ACCOUNT_STATUS_PAGE;

/// Nonces of a page.
const PAGE: u64 = 4096;
const NONCES_PER_BYTE: u64 = 4;

/// The fate of an inbound message on this chain; two bits.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    None,
    Executed,
    Cancelled,
    Replaced,
}

/// The statuses of the nonces [page * 4096, (page + 1) * 4096) from `source`.
#[repr(C, packed)]
pub struct StatusPage {
    discriminator: u64,
    pub source: u32,
    pub page: u64,
    /// Two bits a nonce, the lowest nonce in the lowest bits of the first byte.
    bits: [u8; (PAGE / NONCES_PER_BYTE) as usize],
}

// SAFETY: packed, of integers and bytes, a u64 first.
unsafe impl State for StatusPage {
    const DISCRIMINATOR: u64 = ACCOUNT_STATUS_PAGE;
}

/// The page that holds a nonce.
pub fn page_of(nonce: u64) -> u64 {
    nonce / PAGE
}

impl StatusPage {
    /// The page that holds `nonce` of the lane from `source`.
    #[inline(always)]
    pub fn of<'a>(account: &'a mut AccountView, program: &Address, source: u32, nonce: u64) -> Result<&'a mut Self> {
        let page = Self::load_mut(account, program)?;
        require(page.source == source && page.page == page_of(nonce), BridgeError::InvalidAccount)?;
        Ok(page)
    }

    pub fn get(&self, nonce: u64) -> Status {
        let (byte, shift) = position(nonce);
        match self.bits[byte] >> shift & 3 {
            0 => Status::None,
            1 => Status::Executed,
            2 => Status::Cancelled,
            _ => Status::Replaced,
        }
    }

    pub fn set(&mut self, nonce: u64, status: Status) {
        let (byte, shift) = position(nonce);
        self.bits[byte] = self.bits[byte] & !(3 << shift) | (status as u8) << shift;
    }

    /// Marks the message executed, once and only if nothing else happened to it.
    pub fn execute(&mut self, nonce: u64) -> Result {
        match self.get(nonce) {
            Status::None => self.set(nonce, Status::Executed),
            Status::Executed => return Err(BridgeError::AlreadyExecuted.into()),
            Status::Cancelled => return Err(BridgeError::AlreadyCancelled.into()),
            Status::Replaced => return Err(BridgeError::OrderReplaced.into()),
        }
        Ok(())
    }

    /// Marks the message cancelled, once and only if it was not executed.
    pub fn cancel(&mut self, nonce: u64) -> Result {
        match self.get(nonce) {
            Status::None | Status::Replaced => self.set(nonce, Status::Cancelled),
            Status::Executed => return Err(BridgeError::AlreadyExecuted.into()),
            Status::Cancelled => return Err(BridgeError::AlreadyCancelled.into()),
        }
        Ok(())
    }

    /// Marks a message as replaced if it was executed or cancelled; otherwise its status stays.
    pub fn replace(&mut self, nonce: u64) {
        if self.get(nonce) != Status::None {
            self.set(nonce, Status::Replaced);
        }
    }
}

/// The statuses of an interval: on one page, or on two when it crosses into the next.
pub struct Pages<'a> {
    interval: Interval,
    program: &'a Address,
    first: &'a mut AccountView,
    last: &'a mut AccountView,
}

impl<'a> Pages<'a> {
    /// InvalidAccount unless `first` and `last` are the pages of the first and the last nonce of `interval`, which is not
    /// empty.
    pub fn of(
        interval: Interval,
        program: &'a Address,
        first: &'a mut AccountView,
        last: &'a mut AccountView,
    ) -> Result<Self> {
        let Interval { source, first_nonce, count } = interval;
        StatusPage::of(first, program, source, first_nonce)?;
        StatusPage::of(last, program, source, first_nonce + u64::from(count) - 1)?;
        Ok(Self { interval, program, first, last })
    }

    /// The page of a nonce of the interval.
    pub fn page(&mut self, nonce: u64) -> Result<&mut StatusPage> {
        let on_first = page_of(nonce) == page_of(self.interval.first_nonce);
        let account = if on_first { &mut *self.first } else { &mut *self.last };
        StatusPage::of(account, self.program, self.interval.source, nonce)
    }

    /// Whether every message is executed or cancelled, so that none needs a root.
    pub fn are_done(&mut self) -> Result<bool> {
        for nonce in self.interval.nonces() {
            if !matches!(self.page(nonce)?.get(nonce), Status::Executed | Status::Cancelled) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Marks every message as replaced that was executed or cancelled.
    pub fn replace_all(&mut self) -> Result {
        for nonce in self.interval.nonces() {
            self.page(nonce)?.replace(nonce);
        }
        Ok(())
    }
}

/// Byte and shift of a nonce in its page.
fn position(nonce: u64) -> (usize, u32) {
    let index = nonce % PAGE;
    ((index / NONCES_PER_BYTE) as usize, 2 * (index % NONCES_PER_BYTE) as u32)
}
