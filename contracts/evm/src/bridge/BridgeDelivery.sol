// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Payment} from "../libraries/Payment.sol";
import {BridgeStorage} from "./BridgeStorage.sol";

/// @title Payments of releases, and the Cancel of a message
abstract contract BridgeDelivery is BridgeStorage {
    // Enough for a smart wallet's receive hook, too little to make a batch expensive.
    uint256 private constant PAYMENT_GAS = 50_000;
    // Enough for any token that the bridge supports. A bound is needed, because a caller could starve a payment that
    // takes all gas.
    uint256 private constant TOKEN_PAYMENT_GAS = 300_000;
    // With this much beyond a payment's gas, the payment gets all of its gas, and its credit can be written.
    uint256 private constant GAS_BESIDE_PAYMENT = 75_000;

    /// @dev Emits the Cancel of the message `cancelledId`, which refunds its sender.
    function _emitCancel(
        RemoteState storage state,
        uint32 source,
        uint32 assetHome,
        bytes32 sender,
        uint128 wireAmount,
        bytes32 cancelledId
    ) internal returns (bytes32 messageId) {
        Message memory message;
        (message, messageId) = _nextMessage(
            state,
            Kind.Cancel,
            source,
            assetHome,
            sender,
            sender,
            wireAmount,
            cancelledId
        );
        emit OrderCancelled(messageId, message);
    }

    function _payOrCredit(address recipient, uint256 amount) internal returns (bool credited) {
        uint256 paymentGas = _canonicalAsset == address(0) ? PAYMENT_GAS : TOKEN_PAYMENT_GAS;
        if (gasleft() < paymentGas + GAS_BESIDE_PAYMENT) revert InsufficientGas();
        credited = !Payment.tryPay(_canonicalAsset, recipient, amount, paymentGas);
        if (credited) {
            _claimable[recipient] += amount;
            _claimableTotal += amount;
        }
    }
}
