use causeway_codec::Word;
use pinocchio::AccountView;

use super::State;
use crate::error::{BridgeError, Result, require};
use crate::interface::ACCOUNT_ORACLES;
use crate::syscall::{copy, is_top_level};

pub const MAX_MEMBERS: usize = 16;

/// The oracle set; in Borsh a threshold and a vector of members, with room for the longest.
#[repr(C, packed)]
pub struct Oracles {
    discriminator: u64,
    threshold: u8,
    count: u32,
    members: [Word; MAX_MEMBERS],
}

// SAFETY: packed, of integers and bytes, a u64 first.
unsafe impl State for Oracles {
    const DISCRIMINATOR: u64 = ACCOUNT_ORACLES;
}

impl Oracles {
    #[inline(always)]
    pub fn members(&self) -> &[Word] {
        &self.members[..(self.count as usize).min(MAX_MEMBERS)]
    }

    /// Replaces the set. InvalidOracle unless its members are distinct and a majority of them must sign.
    pub fn set(&mut self, members: &[Word], threshold: u8) -> Result {
        let (count, needed) = (members.len(), threshold as usize);
        let distinct = members.iter().enumerate().all(|(index, member)| !members[..index].contains(member));
        // An empty list fails too: no threshold is both above and at most zero.
        let valid = count <= MAX_MEMBERS && needed <= count && 2 * needed > count && distinct;
        require(valid, BridgeError::InvalidOracle)?;
        self.threshold = threshold;
        self.count = count as u32;
        self.members = [[0; 32]; MAX_MEMBERS];
        copy(self.members[..count].as_flattened_mut(), members.as_flattened());
        Ok(())
    }

    /// NotOracle unless `signers` are distinct members that signed, as many as the threshold. A member that is writable in
    /// this instruction is refused, and so is a call by another program, which could hand on a writable one as read-only.
    #[inline(always)]
    pub fn authorize(&self, signers: &[AccountView]) -> Result {
        let mut seen = 0u32;
        for signer in signers {
            let position = self.members().iter().position(|member| member == signer.address().as_array());
            let bit = 1u32 << position.ok_or(BridgeError::NotOracle)?;
            require(signer.is_signer() && !signer.is_writable() && seen & bit == 0, BridgeError::NotOracle)?;
            seen |= bit;
        }
        require(signers.len() >= self.threshold as usize && is_top_level(), BridgeError::NotOracle)
    }
}
