//! Written by idl/generate.ts from idl/interface.ts: discriminators and error codes.

pub const IX_INITIALIZE: [u8; 8] = [175, 175, 109, 31, 13, 152, 155, 237];
pub const IX_LOCK_TOKENS: [u8; 8] = [136, 11, 32, 232, 161, 117, 54, 211];
pub const IX_LOCK_TOKENS_WITH_REFERENCE: [u8; 8] = [146, 115, 150, 237, 221, 253, 210, 229];
pub const IX_BURN_TOKENS: [u8; 8] = [76, 15, 51, 254, 229, 215, 121, 66];
pub const IX_BURN_TOKENS_WITH_REFERENCE: [u8; 8] = [253, 178, 201, 84, 18, 28, 162, 163];
pub const IX_COMMIT_ROOT: [u8; 8] = [142, 242, 81, 248, 39, 238, 194, 125];
pub const IX_MINT_TOKENS: [u8; 8] = [59, 132, 24, 246, 122, 39, 8, 243];
pub const IX_RELEASE_TOKENS: [u8; 8] = [94, 13, 10, 16, 170, 196, 230, 42];
pub const IX_CANCEL_ORDER: [u8; 8] = [95, 129, 237, 240, 8, 49, 223, 132];
pub const IX_REPLACE_ROOT: [u8; 8] = [150, 95, 110, 234, 238, 48, 186, 178];
pub const IX_SET_REMOTE: [u8; 8] = [41, 111, 192, 109, 136, 163, 89, 81];
pub const IX_OPEN_REMOTE: [u8; 8] = [15, 88, 175, 169, 11, 103, 35, 79];
pub const IX_SET_LIMITS: [u8; 8] = [207, 50, 250, 67, 211, 33, 70, 91];
pub const IX_SET_ORACLE: [u8; 8] = [186, 128, 81, 104, 74, 79, 18, 224];
pub const IX_SET_GUARDIAN: [u8; 8] = [147, 243, 50, 121, 154, 164, 50, 30];
pub const IX_PROPOSE_ADMIN: [u8; 8] = [121, 214, 199, 212, 87, 39, 117, 234];
pub const IX_ACCEPT_ADMIN: [u8; 8] = [112, 42, 45, 90, 116, 181, 13, 170];
pub const IX_PAUSE_OUTBOUND: [u8; 8] = [171, 80, 65, 4, 234, 197, 102, 121];
pub const IX_UNPAUSE_OUTBOUND: [u8; 8] = [101, 224, 255, 32, 41, 221, 2, 8];
pub const IX_PAUSE_INBOUND: [u8; 8] = [7, 34, 254, 82, 162, 123, 136, 181];
pub const IX_UNPAUSE_INBOUND: [u8; 8] = [34, 224, 102, 112, 165, 237, 76, 78];
pub const IX_CLAIM: [u8; 8] = [62, 198, 214, 193, 213, 159, 108, 210];

pub const ACCOUNT_BRIDGE: [u8; 8] = [231, 232, 31, 98, 110, 3, 23, 59];
pub const ACCOUNT_ORACLES: [u8; 8] = [118, 5, 196, 234, 105, 220, 8, 8];
pub const ACCOUNT_ESCROW: [u8; 8] = [31, 213, 123, 187, 186, 22, 218, 155];
pub const ACCOUNT_REMOTE: [u8; 8] = [142, 141, 61, 250, 205, 173, 146, 34];
pub const ACCOUNT_ROOT: [u8; 8] = [46, 159, 131, 37, 245, 84, 5, 9];
pub const ACCOUNT_STATUS_PAGE: [u8; 8] = [109, 162, 17, 222, 122, 172, 112, 227];
pub const ACCOUNT_CLAIMABLE: [u8; 8] = [179, 191, 136, 80, 143, 247, 37, 26];

