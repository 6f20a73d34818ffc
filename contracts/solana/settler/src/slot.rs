//! The slot of a swap: what became of it, and who filled it.

use causeway_codec::Word;
use pinocchio::AccountView;
use pinocchio::error::ProgramError;

use crate::creation::Creator;
use crate::error::{BridgeError, Result, require};
use crate::pda;
use crate::refusal::SettlerError;
use crate::settler_interface::ACCOUNT_SLOT;
use crate::state::State;
use crate::swap::{SLOT, Swap, canonical_bump};

/// What became of a swap. Filled: the user has been paid and the filler not. Settled: both have. Returned: the user got
/// or took the input.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// Also the stage of a swap whose slot was closed.
    None,
    Filled,
    Settled,
    Returned,
}

#[repr(C, packed)]
pub struct Slot {
    discriminator: u64,
    settler: Word,
    pub id: Word,
    stage: u8,
    /// Zeros when nobody filled.
    pub solver: Word,
    /// Who paid the rent, and gets it back.
    pub payer: Word,
}

// SAFETY: packed, of integers and bytes, a u64 first.
unsafe impl State for Slot {
    const DISCRIMINATOR: u64 = ACCOUNT_SLOT;
}

impl Slot {
    /// What became of the swap; InvalidAccount when `account` is not its slot.
    pub fn stage_of(account: &AccountView, swap: &Swap) -> Result<Stage> {
        if pda::is_vacant(account) {
            canonical_bump([SLOT, swap.settler, &swap.id], swap.program, account.address())?;
            return Ok(Stage::None);
        }
        let slot = Self::load(account, swap.program)?;
        require(slot.settler == *swap.settler && slot.id == swap.id, BridgeError::InvalidAccount)?;
        Ok(slot.stage())
    }

    pub fn stage(&self) -> Stage {
        match self.stage {
            1 => Stage::Filled,
            2 => Stage::Settled,
            _ => Stage::Returned,
        }
    }

    pub fn is_over(&self) -> bool {
        matches!(self.stage(), Stage::Settled | Stage::Returned)
    }

    /// Creates the slot of a swap that nobody has filled or returned.
    pub fn open(account: &mut AccountView, swap: &Swap, payer: &AccountView, stage: Stage, solver: &Word) -> Result {
        let creator = Creator { payer, program: swap.program };
        let (slot, _) = creator.state::<Self>(account, &[SLOT, swap.settler, &swap.id])?;
        slot.settler = *swap.settler;
        slot.id = swap.id;
        slot.stage = stage as u8;
        slot.solver = *solver;
        slot.payer = *payer.address().as_array();
        Ok(())
    }

    /// Settles the swap of a slot that must be filled, and returns who filled it.
    pub fn settle(account: &mut AccountView, swap: &Swap) -> Result<Word> {
        let stage = Self::stage_of(account, swap)?;
        if stage != Stage::Filled {
            return Err(stage.refuses().unwrap_or(SettlerError::NotFilled).into());
        }
        let slot = Self::load_mut(account, swap.program)?;
        slot.stage = Stage::Settled as u8;
        Ok(slot.solver)
    }
}

impl Stage {
    /// Why a swap at this stage is neither filled nor returned.
    fn refuses(self) -> Option<SettlerError> {
        match self {
            Stage::None => None,
            Stage::Filled => Some(SettlerError::AlreadyFilled),
            Stage::Settled => Some(SettlerError::AlreadySettled),
            Stage::Returned => Some(SettlerError::AlreadyReturned),
        }
    }

    pub fn check_none(self) -> Result {
        self.refuses().map_or(Ok(()), |error| Err(ProgramError::from(error)))
    }
}
