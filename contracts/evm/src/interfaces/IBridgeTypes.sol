// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Types, events and errors of the bridge
/// @dev Units: `amount` in local units of this chain's token, `wireAmount` in units of 10^-wireDecimals. `orderReference`
///      is the protocol's field `reference`, a word that Solidity reserves.
interface IBridgeTypes {
    /// @notice The kinds of message.
    enum Kind {
        Invalid,
        Lock,
        Burn,
        Cancel
    }

    /// @notice What happened here to an inbound message.
    enum Status {
        None,
        Executed,
        Cancelled,
        Replaced
    }

    /// @notice The two limit sets of a remote: Canonical guards lock and release, Bridged burn and mint.
    enum Side {
        Canonical,
        Bridged
    }

    /// @notice A bridge message, version 1; its packed big-endian form has 198 bytes and hashes to the messageId.
    /// @param version 1.
    /// @param kind Lock, Burn or Cancel.
    /// @param source Domain the message comes from.
    /// @param destination Domain the message goes to.
    /// @param nonce Position in the lane, from 0, without gaps.
    /// @param sourceBridge Bridge on the source, left-padded to 32 bytes.
    /// @param destinationBridge Bridge on the destination, left-padded to 32 bytes.
    /// @param assetHome Domain where the moved asset is canonical.
    /// @param sender Who is refunded; for a Cancel, the sender of the cancelled message.
    /// @param recipient Who receives; for a Cancel, the sender of the cancelled message.
    /// @param wireAmount Amount in wire units.
    /// @param orderReference The caller's reference or zero; for a Cancel, the id of the cancelled message.
    struct Message {
        uint8 version;
        Kind kind;
        uint32 source;
        uint32 destination;
        uint64 nonce;
        bytes32 sourceBridge;
        bytes32 destinationBridge;
        uint32 assetHome;
        bytes32 sender;
        bytes32 recipient;
        uint128 wireAmount;
        bytes32 orderReference;
    }

    /// @notice A remote's registration.
    /// @param bridge The bridge on the remote, left-padded to 32 bytes.
    /// @param token The bridged token here that represents the remote's canonical asset.
    /// @param addressLength Bytes of an address on the remote: 20 EVM, 32 Solana, 30 Radix.
    /// @param wireDecimals Wire decimals of the remote's canonical asset.
    /// @param opened Whether messages may flow; final once true.
    struct Remote {
        bytes32 bridge;
        address token;
        uint8 addressLength;
        uint8 wireDecimals;
        bool opened;
    }

    /// @notice Both directions of the lanes with one remote.
    /// @param nextOutboundNonce Nonce of the next message emitted towards the remote.
    /// @param nextInboundNonce Nonce that the next committed interval from the remote starts at.
    /// @param outstanding Wire units of the canonical asset locked here towards the remote and not released.
    /// @param paused Whether this remote is paused alone.
    struct Lane {
        uint64 nextOutboundNonce;
        uint64 nextInboundNonce;
        uint128 outstanding;
        bool paused;
    }

    /// @notice Limits in wire units.
    /// @dev Each must be m * 10^e with m < 2^18 (any number of up to five digits, followed by zeros), so that a whole
    ///      bucket fits one storage slot.
    /// @param minAmount Smallest lock or burn.
    /// @param maxAmount Largest lock or burn.
    /// @param capacity Most that mints or releases can take at once.
    /// @param refillPerSecond What one second restores, up to `capacity`.
    struct Limits {
        uint128 minAmount;
        uint128 maxAmount;
        uint128 capacity;
        uint128 refillPerSecond;
    }

    /// @notice The canonical asset was locked towards `message.destination`.
    event TokensLocked(bytes32 indexed messageId, Message message);
    /// @notice A bridged token was burned towards its home, `message.destination`.
    event TokensBurned(bytes32 indexed messageId, Message message);
    /// @notice An inbound order was cancelled; `message` is the Cancel that refunds it on `message.destination`.
    event OrderCancelled(bytes32 indexed messageId, Message message);
    /// @notice A bridged token was minted. `credited` is always false on EVM chains, where a mint cannot be refused.
    event TokensMinted(
        bytes32 indexed messageId,
        bytes32 indexed recipient,
        uint128 wireAmount,
        bytes32 orderReference,
        bool credited
    );
    /// @notice The canonical asset was released; `credited` when the payment failed and `claim` will pay it.
    event TokensReleased(
        bytes32 indexed messageId,
        bytes32 indexed recipient,
        uint128 wireAmount,
        bytes32 orderReference,
        bool credited
    );
    /// @notice An order of `executeMany` was left as it was. `reason` is the selector of the error with which `mintTokens`,
    ///         `releaseTokens` or `cancelOrder` would have refused it.
    event OrderSkipped(bytes32 indexed messageId, bytes4 reason);
    /// @notice The messages [firstNonce, firstNonce + count) from `source` were committed.
    event RootCommitted(uint32 indexed source, uint64 indexed firstNonce, uint32 count, bytes32 root);
    /// @notice A committed interval got another root; `changed` as given to `replaceRoot`. With the zero root the interval
    ///         was dropped, and `firstNonce` is the lane's next inbound nonce again.
    event RootReplaced(uint32 indexed source, uint64 indexed firstNonce, uint32 count, bytes32 root, uint64[] changed);
    /// @notice A credit of `amount` local units was withdrawn to `to`.
    event Claimed(address indexed creditor, address indexed to, uint256 amount);
    /// @notice A remote was registered, or re-registered before its opening.
    event RemoteSet(uint32 indexed domain, bytes32 bridge, address token, uint8 addressLength, uint8 wireDecimals);
    /// @notice A remote was opened for good.
    event RemoteOpened(uint32 indexed domain);
    /// @notice The limits of one side of a remote changed.
    event LimitsSet(uint32 indexed domain, Side side, Limits limits);
    /// @notice Lock and burn were paused or unpaused.
    event OutboundPausedSet(bool paused);
    /// @notice Mint and release were paused or unpaused.
    event InboundPausedSet(bool paused);
    /// @notice One remote was paused or unpaused alone.
    event RemotePausedSet(uint32 indexed remote, bool paused);
    /// @notice The delivery fee of locks and burns towards a remote changed.
    event FeeSet(uint32 indexed remote, uint128 fee);
    /// @notice Delivery fees of `amount` wei were paid to `to`.
    event FeesCollected(address indexed to, uint256 amount);
    /// @notice The oracle changed.
    event OracleSet(address indexed oracle);
    /// @notice The guardian changed.
    event GuardianSet(address indexed guardian);
    /// @notice A new admin was proposed; the zero address withdraws a proposal.
    event AdminProposed(address indexed admin);
    /// @notice The admin changed.
    event AdminSet(address indexed admin);

