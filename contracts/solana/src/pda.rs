//! Addresses derived from the program, and the accounts created at them.

use pinocchio::cpi::{Seed, Signer};
use pinocchio::{AccountView, Address};
use pinocchio_system::instructions::{Allocate, Assign, Transfer};

use crate::error::{BridgeError, Result, require};
use crate::state::State;
use crate::syscall::{rent_exemption, sha256};

const MARKER: &[u8] = b"ProgramDerivedAddress";
/// Seeds of the longest derivation, with its bump.
const MAX_SEEDS: usize = 5;

pub const BRIDGE: &[u8] = b"bridge";
pub const ORACLES: &[u8] = b"oracles";
pub const ESCROW: &[u8] = b"escrow";
pub const EVENT_AUTHORITY: &[u8] = b"__event_authority";
pub const REMOTE: &[u8] = b"remote";
pub const ROOT: &[u8] = b"root";
pub const STATUS: &[u8] = b"status";
pub const MINT: &[u8] = b"mint";
pub const CLAIMABLE: &[u8] = b"claimable";

/// Whether `address` is derived from `seeds` and `program` with any bump; the highest bumps are the fastest.
///
/// A seventh of the price of the runtime's search, because it does not check that the address is off the curve: nobody
/// knows the key of a hash that happens to be on it, so that only `program` can have signed for, or created an account
/// at, what this accepts.
#[inline(always)]
pub fn is_derived<const N: usize>(seeds: [&[u8]; N], program: &Address, address: &Address) -> bool {
    const { assert!(N < MAX_SEEDS) };
    (0..=u8::MAX).rev().any(|bump| {
        let bump = [bump];
        let mut parts: [&[u8]; MAX_SEEDS + 2] = [&[]; MAX_SEEDS + 2];
        parts[..N].copy_from_slice(&seeds);
        parts[N] = &bump;
        parts[N + 1] = program.as_array();
        parts[N + 2] = MARKER;
        sha256(&parts[..N + 3]) == *address.as_array()
    })
}

/// The bump of the address that `seeds` and `program` derive; InvalidAccount when it is not `account`'s.
pub fn bump(account: &AccountView, seeds: &[&[u8]], program: &Address) -> Result<u8> {
    match Address::try_find_program_address(seeds, program) {
        Some((address, bump)) if address == *account.address() => Ok(bump),
        _ => Err(BridgeError::InvalidAccount.into()),
    }
}

/// Whether nobody created an account here yet. Lamports don't count: anyone can send some to any address.
#[inline(always)]
pub fn is_vacant(account: &AccountView) -> bool {
    account.is_data_empty() && account.owned_by(&pinocchio_system::ID)
}

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
    /// account exists. By transfer, allocate and assign, because the System program's own creation refuses an address
    /// that somebody sent lamports to.
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
