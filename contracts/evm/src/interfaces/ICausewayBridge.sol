// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "./IBridgeTypes.sol";

/// @title Causeway bridge
/// @notice One deployment per chain and canonical asset. Locks the canonical asset towards remotes, mints and
///         burns one bridged token per remote, and pays releases and refunds, each at most once.
/// @dev Units: `amount` is always in local units of this chain's token; `wireAmount` in units of 10^-wireDecimals.
///      `orderReference` is the protocol's field `reference`, a word that Solidity reserves.
///      Supported assets: the native coin, or an ERC-20 whose transfers move exactly the amount asked for. A token
///      without code, a fee-on-transfer token and one that returns false are refused. A rebasing token cannot be
///      detected by a contract and is unsupported: a negative rebase would leave claims uncovered.
///      Every lock and burn pays the remote's delivery fee in the native coin, on top of `amount`, whatever asset moves.
///      The bridge accepts the native coin through the lock and burn functions only; a plain transfer reverts.
interface ICausewayBridge is IBridgeTypes {
    /// @notice Locks `amount` of the canonical asset towards `destinationChain`, where its bridged token is minted. The
    ///         caller is who is refunded if the order is cancelled, and the reference is zero.
    /// @dev Reverts: OutboundPaused, UnknownRemote, RemoteNotOpen, RemotePaused, InvalidRecipient, ZeroAmount, DustAmount,
    ///      AmountTooLarge, BelowMinimum, AboveMaximum, WrongValue, BalanceDeltaMismatch, and whatever the token reverts
    ///      with (SafeERC20FailedOperation when it returns false or has no code).
    /// @param destinationChain Domain of the destination.
    /// @param recipient Who receives there, left-padded with zeros to 32 bytes.
    /// @param amount Local units of the canonical asset. The value sent is `fee(destinationChain)`, for the native coin
    ///        `amount` more.
    /// @return messageId Id of the Lock message emitted in `TokensLocked`.
    function lockTokens(
        uint32 destinationChain,
        bytes32 recipient,
        uint256 amount
    ) external payable returns (bytes32 messageId);

    /// @notice `lockTokens` with the caller's reference and the address to refund.
    /// @dev Reverts as `lockTokens`, and InvalidRefundAddress.
    /// @param destinationChain Domain of the destination.
    /// @param recipient Who receives there, left-padded with zeros to 32 bytes.
    /// @param amount Local units of the canonical asset. The value sent is `fee(destinationChain)`, for the native coin
    ///        `amount` more.
    /// @param orderReference Carried by the message; the bridge gives it no meaning.
    /// @param refundAddress Who is refunded here if the order is cancelled.
    /// @return messageId Id of the Lock message emitted in `TokensLocked`.
    function lockTokensWithReference(
        uint32 destinationChain,
        bytes32 recipient,
        uint256 amount,
        bytes32 orderReference,
        address refundAddress
    ) external payable returns (bytes32 messageId);

    /// @notice Burns `amount` of the caller's bridged token of `returnChain`, where the canonical asset is released. The
    ///         caller is who is refunded if the order is cancelled, and the reference is zero. Needs no allowance.
    /// @dev Reverts: OutboundPaused, UnknownRemote, RemoteNotOpen, RemotePaused, InvalidRecipient, ZeroAmount, DustAmount,
    ///      AmountTooLarge, BelowMinimum, AboveMaximum, WrongValue, and ERC20InsufficientBalance from the token.
    /// @param amount Local units of the bridged token. The value sent is `fee(returnChain)`.
    /// @param returnChain Domain where the asset is canonical.
    /// @param returnAddress Who receives there, left-padded with zeros to 32 bytes.
    /// @return messageId Id of the Burn message emitted in `TokensBurned`.
    function burnTokens(
        uint256 amount,
        uint32 returnChain,
        bytes32 returnAddress
    ) external payable returns (bytes32 messageId);

    /// @notice `burnTokens` with the caller's reference and the address to refund.
    /// @dev Reverts as `burnTokens`, and InvalidRefundAddress.
    /// @param amount Local units of the bridged token. The value sent is `fee(returnChain)`.
    /// @param returnChain Domain where the asset is canonical.
    /// @param returnAddress Who receives there, left-padded with zeros to 32 bytes.
    /// @param orderReference Carried by the message; the bridge gives it no meaning.
    /// @param refundAddress Who gets the bridged token back here if the order is cancelled.
    /// @return messageId Id of the Burn message emitted in `TokensBurned`.
    function burnTokensWithReference(
        uint256 amount,
        uint32 returnChain,
        bytes32 returnAddress,
        bytes32 orderReference,
        address refundAddress
    ) external payable returns (bytes32 messageId);

