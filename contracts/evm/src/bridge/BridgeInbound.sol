// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {ICausewayBridge} from "../interfaces/ICausewayBridge.sol";
import {IBridgedToken} from "../interfaces/IBridgedToken.sol";
import {MessageCodec} from "../libraries/MessageCodec.sol";
import {Payment} from "../libraries/Payment.sol";
import {ProofReader} from "../libraries/ProofReader.sol";
import {RateLimit} from "../libraries/RateLimit.sol";
import {WireAmount} from "../libraries/WireAmount.sol";
import {PackedExecutor} from "../PackedExecutor.sol";
import {BridgeAdmin} from "./BridgeAdmin.sol";
import {BridgeDelivery} from "./BridgeDelivery.sol";

/// @title Commit, mint, release, cancel and claim
abstract contract BridgeInbound is BridgeAdmin, BridgeDelivery {
    using RateLimit for RateLimit.Bucket;

    /// @dev Most messages of an interval.
    uint32 internal constant MAX_BATCH = 4_096;

    /// @inheritdoc ICausewayBridge
    address public immutable override packedExecutor;

    modifier whenInboundNotPaused() {
        if (_inboundPaused) revert InboundPaused();
        _;
    }

    /// @dev The bridge makes the contract that it delegates to, so that no deployment can give it another.
    constructor() {
        packedExecutor = address(new PackedExecutor(_canonicalAsset));
    }

    /// @inheritdoc ICausewayBridge
    function commitRoot(uint32 source, uint64 firstNonce, uint32 count, bytes32 newRoot) external override onlyOracle {
        RemoteState storage state = _openRemote(source);
        if (count == 0) revert EmptyBatch();
        if (count > MAX_BATCH) revert BatchTooLarge();
        if (newRoot == bytes32(0)) revert ZeroRoot();
        if (firstNonce != state.nextInboundNonce) revert NonceGap();
        state.nextInboundNonce = uint40(firstNonce) + count;
        state.roots[_rootKey(firstNonce, count)] = newRoot;
        emit RootCommitted(source, firstNonce, count, newRoot);
    }

    /// @inheritdoc ICausewayBridge
    function mintTokens(
        bytes32 orderId,
        address recipient,
        uint256 amount,
        bytes calldata proof
    ) external override onlyOracle whenInboundNotPaused {
        (ProofReader.Head memory head, bytes32[] calldata siblings) = ProofReader.read(proof, 0);
        if (head.kind == Kind.Burn) revert WrongAssetHome();
        RemoteState storage state = _remotes[head.source];
        if (state.mintsPaused) revert RemotePaused();
        if (recipient == address(0)) revert InvalidRecipient();
        uint128 wireAmount = WireAmount.fromLocal(amount, 10 ** uint256(state.tokenUnitExponent));
        bytes32 recipientWord = MessageCodec.toBytes32(recipient);
        _verify(state, head, siblings, orderId, head.source, recipientWord, wireAmount);
        _markExecuted(state, head.nonce);
        state.bridgedBucket.draw(wireAmount);

        IBridgedToken(state.token).mint(recipient, amount);
        emit TokensMinted(orderId, recipientWord, wireAmount, head.orderReference, false);
    }

    /// @inheritdoc ICausewayBridge
    function releaseTokens(
        bytes32 orderId,
        address recipient,
        bytes calldata proof
    ) external override onlyOracle whenInboundNotPaused {
        (ProofReader.Head memory head, bytes32[] calldata siblings) = ProofReader.read(
            proof,
            ProofReader.RELEASE_TAIL_LENGTH
        );
        if (head.kind == Kind.Lock) revert WrongAssetHome();
        RemoteState storage state = _remotes[head.source];
        if (state.paused) revert RemotePaused();
        if (recipient == address(0)) revert InvalidRecipient();
        uint128 wireAmount = ProofReader.releaseTail(proof);
        bytes32 recipientWord = MessageCodec.toBytes32(recipient);
        _verify(state, head, siblings, orderId, _domain, recipientWord, wireAmount);
        _markExecuted(state, head.nonce);
        uint128 outstanding = state.outstanding;
        if (wireAmount > outstanding) revert InsufficientOutstanding();
        state.outstanding = outstanding - wireAmount;
        state.canonicalBucket.draw(wireAmount);

        bool credited = _payOrCredit(recipient, wireAmount * _canonicalUnit);
        emit TokensReleased(orderId, recipientWord, wireAmount, head.orderReference, credited);
    }

    /// @inheritdoc ICausewayBridge
    function cancelOrder(
        bytes32 orderId,
        bytes calldata proof
    ) external override onlyOracle returns (bytes32 messageId) {
        (ProofReader.Head memory head, bytes32[] calldata siblings) = ProofReader.read(
            proof,
            ProofReader.CANCEL_TAIL_LENGTH
        );
        if (head.kind == Kind.Cancel) revert InvalidKind();
        RemoteState storage state = _remotes[head.source];
        (bytes32 recipient, uint128 wireAmount) = ProofReader.cancelTail(proof);
        uint32 assetHome = head.kind == Kind.Lock ? head.source : _domain;
        _verify(state, head, siblings, orderId, assetHome, recipient, wireAmount);
        Status current = _status(state, head.nonce);
        if (current == Status.Executed) revert AlreadyExecuted();
        if (current == Status.Cancelled) revert AlreadyCancelled();
        _setStatus(state, head.nonce, Status.Cancelled);

        return _emitCancel(state, head.source, assetHome, head.sender, wireAmount, orderId);
    }

    /// @inheritdoc ICausewayBridge
    /// @dev The call is forwarded as it came. The contract behind reads and writes the storage of this one.
    function executeMany(bytes calldata) external override {
        address executor = packedExecutor;
        assembly ("memory-safe") {
            let data := mload(0x40)
            calldatacopy(data, 0, calldatasize())
            if iszero(delegatecall(gas(), executor, data, calldatasize(), 0, 0)) {
                returndatacopy(data, 0, returndatasize())
                revert(data, returndatasize())
            }
        }
    }

    /// @inheritdoc ICausewayBridge
    function claim(address to) external override {
        if (to == address(0)) revert InvalidRecipient();
        uint256 amount = _claimable[msg.sender];
        if (amount == 0) revert NothingToClaim();
        delete _claimable[msg.sender];
        _claimableTotal -= amount;
        emit Claimed(msg.sender, to, amount);
        // The caller pays for the gas and can only fail itself, so the payment gets all of it.
        if (!Payment.tryPay(_canonicalAsset, to, amount, gasleft())) revert PaymentFailed();
    }

    /// @dev Rebuilds the message from the arguments and the configuration, and checks its id and its inclusion under the
    ///      committed root. What the proof could lie about thus changes the id. A root exists for open remotes only, so
    ///      finding one shows that the remote is open.
    function _verify(
        RemoteState storage state,
        ProofReader.Head memory head,
        bytes32[] calldata siblings,
        bytes32 orderId,
        uint32 assetHome,
        bytes32 recipient,
        uint128 wireAmount
    ) private view {
        _checkInterval(head.nonce, head.firstNonce, head.count);
        bytes32 committedRoot = state.roots[_rootKey(head.firstNonce, head.count)];
        if (committedRoot == bytes32(0)) revert UnknownRoot();
        bytes32 messageId = MessageCodec.id(
            Message({
                version: MessageCodec.VERSION,
                kind: head.kind,
                source: head.source,
                destination: _domain,
                nonce: head.nonce,
                sourceBridge: state.bridge,
                destinationBridge: MessageCodec.toBytes32(address(this)),
                assetHome: assetHome,
                sender: head.sender,
                recipient: recipient,
                wireAmount: wireAmount,
                orderReference: head.orderReference
            })
        );
        if (messageId != orderId) revert MessageIdMismatch();
        // Hashed once more, a leaf's preimage has 32 bytes and can't pass for a node's 64.
        bytes32 leaf = keccak256(bytes.concat(messageId));
        if (MerkleProof.processProofCalldata(siblings, leaf) != committedRoot) revert InvalidProof();
    }

    function _markExecuted(RemoteState storage state, uint64 nonce) private {
        Status current = _status(state, nonce);
        if (current == Status.Executed) revert AlreadyExecuted();
        if (current == Status.Cancelled) revert AlreadyCancelled();
        if (current == Status.Replaced) revert OrderReplaced();
        _setStatus(state, nonce, Status.Executed);
    }
}
