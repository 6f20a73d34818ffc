// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BridgeDelivery} from "./bridge/BridgeDelivery.sol";
import {BridgeStorage} from "./bridge/BridgeStorage.sol";
import {IBridgedToken} from "./interfaces/IBridgedToken.sol";
import {MessageCodec} from "./libraries/MessageCodec.sol";
import {PackedOrders} from "./libraries/PackedOrders.sol";
import {RateLimit} from "./libraries/RateLimit.sol";

/// @title The part of the bridge that executes many orders in one call
/// @notice Each bridge makes its own in its constructor, and runs its code by delegatecall. Called directly, it is its own
///         oracle, and so refuses everybody.
contract PackedExecutor is BridgeDelivery {
    using RateLimit for RateLimit.Bucket;

    /// @dev What the orders of a call read once and write once. Amounts in wire units.
    struct Totals {
        uint128 mintable;
        uint128 releasable;
        uint128 outstanding;
        bool mints;
        bool releases;
        // The page of the lane's statuses that the current order is in, and its word.
        uint256 page;
        uint256 statuses;
    }

    /// @notice Deploys the part of one bridge.
    /// @param canonicalAsset_ The asset of that bridge.
    constructor(address canonicalAsset_) BridgeStorage(canonicalAsset_) {
        _oracle = address(this);
        _inboundPaused = true;
    }

    /// @notice Executes packed orders, see ICausewayBridge.
    /// @param packed The orders, and their inclusion.
    function executeMany(bytes calldata packed) external onlyOracle {
        (PackedOrders.Head memory head, bytes calldata orders, bytes32[] calldata siblings) = PackedOrders.read(packed);
        RemoteState storage state = _remotes[head.source];
        bytes32 committedRoot = state.roots[_rootKey(head.firstNonce, head.count)];
        if (committedRoot == bytes32(0)) revert UnknownRoot();

        bytes32[] memory ids = new bytes32[](head.length);
        bytes32[] memory leaves = new bytes32[](head.length);
        _decide(state, head, orders, ids, leaves);
        uint256 first = head.startNonce - head.firstNonce;
        if (PackedOrders.root(leaves, first, head.count, siblings) != committedRoot) revert InvalidProof();
        _payAndCancel(state, head.source, orders, ids);
        _mint(state, orders, ids);
    }

    /// @dev Rebuilds every message, and writes all statuses and amounts before anything is paid, so that a recipient that
    ///      calls back finds them. The id of a skipped order becomes zero.
    function _decide(
        RemoteState storage state,
        PackedOrders.Head memory head,
        bytes calldata orders,
        bytes32[] memory ids,
        bytes32[] memory leaves
    ) private {
        uint256 firstPage = head.startNonce >> 7;
        Totals memory totals = Totals({
            mintable: 0,
            releasable: 0,
            outstanding: 0,
            mints: false,
            releases: false,
            page: firstPage,
            statuses: state.statuses[firstPage]
        });
        Message memory message = _template(state, head.source);
        for (uint256 i = 0; i < ids.length; ++i) {
            uint256 operation = PackedOrders.operationAt(orders, i);
            message.kind = PackedOrders.kindAt(orders, i);
            message.nonce = uint64(head.startNonce + i);
            message.assetHome = _assetHome(operation, message.kind, head.source);
            message.sender = PackedOrders.senderAt(orders, i);
            message.recipient = PackedOrders.recipientAt(orders, i);
            message.wireAmount = PackedOrders.wireAmountAt(orders, i);
            message.orderReference = PackedOrders.referenceAt(orders, i);
            bytes32 messageId = MessageCodec.id(message);
            // Hashed once more, a leaf's preimage has 32 bytes and can't pass for a node's 64.
            leaves[i] = keccak256(bytes.concat(messageId));
            bytes4 reason = _take(state, totals, operation, message);
            if (reason == 0) ids[i] = messageId;
            else emit OrderSkipped(messageId, reason);
        }
        state.statuses[totals.page] = totals.statuses;
        if (totals.mints) state.bridgedBucket.setLevel(totals.mintable);
        if (totals.releases) {
            state.canonicalBucket.setLevel(totals.releasable);
            state.outstanding = totals.outstanding;
        }
    }

    /// @dev Takes the order's status and amount, or returns the selector of the error that keeps it out.
    function _take(
        RemoteState storage state,
        Totals memory totals,
        uint256 operation,
        Message memory message
    ) private returns (bytes4 reason) {
        uint256 page = message.nonce >> 7;
        if (page != totals.page) {
            state.statuses[totals.page] = totals.statuses;
            totals.page = page;
            totals.statuses = state.statuses[page];
        }
        uint256 shift = _statusShift(message.nonce);
        Status current = Status((totals.statuses >> shift) & 3);
        if (current == Status.Executed) return AlreadyExecuted.selector;
        if (current == Status.Cancelled) return AlreadyCancelled.selector;
        if (operation == PackedOrders.CANCEL) {
            // A replaced message becomes Cancelled, so its two bits are cleared first.
            totals.statuses = (totals.statuses & ~(uint256(3) << shift)) | (uint256(Status.Cancelled) << shift);
            return 0;
        }
        if (current == Status.Replaced) return OrderReplaced.selector;
        if (!MessageCodec.isAddress(message.recipient, 20)) return InvalidRecipient.selector;
        reason =
            operation == PackedOrders.MINT
                ? _takeMint(state, totals, message.wireAmount)
                : _takeRelease(state, totals, message.wireAmount);
        if (reason == 0) totals.statuses |= uint256(Status.Executed) << shift;
    }

    function _takeMint(
        RemoteState storage state,
        Totals memory totals,
        uint128 wireAmount
    ) private view returns (bytes4 reason) {
        if (wireAmount == 0) return ZeroAmount.selector;
        if (!totals.mints) {
            _checkInbound(state);
            totals.mintable = state.bridgedBucket.available();
            totals.mints = true;
        }
        if (wireAmount > totals.mintable) return RateLimited.selector;
        totals.mintable -= wireAmount;
    }

    function _takeRelease(
        RemoteState storage state,
        Totals memory totals,
        uint128 wireAmount
    ) private view returns (bytes4 reason) {
        if (!totals.releases) {
            _checkInbound(state);
            totals.releasable = state.canonicalBucket.available();
            totals.outstanding = state.outstanding;
            totals.releases = true;
        }
        if (wireAmount > totals.outstanding) return InsufficientOutstanding.selector;
        if (wireAmount > totals.releasable) return RateLimited.selector;
        totals.outstanding -= wireAmount;
        totals.releasable -= wireAmount;
    }

    /// @dev Pays the releases that were taken, and emits the Cancels of the cancellations.
    function _payAndCancel(
        RemoteState storage state,
        uint32 source,
        bytes calldata orders,
        bytes32[] memory ids
    ) private {
        for (uint256 i = 0; i < ids.length; ++i) {
            bytes32 messageId = ids[i];
            uint256 operation = PackedOrders.operationAt(orders, i);
            if (messageId == 0 || operation == PackedOrders.MINT) continue;
            uint128 wireAmount = PackedOrders.wireAmountAt(orders, i);
            if (operation == PackedOrders.CANCEL) {
                uint32 assetHome = _assetHome(operation, PackedOrders.kindAt(orders, i), source);
                _emitCancel(state, source, assetHome, PackedOrders.senderAt(orders, i), wireAmount, messageId);
            } else {
                bytes32 recipient = PackedOrders.recipientAt(orders, i);
                bool credited = _payOrCredit(_address(recipient), wireAmount * _canonicalUnit);
                emit TokensReleased(messageId, recipient, wireAmount, PackedOrders.referenceAt(orders, i), credited);
            }
        }
    }

    /// @dev Mints the orders that were taken; last, when nothing is left to write.
    function _mint(RemoteState storage state, bytes calldata orders, bytes32[] memory ids) private {
        IBridgedToken token = IBridgedToken(state.token);
        uint256 unit = 10 ** uint256(state.tokenUnitExponent);
        for (uint256 i = 0; i < ids.length; ++i) {
            bytes32 messageId = ids[i];
            if (messageId == 0 || PackedOrders.operationAt(orders, i) != PackedOrders.MINT) continue;
            uint128 wireAmount = PackedOrders.wireAmountAt(orders, i);
            bytes32 recipient = PackedOrders.recipientAt(orders, i);
            token.mint(_address(recipient), wireAmount * unit);
            emit TokensMinted(messageId, recipient, wireAmount, PackedOrders.referenceAt(orders, i), false);
        }
    }

    /// @dev A message of the lane from `source` with what all of them have in common.
    function _template(RemoteState storage state, uint32 source) private view returns (Message memory) {
        return
            Message({
                version: MessageCodec.VERSION,
                kind: Kind.Invalid,
                source: source,
                destination: _domain,
                nonce: 0,
                sourceBridge: state.bridge,
                destinationBridge: MessageCodec.toBytes32(address(this)),
                assetHome: 0,
                sender: bytes32(0),
                recipient: bytes32(0),
                wireAmount: 0,
                orderReference: bytes32(0)
            });
    }

    /// @dev Where the asset of the message is at home: here when it is released, or when a Burn of it is cancelled.
    function _assetHome(uint256 operation, Kind kind, uint32 source) private view returns (uint32) {
        bool isHere = operation == PackedOrders.CANCEL ? kind == Kind.Burn : operation == PackedOrders.RELEASE;
        return isHere ? _domain : source;
    }

    function _address(bytes32 word) private pure returns (address) {
        return address(uint160(uint256(word)));
    }

    function _checkInbound(RemoteState storage state) private view {
        if (_inboundPaused) revert InboundPaused();
        if (state.mintsPaused) revert RemotePaused();
    }
}