    /// @notice Mints the bridged token of the proof's source for a Lock made there, or for the Cancel of a Burn made
    ///         here. Oracle only; once per message.
    /// @dev `proof` is kind u8, source u32, nonce u64, sender 32, reference 32, firstNonce u64, count u32, then at most 32
    ///      siblings of 32 bytes; big-endian, packed. Reverts: NotOracle, InboundPaused, RemotePaused, MalformedProof,
    ///      InvalidKind, WrongAssetHome, InvalidRecipient, ZeroAmount, DustAmount, AmountTooLarge, NonceOutOfRange, UnknownRoot (also
    ///      when the remote is unknown or closed), MessageIdMismatch, InvalidProof, AlreadyExecuted, AlreadyCancelled,
    ///      OrderReplaced, RateLimited.
    /// @param orderId The messageId.
    /// @param recipient Who receives.
    /// @param amount Local units of the bridged token.
    /// @param proof The rest of the message and its inclusion under a committed root.
    function mintTokens(bytes32 orderId, address recipient, uint256 amount, bytes calldata proof) external;

    /// @notice Releases the canonical asset for a Burn made on the proof's source, or for the Cancel of a Lock made here.
    ///         Oracle only; once per message. A payment that fails is credited to the recipient, see `claim`.
    /// @dev `proof` as in `mintTokens`, with wireAmount u128 between count and siblings. A native payment gets 50,000 gas, and a token's transfer 300,000.
    ///      Reverts: NotOracle, InboundPaused, RemotePaused, MalformedProof, InvalidKind, WrongAssetHome, InvalidRecipient,
    ///      NonceOutOfRange, UnknownRoot, MessageIdMismatch, InvalidProof, AlreadyExecuted, AlreadyCancelled,
    ///      OrderReplaced, InsufficientOutstanding, RateLimited, InsufficientGas.
    /// @param orderId The messageId.
    /// @param recipient Who receives.
    /// @param proof The rest of the message, its amount in wire units, and its inclusion under a committed root.
    function releaseTokens(bytes32 orderId, address recipient, bytes calldata proof) external;

    /// @notice Cancels an inbound Lock or Burn that was not executed, and emits the Cancel message that refunds it on its
    ///         source. Oracle only, never paused. A replaced message can be cancelled once; a Cancel never.
    /// @dev `proof` as in `mintTokens`, with recipient 32 and wireAmount u128 between count and siblings. Reverts:
    ///      NotOracle, MalformedProof, InvalidKind, NonceOutOfRange, UnknownRoot, MessageIdMismatch, InvalidProof,
    ///      AlreadyExecuted, AlreadyCancelled.
    /// @param orderId The messageId of the message to cancel.
    /// @param proof The rest of the message, its recipient, its amount in wire units, and its inclusion.
    /// @return messageId Id of the Cancel message emitted in `OrderCancelled`.
    function cancelOrder(bytes32 orderId, bytes calldata proof) external returns (bytes32 messageId);

    /// @notice Mints, releases or cancels messages of consecutive nonces of one interval, each as `mintTokens`,
    ///         `releaseTokens` or `cancelOrder` would, with their events. Oracle only. An order that cannot be executed now,
    ///         because of its status, its bucket, what is outstanding, its recipient or a zero amount, is skipped with
    ///         `OrderSkipped` and voids nothing. A pause refuses a call with an order that would be minted or released.
    /// @dev `packed` is source u32, firstNonce u64, count u32 of the interval, startNonce u64, length u16, then `length`
    ///      orders, the first of which has startNonce, then the siblings of 32 bytes; big-endian. An order is operation u8,
    ///      sender 32, reference 32, recipient 32, wireAmount u128. Operations: 0x11 mint for a Lock, 0x13 mint for the
    ///      Cancel of a Burn, 0x22 release for a Burn, 0x23 release for the Cancel of a Lock, 0x31 cancel a Lock, 0x32
    ///      cancel a Burn. The siblings are the nodes beside the orders' leaves, from the leaves up: at each level the left
    ///      one, when the first node is a right one, then the right one, when the last node is a left one that has one; none
    ///      for a whole interval. All statuses and amounts are written before the first payment. Reverts: NotOracle,
    ///      MalformedProof, NonceOutOfRange, UnknownRoot, InvalidKind, InvalidProof, InboundPaused, RemotePaused,
    ///      InsufficientGas.
    /// @param packed The orders, and their inclusion.
    function executeMany(bytes calldata packed) external;

    /// @notice Commits the root of the messages [firstNonce, firstNonce + count) from `source`. Oracle only, never paused.
    /// @dev Reverts: NotOracle, UnknownRemote, RemoteNotOpen, EmptyBatch, BatchTooLarge, ZeroRoot, NonceGap.
    /// @param source Domain the messages come from.
    /// @param firstNonce The lane's next inbound nonce.
    /// @param count Number of messages, 1 to 4,096.
    /// @param root Root of the tree over keccak256(messageId) with sorted pairs and promoted lone nodes.
    function commitRoot(uint32 source, uint64 firstNonce, uint32 count, bytes32 root) external;

