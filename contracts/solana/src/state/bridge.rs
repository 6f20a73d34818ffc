use causeway_codec::Word;
use causeway_codec::amount::Unit;
use pinocchio::error::ProgramError;
use pinocchio::{AccountView, Address};

use super::State;
use crate::error::{BridgeError, Result, require};
use crate::interface::ACCOUNT_BRIDGE;

/// The bridge: its asset, roles and pauses.
#[repr(C, packed)]
pub struct Bridge {
    discriminator: u64,
    pub domain: u32,
    pub wire_decimals: u8,
    pub canonical_decimals: u8,
    pub outbound_paused: u8,
    pub inbound_paused: u8,
    pub bump: u8,
    pub event_authority_bump: u8,
    pub admin: Word,
    pub pending_admin: Word,
    pub guardian: Word,
    /// Zeros for SOL.
    pub canonical_mint: Word,
    pub escrow: Word,
    pub event_authority: Word,
    /// Local units of the canonical asset credited and not claimed.
    pub claimable: u64,
}

// SAFETY: packed, of integers and bytes, a u64 first.
unsafe impl State for Bridge {
    const DISCRIMINATOR: u64 = ACCOUNT_BRIDGE;
}

impl Bridge {
    /// The wire unit of the canonical asset.
    pub fn canonical_unit(&self) -> Result<Unit> {
        Ok(Unit::of(self.canonical_decimals).ok_or(BridgeError::InvalidMint)?)
    }

    /// Whether the canonical asset is SOL.
    pub fn is_native(&self) -> bool {
        self.canonical_mint == [0; 32]
    }

    pub fn check_escrow(&self, escrow: &AccountView) -> Result {
        require(*escrow.address().as_array() == self.escrow, BridgeError::InvalidAccount)
    }

    pub fn check_admin(&self, caller: &AccountView) -> Result {
        require(self.is_admin(caller.address()), BridgeError::NotAdmin)
    }

    pub fn check_guardian(&self, caller: &AccountView) -> Result {
        let address = caller.address();
        require(*address.as_array() == self.guardian || self.is_admin(address), BridgeError::NotGuardian)
    }

    pub fn check_outbound(&self) -> Result {
        require(self.outbound_paused == 0, BridgeError::OutboundPaused)
    }

    pub fn check_inbound(&self) -> Result {
        require(self.inbound_paused == 0, BridgeError::InboundPaused)
    }

    /// Counts a credit of the canonical asset.
    pub fn owe(&mut self, amount: u64) -> Result {
        self.claimable = self.claimable.checked_add(amount).ok_or(BridgeError::AmountTooLarge)?;
        Ok(())
    }

    /// Counts a claim of the canonical asset.
    pub fn settle(&mut self, amount: u64) -> Result {
        self.claimable = self.claimable.checked_sub(amount).ok_or(ProgramError::InsufficientFunds)?;
        Ok(())
    }

    /// The roles are apart: if the oracle could pause or configure, or the guardian could configure, one key would be
    /// enough for two decisions.
    pub fn check_roles(&self, members: &[Word]) -> Result {
        let zero = [0; 32];
        let (admin, guardian) = (&self.admin, &self.guardian);
        let distinct = *admin != zero
            && *guardian != zero
            && admin != guardian
            && members.iter().all(|member| *member != zero && member != admin && member != guardian);
        require(distinct, BridgeError::InvalidRole)
    }

    fn is_admin(&self, address: &Address) -> bool {
        *address.as_array() == self.admin
    }
}