    // Callers and roles
    /// @notice The caller is not the oracle.
    error NotOracle();
    /// @notice The caller is neither the guardian nor the admin.
    error NotGuardian();
    /// @notice The caller is not the admin (`acceptAdmin`: not the proposed one).
    error NotAdmin();
    /// @notice The oracle is no Safe of n distinct owners with n >= 1 and n/2 < threshold <= n, or it has a module, or
    ///         this bridge is its fallback handler.
    error InvalidOracle();
    /// @notice Oracle, guardian and admin must be three different non-zero addresses.
    error InvalidRole();
    /// @notice The chain id is zero or not below 2^31.
    error InvalidDomain();
    // Amounts
    /// @notice The amount is zero.
    error ZeroAmount();
    /// @notice The amount is not a whole number of wire units.
    error DustAmount();
    /// @notice The amount, or what it adds up to, exceeds an unsigned 128-bit number of wire units.
    error AmountTooLarge();
    /// @notice The native coin sent with the call is not what the lock or burn takes: the remote's fee, and for a lock of
    ///         the native coin `amount` more.
    error WrongValue();
    /// @notice The token moved another amount than asked for.
    error BalanceDeltaMismatch();
    /// @notice The amount is below the remote's minimum.
    error BelowMinimum();
    /// @notice The amount is above the remote's maximum.
    error AboveMaximum();
    /// @notice The remote's bucket does not hold the amount now. Temporary: it refills.
    error RateLimited();
    // Addresses
    /// @notice The recipient is zero or has a non-zero pad.
    error InvalidRecipient();
    /// @notice The refund address is zero.
    error InvalidRefundAddress();
    /// @notice The address has no code.
    error NotAContract();
    // Remotes and limits
    /// @notice No remote is registered under the domain.
    error UnknownRemote();
    /// @notice The remote is registered but not open.
    error RemoteNotOpen();
    /// @notice The remote is open: its registration is final.
    error RemoteAlreadyOpen();
    /// @notice The registration breaks a rule of `setRemote`.
    error InvalidRemote();
    /// @notice The limits break a rule of `setLimits`.
    error InvalidLimits();
    /// @notice The fee is not m * 10^e with m < 2^18.
    error InvalidFee();
    // Pauses
    /// @notice Lock and burn are paused.
    error OutboundPaused();
    /// @notice Mint and release are paused. Temporary.
    error InboundPaused();
    /// @notice The remote is paused alone: no lock, burn, mint or release for it. Temporary.
    error RemotePaused();
    /// @notice The repair of a root needs mint and release paused, for all or for its source.
    error InboundNotPaused();
    // Roots
    /// @notice The root is zero; for `replaceRoot`, the zero root is given for another interval than the lane's last, or
    ///         with changed nonces.
    error ZeroRoot();
    /// @notice The interval is empty.
    error EmptyBatch();
    /// @notice The interval has more than 4,096 messages.
    error BatchTooLarge();
    /// @notice The interval does not start at the lane's next inbound nonce.
    error NonceGap();
    /// @notice No root is stored under the source, first nonce and count.
    error UnknownRoot();
    // Proofs and execution
    /// @notice The proof's length is not that of its head and a whole number of at most 32 siblings.
    error MalformedProof();
    /// @notice The message kind is none that the function executes.
    error InvalidKind();
    /// @notice The nonce is outside the interval.
    error NonceOutOfRange();
    /// @notice The message rebuilt from the arguments and the configuration has another id than `orderId`.
    error MessageIdMismatch();
    /// @notice The message is not in the committed tree.
    error InvalidProof();
    /// @notice A Burn is given to `mintTokens`, or a Lock to `releaseTokens`: its asset is at home on the other side.
    error WrongAssetHome();
    /// @notice The message was executed here.
    error AlreadyExecuted();
    /// @notice The message was cancelled here.
    error AlreadyCancelled();
    /// @notice Another message was acted on under this nonce before its root was replaced; it can only be cancelled.
    error OrderReplaced();
    /// @notice The release exceeds what is outstanding towards the message's source.
    error InsufficientOutstanding();
    // Payments
    /// @notice Too little gas is left for a payment and its accounting: 125,000 for the native coin, 375,000 for an ERC-20.
    error InsufficientGas();
    /// @notice The caller has no credit.
    error NothingToClaim();
    /// @notice The claimed amount, or the fees, could not be paid to the address given.
    error PaymentFailed();
}
