//! Accounts created at addresses derived from the program.

use pinocchio::cpi::{Seed, Signer};
use pinocchio::{AccountView, Address};
use pinocchio_system::instructions::{Allocate, Assign, Transfer};

use crate::error::{BridgeError, Result, require};
use crate::pda::{MAX_SEEDS, bump, is_vacant};
use crate::state::State;
use crate::syscall::rent_exemption;

/// Who pays for accounts created at addresses derived from the program.
#[derive(Clone, Copy)]
pub struct Creator<'a> {
    pub payer: &'a AccountView,
    pub program: &'a Address,
}

impl<'a> Creator<'a> {
    /// Creates an account of this program at the address that `seeds` derive; returns its state, all zeros, and its bump.
    #[inline(always)]
    pub fn state<'s, T: State>(&self, account: &'s mut AccountView, seeds: &[&[u8]]) -> Result<(&'s mut T, u8)> {
        let bump = self.account(account, self.program, T::SPACE).create(seeds)?;
        Ok((T::init(account), bump))
    }

    /// An account of another program.
    #[inline(always)]
    pub fn account(&self, account: &'a AccountView, owner: &'a Address, space: usize) -> NewAccount<'a> {
        NewAccount { creator: *self, account, owner, space }
    }
}

/// An account to be created at a derived address.
pub struct NewAccount<'a> {
    creator: Creator<'a>,
    account: &'a AccountView,
    owner: &'a Address,
    space: usize,
}

impl NewAccount<'_> {
    /// Creates the account, zeroed, and returns its bump. InvalidAccount when `seeds` derive another address or the
    /// account exists. It uses transfer, allocate and assign, because the System program's own creation refuses an
    /// address that already has lamports.
    #[inline(never)]
    pub fn create(&self, seeds: &[&[u8]]) -> Result<u8> {
        let Self { creator, account, owner, space } = *self;
        require(is_vacant(account), BridgeError::InvalidAccount)?;
        let bump = [bump(account, seeds, creator.program)?];
        let mut signer: [Seed; MAX_SEEDS] = core::array::from_fn(|_| Seed::from(&[]));
        for (part, seed) in signer.iter_mut().zip(seeds) {
            *part = Seed::from(*seed);
        }
        signer[seeds.len()] = Seed::from(&bump);
        let signer = [Signer::from(&signer[..=seeds.len()])];

        let missing = rent_exemption(space)?.saturating_sub(account.lamports());
        if missing > 0 {
            Transfer { from: creator.payer, to: account, lamports: missing }.invoke()?;
        }
        Allocate { account, space: space as u64 }.invoke_signed(&signer)?;
        Assign { account, owner }.invoke_signed(&signer)?;
        Ok(bump[0])
    }
}
