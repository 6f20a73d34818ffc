//! The bridge's errors.

use causeway_codec::Error as CodecError;
use scrypto::prelude::*;

pub type Checked<T = ()> = Result<T, BridgeError>;

macro_rules! errors {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Reasons to refuse a call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BridgeError {
            $($(#[$doc])* $name,)*
        }

        impl BridgeError {
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
    /// The oracle is no set of n distinct keys with 1 <= n <= 16 and n/2 < threshold <= n.
    InvalidOracle,
    /// Oracle members, guardian and admin must have different badges, and none that everyone can show.
    InvalidRole,
    /// The domain is below 2^31.
    InvalidDomain,
    /// The tokens are not of the resource that the function takes, or the canonical resource is not fungible.
    InvalidToken,
    /// The amount is zero or less.
    ZeroAmount,
    /// The amount is not a whole number of wire units.
    DustAmount,
    /// The amount, or what it adds up to, exceeds an unsigned 128-bit number of wire units, or what a resource can mint.
    AmountTooLarge,
    /// The bucket holds another amount than asked for.
    BalanceDeltaMismatch,
    /// The second bucket does not hold exactly the delivery fee, in XRD.
    WrongValue,
    /// The delivery fee is negative.
    InvalidFee,
    /// The amount is below the remote's minimum.
    BelowMinimum,
    /// The amount is above the remote's maximum.
    AboveMaximum,
    /// The remote's bucket does not hold the amount now. Temporary: it refills.
    RateLimited,
    /// The recipient is zero or has a non-zero pad, or is not the account given for it.
    InvalidRecipient,
    /// No remote is registered under the domain.
    UnknownRemote,
    /// The remote is registered but not open.
    RemoteNotOpen,
    /// The remote is open: its registration is final.
    RemoteAlreadyOpen,
    /// The registration breaks a rule of set_remote.
    InvalidRemote,
    /// The limits break a rule of set_limits.
    InvalidLimits,
    /// Lock and burn are paused.
    OutboundPaused,
    /// Mint and release are paused. Temporary.
    InboundPaused,
    /// The remote is paused: no lock, burn, mint or release. Temporary.
    RemotePaused,
    /// The repair of a root needs mint and release paused, or the remote.
    InboundNotPaused,
    /// The root is zero; in replace_root, where it drops the lane's last interval: another interval, or with changed nonces.
    ZeroRoot,
    /// The interval is empty.
    EmptyBatch,
    /// The interval has more than 4,096 messages.
    BatchTooLarge,
    /// The interval does not start at the lane's next inbound nonce.
    NonceGap,
    /// No root is stored under the source, first nonce and count.
    UnknownRoot,
    /// The proof's length is not that of its head and a whole number of at most 32 siblings; in execute_many, that of the
    /// head and its orders, or the siblings or accounts are not those that the orders need.
    MalformedProof,
    /// The message kind is none that the function executes.
    InvalidKind,
    /// The nonce is outside the interval.
    NonceOutOfRange,
    /// The message rebuilt from the arguments and the configuration has another id than order_id.
    MessageIdMismatch,
    /// The message is not in the committed tree.
    InvalidProof,
    /// A Burn is given to mint_tokens, or a Lock to release_tokens.
    WrongAssetHome,
    /// The message was executed here.
    AlreadyExecuted,
    /// The message was cancelled here.
    AlreadyCancelled,
    /// Another message was acted on under this nonce before its root was replaced.
    OrderReplaced,
    /// The release exceeds what is outstanding towards the message's source.
    InsufficientOutstanding,
}

impl From<CodecError> for BridgeError {
    fn from(error: CodecError) -> Self {
        match error {
            CodecError::ZeroAmount => Self::ZeroAmount,
            CodecError::DustAmount => Self::DustAmount,
            CodecError::MalformedProof => Self::MalformedProof,
            CodecError::InvalidKind => Self::InvalidKind,
            CodecError::NonceOutOfRange => Self::NonceOutOfRange,
        }
    }
}

/// `Err(error)` unless `condition`.
pub fn ensure(condition: bool, error: BridgeError) -> Checked {
    if condition { Ok(()) } else { Err(error) }
}

/// The value, or the failure of the whole transaction with the error's name.
pub fn accept<T>(result: Checked<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => Runtime::panic(error.name().to_owned()),
    }
}
