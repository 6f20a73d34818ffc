//! The program's errors: its own from interface.rs, and Anchor's for an instruction that can't be read.

use causeway_codec::Error as CodecError;
use pinocchio::error::ProgramError;

pub use crate::interface::BridgeError;

pub type Result<T = ()> = core::result::Result<T, ProgramError>;

pub const INSTRUCTION_MISSING: ProgramError = ProgramError::Custom(100);
pub const INSTRUCTION_FALLBACK_NOT_FOUND: ProgramError = ProgramError::Custom(101);
pub const INSTRUCTION_DID_NOT_DESERIALIZE: ProgramError = ProgramError::Custom(102);

impl From<BridgeError> for ProgramError {
    fn from(error: BridgeError) -> Self {
        ProgramError::Custom(error as u32)
    }
}

impl From<CodecError> for BridgeError {
    fn from(error: CodecError) -> Self {
        match error {
            CodecError::ZeroAmount => BridgeError::ZeroAmount,
            CodecError::DustAmount => BridgeError::DustAmount,
            CodecError::MalformedProof => BridgeError::MalformedProof,
            CodecError::InvalidKind => BridgeError::InvalidKind,
            CodecError::NonceOutOfRange => BridgeError::NonceOutOfRange,
        }
    }
}

/// `Err(error)` unless `condition`.
#[inline(always)]
pub fn require(condition: bool, error: BridgeError) -> Result {
    if condition { Ok(()) } else { Err(error.into()) }
}
