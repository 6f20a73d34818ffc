use causeway_codec::Word;
use pinocchio::{AccountView, Address};

use super::State;
use crate::error::{BridgeError, Result, require};
use crate::interface::ACCOUNT_CLAIMABLE;
use crate::pda;

/// A credit, in local units of the mint (zeros for SOL).
#[repr(C, packed)]
pub struct Claimable {
    discriminator: u64,
    pub mint: Word,
    pub recipient: Word,
    pub amount: u64,
    /// Who paid the rent, and gets it back.
    pub payer: Word,
}

// SAFETY: packed, of integers and bytes, a u64 first.
unsafe impl State for Claimable {
    const DISCRIMINATOR: u64 = ACCOUNT_CLAIMABLE;
}

impl Claimable {
    /// InvalidAccount unless `account` is, or would be, the recipient's credit.
    #[inline(always)]
    pub fn check(account: &AccountView, program: &Address, mint: &Word, recipient: &Word) -> Result {
        let matches = if pda::is_vacant(account) {
            pda::is_derived([pda::CLAIMABLE, mint, recipient], program, account.address())
        } else {
            let claimable = Self::load(account, program)?;
            claimable.mint == *mint && claimable.recipient == *recipient
        };
        require(matches, BridgeError::InvalidAccount)
    }
}