    /// @notice Repairs a committed interval after a reorganisation deeper than finality, or a forged root. Admin only,
    ///         while mint and release are paused, for all remotes or for `source`. The zero root drops the lane's last
    ///         interval, which undoes a forged one whose messages do not exist yet: what was acted on becomes Replaced, and
    ///         `firstNonce` is the lane's next inbound nonce again.
    /// @dev A nonce in `changed` that was executed or cancelled becomes Replaced: its new message is never minted or
    ///      released and can be cancelled once. One that was not acted on keeps its status, so listing every changed
    ///      nonce is safe. Reverts: NotAdmin, InboundNotPaused, ZeroRoot, UnknownRoot, NonceOutOfRange.
    /// @param source Domain the messages come from.
    /// @param firstNonce First nonce of the committed interval.
    /// @param count Number of messages of the committed interval.
    /// @param root The right root, or zero for an interval that ends at the next inbound nonce.
    /// @param changed Nonces whose message differs from the one that was committed; empty with the zero root.
    function replaceRoot(
        uint32 source,
        uint64 firstNonce,
        uint32 count,
        bytes32 root,
        uint64[] calldata changed
    ) external;

    /// @notice Withdraws to `to` all that failed payments credited to the caller. Never paused.
    /// @dev Reverts: InvalidRecipient, NothingToClaim, PaymentFailed.
    /// @param to Who is paid.
    function claim(address to) external;

    /// @notice Pauses lock and burn. Guardian or admin.
    /// @dev Reverts: NotGuardian.
    function pauseOutbound() external;

    /// @notice Unpauses lock and burn. Admin only.
    /// @dev Reverts: NotAdmin.
    function unpauseOutbound() external;

    /// @notice Pauses mint and release. Guardian or admin.
    /// @dev Reverts: NotGuardian.
    function pauseInbound() external;

    /// @notice Unpauses mint and release. Admin only.
    /// @dev Reverts: NotAdmin.
    function unpauseInbound() external;

    /// @notice Pauses one remote: lock, burn, mint and release. Its commits, cancellations and claims go on. Guardian or
    ///         admin.
    /// @dev Reverts: NotGuardian, UnknownRemote.
    /// @param remoteDomain The remote's domain.
    function pauseRemote(uint32 remoteDomain) external;

    /// @notice Unpauses one remote. Admin only.
    /// @dev Reverts: NotAdmin, UnknownRemote.
    /// @param remoteDomain The remote's domain.
    function unpauseRemote(uint32 remoteDomain) external;

    /// @notice Sets the delivery fee of every lock and burn towards a remote. Guardian or admin.
    /// @dev A call that was signed before pays its own fee or fails with WrongValue. Reverts: NotGuardian, InvalidFee,
    ///      UnknownRemote.
    /// @param remoteDomain The remote's domain.
    /// @param newFee Wei: a number below 2^18, followed by zeros.
    function setFee(uint32 remoteDomain, uint128 newFee) external;

    /// @notice Pays to `to` the native coin that the bridge holds beyond what it owes: all of it, or for a bridge of the
    ///         native coin less the outstanding amounts of all remotes and the credits. Nothing when it holds less.
    ///         Admin only.
    /// @dev Reverts: NotAdmin, InvalidRecipient, PaymentFailed.
    /// @param to Who is paid.
    function collectFees(address to) external;

    /// @notice Registers a remote, closed; replaceable until `openRemote`. Admin only.
    /// @dev The bridged token must have code, no supply, this contract as its immutable `bridge()`, between wireDecimals
    ///      and wireDecimals + 38 decimals, and be neither the canonical asset nor another remote's token. Reverts:
    ///      NotAdmin, RemoteAlreadyOpen, NotAContract, InvalidRemote.
    /// @param remoteDomain The remote's domain: not zero, not this chain's.
    /// @param bridge The bridge there, left-padded to 32 bytes, not zero, without a pad beyond `addressLength`.
    /// @param token The bridged token here.
    /// @param addressLength Bytes of an address there, 1 to 32.
    /// @param remoteWireDecimals Wire decimals of the remote's canonical asset, at most 9.
    function setRemote(
        uint32 remoteDomain,
        bytes32 bridge,
        address token,
        uint8 addressLength,
        uint8 remoteWireDecimals
    ) external;

    /// @notice Opens a registered remote for good. Admin only, after both registrations were read as mirror images.
    /// @dev Reverts: NotAdmin, UnknownRemote, RemoteAlreadyOpen.
    /// @param remoteDomain The remote's domain.
    function openRemote(uint32 remoteDomain) external;

