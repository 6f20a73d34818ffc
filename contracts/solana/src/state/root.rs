use core::ops::Range;

use causeway_codec::Word;
use pinocchio::{AccountView, Address};

use super::State;
use crate::creation::Creator;
use crate::error::{BridgeError, Result, require};
use crate::interface::ACCOUNT_ROOT;
use crate::pda;

/// Most messages of an interval on a lane into Solana.
pub const MAX_BATCH: u32 = 64;

/// An interval of a lane: [first_nonce, first_nonce + count).
#[derive(Clone, Copy)]
pub struct Interval {
    pub source: u32,
    pub first_nonce: u64,
    pub count: u32,
}

/// The root of a committed interval.
#[repr(C, packed)]
pub struct Root {
    discriminator: u64,
    pub source: u32,
    pub first_nonce: u64,
    pub count: u32,
    pub root: Word,
    /// Who paid the rent, and gets it back.
    pub payer: Word,
}

// SAFETY: packed, of integers and bytes, a u64 first.
unsafe impl State for Root {
    const DISCRIMINATOR: u64 = ACCOUNT_ROOT;
}

impl Root {
    pub fn interval(&self) -> Interval {
        Interval { source: self.source, first_nonce: self.first_nonce, count: self.count }
    }
}

impl Interval {
    /// The nonce after the last; None when the interval is empty or too long.
    pub fn end(&self) -> Option<u64> {
        let fits = self.count != 0 && self.count <= MAX_BATCH;
        if fits { self.first_nonce.checked_add(self.count.into()) } else { None }
    }

    /// The nonces of an interval that has an end.
    pub fn nonces(&self) -> Range<u64> {
        self.first_nonce..self.first_nonce + u64::from(self.count)
    }

    /// NonceOutOfRange unless `nonce` is in the interval.
    pub fn check(&self, nonce: u64) -> Result {
        let inside = nonce.checked_sub(self.first_nonce).is_some_and(|offset| offset < self.count as u64);
        require(inside, BridgeError::NonceOutOfRange)
    }

    /// The root committed for the interval, or UnknownRoot.
    #[inline(always)]
    pub fn root<'a>(&self, account: &'a AccountView, program: &Address) -> Result<&'a Root> {
        let (source, first_nonce, count) = self.seeds();
        let seeds: [&[u8]; 4] = [pda::ROOT, &source, &first_nonce, &count];
        let root = Root::load_or(account, program, &seeds, BridgeError::UnknownRoot)?;
        let matches = root.source == self.source && root.first_nonce == self.first_nonce && root.count == self.count;
        require(matches, BridgeError::InvalidAccount)?;
        Ok(root)
    }

    /// Creates the interval's root.
    #[inline(always)]
    pub fn create(&self, account: &mut AccountView, creator: Creator, root: &Word) -> Result {
        let (source, first_nonce, count) = self.seeds();
        let (state, _) = creator.state::<Root>(account, &[pda::ROOT, &source, &first_nonce, &count])?;
        state.source = self.source;
        state.first_nonce = self.first_nonce;
        state.count = self.count;
        state.root = *root;
        state.payer = *creator.payer.address().as_array();
        Ok(())
    }

    pub fn seeds(&self) -> ([u8; 4], [u8; 8], [u8; 4]) {
        (self.source.to_le_bytes(), self.first_nonce.to_le_bytes(), self.count.to_le_bytes())
    }
}
