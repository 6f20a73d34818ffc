//! Written by idl/generate.ts from idl/interface.ts: discriminators, accounts and error codes.

pub const IX_INITIALIZE: u64 = 0xed9b980d1f6dafaf;
pub const IX_LOCK_TOKENS: u64 = 0xd33675a1e8200b88;
pub const IX_LOCK_TOKENS_WITH_REFERENCE: u64 = 0xe5d2fddded967392;
pub const IX_BURN_TOKENS: u64 = 0x4279d7e5fe330f4c;
pub const IX_BURN_TOKENS_WITH_REFERENCE: u64 = 0xa3a21c1254c9b2fd;
pub const IX_COMMIT_ROOT: u64 = 0x7dc2ee27f851f28e;
pub const IX_MINT_TOKENS: u64 = 0xf308277af618843b;
pub const IX_RELEASE_TOKENS: u64 = 0x2ae6c4aa100a0d5e;
pub const IX_CANCEL_ORDER: u64 = 0x84df3108f0ed815f;
pub const IX_REPLACE_ROOT: u64 = 0xb2ba30eeea6e5f96;
pub const IX_CLOSE_ROOT: u64 = 0x383fbe18e4ae2fed;
pub const IX_SET_REMOTE: u64 = 0x5159a3886dc06f29;
pub const IX_OPEN_REMOTE: u64 = 0x4f23670ba9af580f;
pub const IX_SET_LIMITS: u64 = 0x5b4621d343fa32cf;
pub const IX_SET_FEE: u64 = 0x5013d6ed12189a12;
pub const IX_COLLECT_FEES: u64 = 0xb613ba1e63cf98a4;
pub const IX_SET_ORACLE: u64 = 0xe0124f4a685180ba;
pub const IX_SET_GUARDIAN: u64 = 0x1e32a49a7932f393;
pub const IX_PROPOSE_ADMIN: u64 = 0xea752757d4c7d679;
pub const IX_ACCEPT_ADMIN: u64 = 0xaa0db5745a2d2a70;
pub const IX_PAUSE_OUTBOUND: u64 = 0x7966c5ea044150ab;
pub const IX_UNPAUSE_OUTBOUND: u64 = 0x802dd2920ffe065;
pub const IX_PAUSE_INBOUND: u64 = 0xb5887ba252fe2207;
pub const IX_UNPAUSE_INBOUND: u64 = 0x4e4ceda57066e022;
pub const IX_PAUSE_REMOTE: u64 = 0x6a768d0f12dd7a0a;
pub const IX_UNPAUSE_REMOTE: u64 = 0xdaa886acec3ccbb9;
pub const IX_CLAIM: u64 = 0xd26c9fd5c1d6c63e;

// Each account's access: 1 signer, 2 writable, 4 may be absent.
pub const ACCESS_INITIALIZE: [u8; 11] = [3, 1, 0, 2, 2, 2, 4, 4, 0, 0, 0];
pub const ACCESS_LOCK_TOKENS: [u8; 10] = [3, 3, 0, 2, 2, 6, 4, 0, 0, 0];
pub const ACCESS_LOCK_TOKENS_WITH_REFERENCE: [u8; 10] = [3, 3, 0, 2, 2, 6, 4, 0, 0, 0];
pub const ACCESS_BURN_TOKENS: [u8; 10] = [1, 3, 0, 2, 2, 2, 0, 0, 0, 0];
pub const ACCESS_BURN_TOKENS_WITH_REFERENCE: [u8; 10] = [1, 3, 0, 2, 2, 2, 0, 0, 0, 0];
pub const ACCESS_COMMIT_ROOT: [u8; 10] = [3, 0, 0, 2, 2, 2, 2, 0, 0, 0];
pub const ACCESS_MINT_TOKENS: [u8; 13] = [3, 0, 0, 2, 0, 2, 2, 2, 2, 0, 0, 0, 0];
pub const ACCESS_RELEASE_TOKENS: [u8; 14] = [3, 2, 0, 2, 0, 2, 2, 0, 6, 2, 4, 0, 0, 0];
pub const ACCESS_CANCEL_ORDER: [u8; 7] = [0, 0, 2, 0, 2, 0, 0];
pub const ACCESS_REPLACE_ROOT: [u8; 10] = [3, 0, 2, 2, 6, 2, 2, 0, 0, 0];
pub const ACCESS_CLOSE_ROOT: [u8; 6] = [2, 2, 0, 0, 0, 0];
pub const ACCESS_SET_REMOTE: [u8; 8] = [3, 0, 2, 2, 0, 0, 0, 0];
pub const ACCESS_OPEN_REMOTE: [u8; 6] = [1, 0, 2, 0, 0, 0];
pub const ACCESS_SET_LIMITS: [u8; 5] = [1, 0, 2, 0, 0];
pub const ACCESS_SET_FEE: [u8; 5] = [1, 0, 2, 0, 0];
pub const ACCESS_COLLECT_FEES: [u8; 6] = [1, 0, 2, 0, 0, 0];
pub const ACCESS_SET_ORACLE: [u8; 5] = [1, 0, 2, 0, 0];
pub const ACCESS_SET_GUARDIAN: [u8; 5] = [1, 2, 0, 0, 0];
pub const ACCESS_PROPOSE_ADMIN: [u8; 4] = [1, 2, 0, 0];
pub const ACCESS_ACCEPT_ADMIN: [u8; 5] = [1, 2, 0, 0, 0];
pub const ACCESS_PAUSE_OUTBOUND: [u8; 4] = [1, 2, 0, 0];
pub const ACCESS_UNPAUSE_OUTBOUND: [u8; 4] = [1, 2, 0, 0];
pub const ACCESS_PAUSE_INBOUND: [u8; 4] = [1, 2, 0, 0];
pub const ACCESS_UNPAUSE_INBOUND: [u8; 4] = [1, 2, 0, 0];
pub const ACCESS_PAUSE_REMOTE: [u8; 5] = [1, 0, 2, 0, 0];
pub const ACCESS_UNPAUSE_REMOTE: [u8; 5] = [1, 0, 2, 0, 0];
pub const ACCESS_CLAIM: [u8; 10] = [1, 2, 2, 0, 2, 6, 6, 4, 0, 0];

