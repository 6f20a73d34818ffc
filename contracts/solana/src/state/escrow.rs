use super::State;
use crate::interface::ACCOUNT_ESCROW;

/// Holds locked SOL as lamports above its rent.
#[repr(C, packed)]
pub struct Escrow {
    discriminator: u64,
}

// SAFETY: packed, a u64 alone.
unsafe impl State for Escrow {
    const DISCRIMINATOR: u64 = ACCOUNT_ESCROW;
}
