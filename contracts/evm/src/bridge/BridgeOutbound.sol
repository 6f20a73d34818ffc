// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ICausewayBridge} from "../interfaces/ICausewayBridge.sol";
import {IBridgedToken} from "../interfaces/IBridgedToken.sol";
import {MessageCodec} from "../libraries/MessageCodec.sol";
import {RateLimit} from "../libraries/RateLimit.sol";
import {WireAmount} from "../libraries/WireAmount.sol";
import {BridgeState} from "./BridgeState.sol";

/// @title Lock and burn
abstract contract BridgeOutbound is BridgeState, ReentrancyGuardTransient {
    using RateLimit for RateLimit.Bucket;

    /// @inheritdoc ICausewayBridge
    function lockTokens(
        uint32 destinationChain,
        bytes32 recipient,
        uint256 amount
    ) external payable override returns (bytes32 messageId) {
        return _lock(destinationChain, recipient, amount, bytes32(0), msg.sender);
    }

    /// @inheritdoc ICausewayBridge
    function lockTokensWithReference(
        uint32 destinationChain,
        bytes32 recipient,
        uint256 amount,
        bytes32 orderReference,
        address refundAddress
    ) external payable override returns (bytes32 messageId) {
        return _lock(destinationChain, recipient, amount, orderReference, refundAddress);
    }

    /// @inheritdoc ICausewayBridge
    function burnTokens(
        uint256 amount,
        uint32 returnChain,
        bytes32 returnAddress
    ) external payable override returns (bytes32 messageId) {
        return _burn(amount, returnChain, returnAddress, bytes32(0), msg.sender);
    }

    /// @inheritdoc ICausewayBridge
    function burnTokensWithReference(
        uint256 amount,
        uint32 returnChain,
        bytes32 returnAddress,
        bytes32 orderReference,
        address refundAddress
    ) external payable override returns (bytes32 messageId) {
        return _burn(amount, returnChain, returnAddress, orderReference, refundAddress);
    }

    function _lock(
        uint32 destinationChain,
        bytes32 recipient,
        uint256 amount,
        bytes32 orderReference,
        address refundAddress
    ) private returns (bytes32 messageId) {
        RemoteState storage state = _checkOutbound(destinationChain, recipient, refundAddress);
        uint128 wireAmount = WireAmount.fromLocal(amount, _canonicalUnit);
        state.canonicalBucket.check(wireAmount);
        if (msg.value != state.fee.decode() + (_canonicalAsset == address(0) ? amount : 0)) revert WrongValue();

        if (wireAmount > type(uint128).max - state.outstanding) revert AmountTooLarge();
        state.outstanding += wireAmount;
        Message memory message;
        (message, messageId) = _nextMessage(
            state,
            Kind.Lock,
            destinationChain,
            _domain,
            MessageCodec.toBytes32(refundAddress),
            recipient,
            wireAmount,
            orderReference
        );
        emit TokensLocked(messageId, message);

        if (_canonicalAsset != address(0)) _pull(amount);
    }

    function _burn(
        uint256 amount,
        uint32 returnChain,
        bytes32 returnAddress,
        bytes32 orderReference,
        address refundAddress
    ) private returns (bytes32 messageId) {
        RemoteState storage state = _checkOutbound(returnChain, returnAddress, refundAddress);
        uint128 wireAmount = WireAmount.fromLocal(amount, 10 ** uint256(state.tokenUnitExponent));
        state.bridgedBucket.check(wireAmount);
        if (msg.value != state.fee.decode()) revert WrongValue();

        Message memory message;
        (message, messageId) = _nextMessage(
            state,
            Kind.Burn,
            returnChain,
            returnChain,
            MessageCodec.toBytes32(refundAddress),
            returnAddress,
            wireAmount,
            orderReference
        );
        emit TokensBurned(messageId, message);

        IBridgedToken(state.token).burn(msg.sender, amount);
    }

    function _checkOutbound(
        uint32 destination,
        bytes32 recipient,
        address refundAddress
    ) private view returns (RemoteState storage state) {
        if (_outboundPaused) revert OutboundPaused();
        state = _openRemote(destination);
        if (state.paused) revert RemotePaused();
        if (!MessageCodec.isAddress(recipient, state.addressLength)) revert InvalidRecipient();
        if (refundAddress == address(0)) revert InvalidRefundAddress();
    }

    /// @dev Guarded, because a token that calls back into a lock could have one transfer counted as two.
    function _pull(uint256 amount) private nonReentrant {
        IERC20 token = IERC20(_canonicalAsset);
        uint256 balanceBefore = token.balanceOf(address(this));
        SafeERC20.safeTransferFrom(token, msg.sender, address(this), amount);
        if (token.balanceOf(address(this)) != balanceBefore + amount) revert BalanceDeltaMismatch();
    }
}