pub const ACCOUNT_BRIDGE: u64 = 0x3b17036e621fe8e7;
pub const ACCOUNT_ORACLES: u64 = 0x808dc69eac40576;
pub const ACCOUNT_ESCROW: u64 = 0x9bda16babb7bd51f;
pub const ACCOUNT_REMOTE: u64 = 0x2292adcdfa3d8d8e;
pub const ACCOUNT_ROOT: u64 = 0x90554f525839f2e;
pub const ACCOUNT_STATUS_PAGE: u64 = 0xe370ac7ade11a26d;
pub const ACCOUNT_CLAIMABLE: u64 = 0x1a25f78f5088bfb3;

pub const EVENT_TOKENS_LOCKED: u64 = 0x8af9c2cb14c9b83f;
pub const EVENT_TOKENS_BURNED: u64 = 0x9e335e27122ffe6;
pub const EVENT_ORDER_CANCELLED: u64 = 0xefa871a84480386c;
pub const EVENT_TOKENS_MINTED: u64 = 0x184036afc280d4cf;
pub const EVENT_TOKENS_RELEASED: u64 = 0xcc7aff4885249285;
pub const EVENT_ROOT_COMMITTED: u64 = 0x4933f4ff93b5a51e;
pub const EVENT_ROOT_REPLACED: u64 = 0x440c8317f64371c8;
pub const EVENT_CLAIMED: u64 = 0x21f8966c487bc0d9;
pub const EVENT_REMOTE_SET: u64 = 0xbb94970f208cb72f;
pub const EVENT_REMOTE_OPENED: u64 = 0x6ac8206bd5846d3e;
pub const EVENT_LIMITS_SET: u64 = 0x7fbd959291c2c635;
pub const EVENT_OUTBOUND_PAUSED_SET: u64 = 0xd77c0615244d40f1;
pub const EVENT_INBOUND_PAUSED_SET: u64 = 0xe13ea24e2cd8763a;
pub const EVENT_REMOTE_PAUSED_SET: u64 = 0xffe0a648078c16d4;
pub const EVENT_FEE_SET: u64 = 0xe80457c148d84a71;
pub const EVENT_FEES_COLLECTED: u64 = 0x8feb26be17517e9;
pub const EVENT_ORACLE_SET: u64 = 0x77ae3cd5f3078773;
pub const EVENT_GUARDIAN_SET: u64 = 0xbe1d58b09c9b319f;
pub const EVENT_ADMIN_PROPOSED: u64 = 0xf36e52c7e3e2f981;
pub const EVENT_ADMIN_SET: u64 = 0x61b77d76e2cdf59d;

/// The errors, as custom program errors.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum BridgeError {
    /// Fewer distinct oracle members signed than the threshold asks for, another account signed as one, or another program called.
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
    /// The repair of a root needs mint and release, or the remote, paused.
    InboundNotPaused,
    /// The root is zero; in replace_root, for another interval than the last, or with changed nonces.
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
    /// Lock, burn, mint and release are paused for the remote. Temporary.
    RemotePaused,
    /// The delivery fee is higher than the payer accepts.
    FeeTooHigh,
    /// A message of the interval is neither executed nor cancelled, or the interval is the last of its lane: its root is still needed.
    RootInUse,
}
