//! The settler's errors.

use causeway_codec::Error as CodecError;
use causeway_codec::terms::Fault;
use scrypto::prelude::*;

pub type Checked<T = ()> = Result<T, SettlerError>;

macro_rules! errors {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Reasons to refuse a call.
        #[derive(Clone, Copy)]
        pub enum SettlerError {
            $($(#[$doc])* $name,)*
        }

        impl SettlerError {
            /// The name. The receipt of the failed transaction starts with it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }
        }
    };
}

errors! {
    /// The terms are not 314 bytes.
    MalformedTerms,
    /// The terms' version is not 1.
    UnknownVersion,
    /// The terms are for another chain or settler.
    WrongSettler,
    /// An asset of the terms is neither zero nor an address.
    InvalidAsset,
    /// An amount is zero.
    ZeroAmount,
    /// minOut is above quotedOut.
    MinOutAboveQuotedOut,
    /// The recipient is no account, the settler or its account, or not the account given for it.
    InvalidRecipient,
    /// The solver of the terms is neither zero nor an address, or the filler is the settler's account.
    InvalidSolver,
    /// The deadline is not after exclusiveUntil.
    InvalidDeadline,
    /// The fallback is neither the token without a home, nor a home on another chain.
    InvalidFallback,
    /// finishFee is above a twentieth of amountIn.
    FinishFeeTooHigh,
    /// The swap is filled, and not settled.
    AlreadyFilled,
    /// The swap is settled.
    AlreadySettled,
    /// The swap is returned.
    AlreadyReturned,
    /// Nobody filled the swap.
    NotFilled,
    /// The swap is neither settled nor returned.
    NotOver,
    /// From the deadline on nobody fills the swap.
    DeadlinePassed,
    /// Before the deadline nothing is given back.
    DeadlineNotReached,
    /// Until exclusiveUntil only the solver of the terms fills the swap.
    NotSolver,
    /// The account is not the recipient of the terms.
    NotRecipient,
    /// The fill would pay more than the caller's maximum.
    OutAboveMaximum,
    /// The tokens are less than the fill pays, or there is a delivery fee that nothing takes.
    WrongValue,
    /// The tokens are not of assetOut.
    InvalidToken,
    /// An account refuses the payment.
    PaymentFailed,
    /// The swap's store has less than the call needs, or nothing.
    NotDelivered,
    /// All of amountIn has arrived: settle.
    FullyDelivered,
    /// The message is not 198 bytes of version 1.
    MalformedMessage,
    /// The message is for another bridge or account.
    WrongVault,
    /// The message is neither a Lock nor a Burn.
    InvalidKind,
    /// The nonce is outside the interval.
    NonceOutOfRange,
    /// The bridge has no such root.
    UnknownRoot,
    /// The message is not in the committed tree.
    InvalidProof,
    /// The bridge did not execute the message, or its root was replaced since.
    NotExecuted,
    /// The message was delivered.
    AlreadyDelivered,
}

impl From<CodecError> for SettlerError {
    fn from(error: CodecError) -> Self {
        match error {
            CodecError::InvalidKind => Self::InvalidKind,
            _ => Self::MalformedMessage,
        }
    }
}

impl From<Fault> for SettlerError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::MalformedTerms => Self::MalformedTerms,
            Fault::UnknownVersion => Self::UnknownVersion,
            Fault::WrongSettler => Self::WrongSettler,
            Fault::InvalidAsset => Self::InvalidAsset,
            Fault::ZeroAmount => Self::ZeroAmount,
            Fault::MinOutAboveQuotedOut => Self::MinOutAboveQuotedOut,
            Fault::InvalidRecipient => Self::InvalidRecipient,
            Fault::InvalidSolver => Self::InvalidSolver,
            Fault::InvalidDeadline => Self::InvalidDeadline,
            Fault::InvalidFallback => Self::InvalidFallback,
            Fault::FinishFeeTooHigh => Self::FinishFeeTooHigh,
        }
    }
}

/// `Err(error)` unless `condition`.
pub fn ensure(condition: bool, error: SettlerError) -> Checked {
    if condition { Ok(()) } else { Err(error) }
}

/// The value, or the failure of the whole transaction with the error's name.
pub fn accept<T>(result: Checked<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => Runtime::panic(error.name().to_owned()),
    }
}
