// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";

/// @title The packed form of messages and addresses
library MessageCodec {
    uint8 internal constant VERSION = 1;

    /// @dev keccak256 of the 198-byte packed form. Each field is stored as a whole word that ends where the field ends, the
    ///      last field first, so that the zeros in front of a field are overwritten by the fields before it. The form
    ///      starts 32 bytes into free memory, which keeps the first words inside it.
    function id(IBridgeTypes.Message memory message) internal pure returns (bytes32 messageId) {
        assembly ("memory-safe") {
            let pointer := mload(0x40)
            mstore(add(pointer, 198), mload(add(message, 0x160))) // orderReference
            mstore(add(pointer, 166), mload(add(message, 0x140))) // wireAmount
            mstore(add(pointer, 150), mload(add(message, 0x120))) // recipient
            mstore(add(pointer, 118), mload(add(message, 0x100))) // sender
            mstore(add(pointer, 86), mload(add(message, 0xe0))) // assetHome
            mstore(add(pointer, 82), mload(add(message, 0xc0))) // destinationBridge
            mstore(add(pointer, 50), mload(add(message, 0xa0))) // sourceBridge
            mstore(add(pointer, 18), mload(add(message, 0x80))) // nonce
            mstore(add(pointer, 10), mload(add(message, 0x60))) // destination
            mstore(add(pointer, 6), mload(add(message, 0x40))) // source
            mstore(add(pointer, 2), mload(add(message, 0x20))) // kind
            mstore(add(pointer, 1), mload(message)) // version
            messageId := keccak256(add(pointer, 32), 198)
        }
    }

    /// @dev An address of this chain in its 32-byte form.
    function toBytes32(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    /// @dev Whether `account` is a non-zero address of `length` bytes, left-padded with zeros.
    function isAddress(bytes32 account, uint8 length) internal pure returns (bool) {
        return account != bytes32(0) && uint256(account) >> (8 * uint256(length)) == 0;
    }
}