    /// @notice Sets the limits of one side of a remote, in wire units. Admin only. The first call fills the bucket; later
    ///         ones keep its level, cut to the new capacity.
    /// @dev InvalidLimits when minAmount > maxAmount, when a value does not fit its storage form (see `Limits`), or when
    ///      the capacity is below the largest maxAmount in force since the opening, which any refund may need.
    ///      Reverts: NotAdmin, UnknownRemote, InvalidLimits.
    /// @param remoteDomain The remote's domain.
    /// @param side Canonical (lock, release) or Bridged (burn, mint).
    /// @param newLimits The limits.
    function setLimits(uint32 remoteDomain, Side side, Limits calldata newLimits) external;

    /// @notice Replaces the oracle by another Safe. Admin only.
    /// @dev Reverts: NotAdmin, NotAContract, InvalidOracle, InvalidRole.
    /// @param newOracle The Safe.
    function setOracle(address newOracle) external;

    /// @notice Replaces the guardian. Admin only.
    /// @dev Reverts: NotAdmin, InvalidRole.
    /// @param newGuardian The guardian.
    function setGuardian(address newGuardian) external;

    /// @notice Proposes a new admin, or withdraws the proposal by the zero address. Admin only.
    /// @dev Reverts: NotAdmin.
    /// @param newAdmin The proposed admin.
    function proposeAdmin(address newAdmin) external;

    /// @notice Takes the admin role over. Proposed admin only.
    /// @dev Reverts: NotAdmin, InvalidRole.
    function acceptAdmin() external;

    /// @notice This chain's domain: its chain id at deployment.
    function domain() external view returns (uint32);

    /// @notice The canonical asset; the zero address means the native coin.
    function canonicalAsset() external view returns (address);

    /// @notice Decimals of the canonical asset on the wire: min(9, its decimals).
    function wireDecimals() external view returns (uint8);

    /// @notice The Safe that commits roots, mints, releases and cancels.
    function oracle() external view returns (address);

    /// @notice Who may pause.
    function guardian() external view returns (address);

    /// @notice Who configures, unpauses and repairs.
    function admin() external view returns (address);

    /// @notice The proposed admin, or zero.
    function pendingAdmin() external view returns (address);

    /// @notice Whether lock and burn are paused.
    function outboundPaused() external view returns (bool);

    /// @notice Whether mint and release are paused.
    function inboundPaused() external view returns (bool);

    /// @notice A remote's registration; all zero when unknown.
    /// @param remoteDomain The remote's domain.
    function remote(uint32 remoteDomain) external view returns (Remote memory);

    /// @notice The lanes with a remote; `outstanding` in wire units.
    /// @param remoteDomain The remote's domain.
    function lane(uint32 remoteDomain) external view returns (Lane memory);

    /// @notice Wei that every lock and burn towards a remote pays on top of its amount.
    /// @param remoteDomain The remote's domain.
    function fee(uint32 remoteDomain) external view returns (uint128);

    /// @notice Limits of one side of a remote, and what its bucket holds now, in wire units.
    /// @param remoteDomain The remote's domain.
    /// @param side Canonical (lock, release) or Bridged (burn, mint).
    function limits(uint32 remoteDomain, Side side) external view returns (Limits memory, uint128 available);

    /// @notice The root stored for an interval; zero when there is none.
    /// @param source Domain the messages come from.
    /// @param firstNonce First nonce of the interval.
    /// @param count Number of messages of the interval.
    function root(uint32 source, uint64 firstNonce, uint32 count) external view returns (bytes32);

    /// @notice What happened here to the inbound message at a nonce.
    /// @param source Domain the message comes from.
    /// @param nonce Its position in the lane.
    function status(uint32 source, uint64 nonce) external view returns (Status);

    /// @notice The statuses of `count` inbound nonces, in order: one byte each, with the value of `Status`.
    /// @param source Domain the messages come from.
    /// @param firstNonce First nonce.
    /// @param count Number of nonces.
    function statuses(uint32 source, uint64 firstNonce, uint32 count) external view returns (bytes memory);

    /// @notice The contract whose code this bridge runs for `executeMany`, by delegatecall. The bridge made it.
    function packedExecutor() external view returns (address);

    /// @notice Local units of the canonical asset that `claim` pays the creditor.
    /// @param creditor Recipient of payments that failed.
    function claimable(address creditor) external view returns (uint256);

    /// @notice Local units of the canonical asset that `claim` pays all creditors together.
    function claimableTotal() external view returns (uint256);

    /// @notice Local units of the canonical asset that belong to others: outstanding towards all remotes, and credited.
    ///         The bridge's balance never falls below it.
    function owed() external view returns (uint256);
}