pub const EVENT_TOKENS_LOCKED: [u8; 8] = [63, 184, 201, 20, 203, 194, 249, 138];
pub const EVENT_TOKENS_BURNED: [u8; 8] = [230, 255, 34, 113, 226, 53, 227, 9];
pub const EVENT_ORDER_CANCELLED: [u8; 8] = [108, 56, 128, 68, 168, 113, 168, 239];
pub const EVENT_TOKENS_MINTED: [u8; 8] = [207, 212, 128, 194, 175, 54, 64, 24];
pub const EVENT_TOKENS_RELEASED: [u8; 8] = [133, 146, 36, 133, 72, 255, 122, 204];
pub const EVENT_ROOT_COMMITTED: [u8; 8] = [30, 165, 181, 147, 255, 244, 51, 73];
pub const EVENT_ROOT_REPLACED: [u8; 8] = [200, 113, 67, 246, 23, 131, 12, 68];
pub const EVENT_CLAIMED: [u8; 8] = [217, 192, 123, 72, 108, 150, 248, 33];
pub const EVENT_REMOTE_SET: [u8; 8] = [47, 183, 140, 32, 15, 151, 148, 187];
pub const EVENT_REMOTE_OPENED: [u8; 8] = [62, 109, 132, 213, 107, 32, 200, 106];
pub const EVENT_LIMITS_SET: [u8; 8] = [53, 198, 194, 145, 146, 149, 189, 127];
pub const EVENT_OUTBOUND_PAUSED_SET: [u8; 8] = [241, 64, 77, 36, 21, 6, 124, 215];
pub const EVENT_INBOUND_PAUSED_SET: [u8; 8] = [58, 118, 216, 44, 78, 162, 62, 225];
pub const EVENT_ORACLE_SET: [u8; 8] = [115, 135, 7, 243, 213, 60, 174, 119];
pub const EVENT_GUARDIAN_SET: [u8; 8] = [159, 49, 155, 156, 176, 88, 29, 190];
pub const EVENT_ADMIN_PROPOSED: [u8; 8] = [129, 249, 226, 227, 199, 82, 110, 243];
pub const EVENT_ADMIN_SET: [u8; 8] = [157, 245, 205, 226, 118, 125, 183, 97];

/// The errors, as custom program errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum BridgeError {
    /// Fewer distinct oracle members signed than the threshold asks for, or another account signed as one.
    NotOracle = 6000,
    /// The caller is neither the guardian nor the admin.
    NotGuardian,
    /// The caller is not the admin (accept_admin: not the proposed one).
    NotAdmin,
    /// The oracle is no set of n distinct keys with 1 <= n <= 16 and n/2 < threshold <= n.
    InvalidOracle,
    /// Oracle members, guardian and admin must be different non-zero addresses.
    InvalidRole,
    /// The domain is below 2^31.
    InvalidDomain,
    /// The amount is zero.
    ZeroAmount,
    /// The amount is not a whole number of wire units.
    DustAmount,
    /// The amount, or what it adds up to, exceeds an unsigned 64-bit number.
    AmountTooLarge,
    /// The token moved another amount than asked for.
    BalanceDeltaMismatch,
    /// The amount is below the remote's minimum.
    BelowMinimum,
    /// The amount is above the remote's maximum.
    AboveMaximum,
    /// The remote's bucket does not hold the amount now. Temporary: it refills.
    RateLimited,
    /// The recipient is zero or has a non-zero pad.
    InvalidRecipient,
    /// The refund address is zero.
    InvalidRefundAddress,
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
    /// The repair of a root needs mint and release paused.
    InboundNotPaused,
    /// The root is zero.
    ZeroRoot,
    /// The interval is empty.
    EmptyBatch,
    /// The interval does not start at the lane's next inbound nonce.
    NonceGap,
    /// No root is stored under the source, first nonce and count.
    UnknownRoot,
    /// The proof's length is not that of its head and a whole number of at most 32 siblings.
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
    /// The caller has no credit.
    NothingToClaim,
    /// The claimed amount cannot be paid to the account given.
    PaymentFailed,
    /// An account has another address, owner, type or access than the instruction needs.
    InvalidAccount,
    /// Only the program's upgrade authority may initialize it.
    NotUpgradeAuthority,
    /// The bridge exists already.
    AlreadyInitialized,
    /// The canonical mint is not an initialized mint of the SPL Token program.
    InvalidMint,
    /// An interval on a lane into Solana holds at most 64 messages.
    BatchTooLarge,
}
