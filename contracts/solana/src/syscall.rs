//! Functions that the runtime computes for the program.

use causeway_codec::{Keccak256, Word};
use pinocchio::Address;
use pinocchio::syscalls::{sol_get_stack_height, sol_keccak256, sol_memcpy_, sol_sha256};
use pinocchio::sysvars::clock::CLOCK_ID;
use pinocchio::sysvars::get_sysvar;
use pinocchio::sysvars::rent::RENT_ID;

use crate::error::Result;

/// keccak256 by the runtime.
pub struct Keccak;

impl Keccak256 for Keccak {
    #[inline(always)]
    fn keccak256(parts: &[&[u8]]) -> Word {
        let mut hash = [0; 32];
        // SAFETY: the syscall reads `parts`, whose layout is the runtime's, and writes 32 bytes.
        unsafe { sol_keccak256(parts.as_ptr().cast(), parts.len() as u64, hash.as_mut_ptr()) };
        hash
    }
}

/// sha256 of the concatenated `parts`.
#[inline(always)]
pub fn sha256(parts: &[&[u8]]) -> Word {
    let mut hash = [0; 32];
    // SAFETY: as for keccak256.
    unsafe { sol_sha256(parts.as_ptr().cast(), parts.len() as u64, hash.as_mut_ptr()) };
    hash
}

/// Copies a slice whose length is known only at run time. The linker has no memcpy for that.
#[inline(always)]
pub fn copy(to: &mut [u8], from: &[u8]) {
    assert!(to.len() == from.len());
    // SAFETY: both have the length, and don't overlap.
    unsafe { sol_memcpy_(to.as_mut_ptr(), from.as_ptr(), from.len() as u64) };
}

/// The `N` bytes of a sysvar at `offset`; from the runtime, never from an account that a caller could swap.
#[inline(always)]
fn sysvar<const N: usize>(id: &Address, offset: usize) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    get_sysvar(&mut bytes, id, offset)?;
    Ok(bytes)
}

/// Whether the transaction itself calls, not another program.
pub fn is_top_level() -> bool {
    // SAFETY: the syscall reads nothing of ours.
    unsafe { sol_get_stack_height() == 1 }
}

/// The cluster's time in Unix seconds.
pub fn now() -> Result<i64> {
    const UNIX_TIMESTAMP: usize = 32;
    Ok(i64::from_le_bytes(sysvar(&CLOCK_ID, UNIX_TIMESTAMP)?))
}

/// Lamports that an account of `space` bytes needs to be exempt from rent.
pub fn rent_exemption(space: usize) -> Result<u64> {
    /// Bytes that the cluster stores for an account besides its data.
    const OVERHEAD: u64 = 128;
    /// The threshold is 2.0 years of rent until SIMD-0194, which doubles the rate and sets 1.0.
    const TWO_YEARS: [u8; 8] = 2f64.to_le_bytes();

    let rent: [u8; 16] = sysvar(&RENT_ID, 0)?;
    let (rate, threshold) = rent.split_at(8);
    let per_byte = u64::from_le_bytes(rate.try_into().unwrap_or_default());
    let years = if threshold == TWO_YEARS { 2 } else { 1 };
    Ok((OVERHEAD + space as u64).wrapping_mul(per_byte).wrapping_mul(years))
}
