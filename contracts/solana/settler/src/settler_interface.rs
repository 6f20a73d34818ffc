//! Written by idl/generate.ts from idl/settler/interface.ts: discriminators, accounts and error codes.

pub const IX_FILL: u64 = 0xa0280a5ca3b760a8;
pub const IX_SETTLE: u64 = 0xd466839057b92aaf;
pub const IX_SETTLE_LESS: u64 = 0x7d88eab0c0e9eb8e;
pub const IX_FILL_AND_SETTLE: u64 = 0x52c655657230d83e;
pub const IX_GIVE_BACK: u64 = 0xd8895e5924a80f7f;
pub const IX_WITHDRAW: u64 = 0x22a16d949c4612b7;
pub const IX_SWEEP: u64 = 0xb19a3d0eafea1728;
pub const IX_COLLECT: u64 = 0xec5262119bc22fd0;
pub const IX_CLOSE_SLOT: u64 = 0xd07166c0722283bd;

// Each account's access: 1 signer, 2 writable, 4 may be absent.
pub const ACCESS_FILL: [u8; 11] = [3, 3, 0, 0, 2, 0, 6, 4, 0, 0, 0];
pub const ACCESS_SETTLE: [u8; 10] = [0, 0, 2, 2, 6, 0, 4, 0, 0, 0];
pub const ACCESS_SETTLE_LESS: [u8; 11] = [1, 0, 0, 2, 2, 6, 0, 4, 0, 0, 0];
pub const ACCESS_FILL_AND_SETTLE: [u8; 14] = [3, 3, 0, 0, 2, 0, 6, 2, 6, 0, 4, 0, 0, 0];
pub const ACCESS_GIVE_BACK: [u8; 17] = [3, 3, 0, 0, 2, 2, 6, 0, 0, 4, 0, 6, 6, 4, 4, 0, 0];
pub const ACCESS_WITHDRAW: [u8; 12] = [1, 3, 0, 0, 2, 2, 6, 0, 4, 0, 0, 0];
pub const ACCESS_SWEEP: [u8; 10] = [0, 0, 0, 2, 6, 0, 4, 0, 0, 0];
pub const ACCESS_COLLECT: [u8; 13] = [0, 2, 2, 6, 2, 2, 6, 6, 4, 0, 0, 0, 0];
pub const ACCESS_CLOSE_SLOT: [u8; 3] = [2, 2, 0];

pub const ACCOUNT_SLOT: u64 = 0xe6fabd35bb03368c;

pub const EVENT_FILLED: u64 = 0xadb12ddd3f110486;
pub const EVENT_SETTLED: u64 = 0xee917c8e1128d2e8;
pub const EVENT_RETURNED: u64 = 0xdc9e1528b257f00a;
pub const EVENT_SWEPT: u64 = 0x87a53dc0c6098afe;

/// The errors, as custom program errors.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum SettlerError {
    /// The terms have another length than 314 bytes.
    MalformedTerms = 6100,
    /// The version is not 1.
    UnknownVersion,
    /// The terms are for another chain or another settler.
    WrongSettler,
    /// minOut is above quotedOut.
    MinOutAboveQuotedOut,
    /// The deadline is not after exclusiveUntil.
    InvalidDeadline,
    /// The fallback is neither 0 without a home nor 1 with another domain and an address there.
    InvalidFallback,
    /// finishFee is above a twentieth of amountIn.
    FinishFeeTooHigh,
    /// The swap is filled.
    AlreadyFilled,
    /// The filler has been paid.
    AlreadySettled,
    /// The input was returned.
    AlreadyReturned,
    /// Nobody has filled the swap.
    NotFilled,
    /// The swap is neither settled nor returned.
    NotOver,
    /// The deadline has come: nobody fills the swap any more.
    DeadlinePassed,
    /// The deadline has not come.
    DeadlineNotReached,
    /// Until exclusiveUntil only the solver of the terms fills the swap.
    NotSolver,
    /// The signer has not filled the swap.
    NotFiller,
    /// The signer is not the recipient.
    NotRecipient,
    /// The fill pays more than max_out now.
    OutAboveMaximum,
    /// The vault holds less than the call needs.
    NotDelivered,
    /// The vault holds all of amountIn, which settle pays.
    FullyDelivered,
}
