//! Addresses derived from the program.

use pinocchio::{AccountView, Address};

use crate::error::{BridgeError, Result};
use crate::syscall::sha256;

pub const MARKER: &[u8] = b"ProgramDerivedAddress";
/// Seeds of the longest derivation, with its bump.
pub const MAX_SEEDS: usize = 5;

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
/// This costs a seventh of the runtime's search, because it does not check that the address is off the curve. That is
/// safe: nobody knows the key of a hash that happens to be on the curve, so only `program` can sign for an accepted
/// address or create an account at it.
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

/// Whether no account exists here yet. Lamports don't count: anyone can send some to any address.
#[inline(always)]
pub fn is_vacant(account: &AccountView) -> bool {
    account.is_data_empty() && account.owned_by(&pinocchio_system::ID)
}
