//! The settler's errors beside the bridge's; a name that the bridge has, has the bridge's code.

use causeway_codec::terms::Fault;
use pinocchio::error::ProgramError;

use crate::error::{BridgeError, Result};
pub use crate::settler_interface::SettlerError;

impl From<SettlerError> for ProgramError {
    fn from(error: SettlerError) -> Self {
        ProgramError::Custom(error as u32)
    }
}

/// The error of terms that break a rule.
pub fn of_terms(fault: Fault) -> ProgramError {
    match fault {
        Fault::MalformedTerms => SettlerError::MalformedTerms.into(),
        Fault::UnknownVersion => SettlerError::UnknownVersion.into(),
        Fault::WrongSettler => SettlerError::WrongSettler.into(),
        Fault::ZeroAmount => BridgeError::ZeroAmount.into(),
        Fault::MinOutAboveQuotedOut => SettlerError::MinOutAboveQuotedOut.into(),
        Fault::InvalidRecipient => BridgeError::InvalidRecipient.into(),
        Fault::InvalidDeadline => SettlerError::InvalidDeadline.into(),
        Fault::InvalidFallback => SettlerError::InvalidFallback.into(),
        Fault::FinishFeeTooHigh => SettlerError::FinishFeeTooHigh.into(),
        // Never here: an address has all 32 bytes of its word.
        Fault::InvalidAsset | Fault::InvalidSolver => BridgeError::InvalidAccount.into(),
    }
}

/// `Err(error)` unless `condition`.
#[inline(always)]
pub fn ensure(condition: bool, error: SettlerError) -> Result {
    if condition { Ok(()) } else { Err(error.into()) }
}
