// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../../src/interfaces/IBridgeTypes.sol";

/// @dev Messages, trees and proofs, written from the protocol and not from the contract.
library Messages {
    function id(IBridgeTypes.Message memory m) internal pure returns (bytes32) {
        bytes memory route = abi.encodePacked(m.version, uint8(m.kind), m.source, m.destination, m.nonce);
        bytes memory parties = abi.encodePacked(
            m.sourceBridge,
            m.destinationBridge,
            m.assetHome,
            m.sender,
            m.recipient
        );
        bytes memory form = bytes.concat(route, parties, abi.encodePacked(m.wireAmount, m.orderReference));
        assert(form.length == 198);
        return keccak256(form);
    }

    function root(IBridgeTypes.Message[] memory messages) internal pure returns (bytes32) {
        return rootOf(leaves(messages));
    }

    function rootOf(bytes32[] memory layer) internal pure returns (bytes32) {
        while (layer.length > 1) layer = parents(layer);
        return layer[0];
    }

    /// @dev The proof argument for `messages[index]`; `tail` is what the function reads besides the head.
    function proof(
        IBridgeTypes.Message[] memory messages,
        uint256 index,
        bytes memory tail
    ) internal pure returns (bytes memory argument) {
        argument = bytes.concat(head(messages[index], messages[0].nonce, uint32(messages.length)), tail);
        for (bytes32[] memory layer = leaves(messages); layer.length > 1; layer = parents(layer)) {
            uint256 sibling = index ^ 1;
            if (sibling < layer.length) argument = bytes.concat(argument, layer[sibling]);
            index >>= 1;
        }
    }

    /// @dev The argument of executeMany for the messages from position `start` on, with an operation for each.
    function packed(
        IBridgeTypes.Message[] memory messages,
        uint256 start,
        bytes memory operations
    ) internal pure returns (bytes memory) {
        return packedOf(messages, leaves(messages), start, operations);
    }

    /// @dev The same, with the leaves of all messages.
    function packedOf(
        IBridgeTypes.Message[] memory messages,
        bytes32[] memory layer,
        uint256 start,
        bytes memory operations
    ) internal pure returns (bytes memory many) {
        uint64 firstNonce = messages[0].nonce;
        many = abi.encodePacked(messages[0].source, firstNonce, uint32(messages.length));
        many = bytes.concat(many, abi.encodePacked(uint64(firstNonce + start), uint16(operations.length)));
        for (uint256 i = 0; i < operations.length; ++i) {
            IBridgeTypes.Message memory m = messages[start + i];
            bytes memory words = abi.encodePacked(m.sender, m.orderReference, m.recipient, m.wireAmount);
            many = bytes.concat(many, operations[i], words);
        }
        bytes32[] memory beside = siblings(layer, start, operations.length);
        for (uint256 i = 0; i < beside.length; ++i) many = bytes.concat(many, beside[i]);
    }

    /// @dev The nodes beside `length` leaves from position `start` on, as executeMany takes them.
    function siblings(
        bytes32[] memory layer,
        uint256 start,
        uint256 length
    ) internal pure returns (bytes32[] memory list) {
        uint256 end = start + length;
        list = new bytes32[](0);
        for (; layer.length > 1; layer = parents(layer)) {
            if (start % 2 == 1) list = _append(list, layer[start - 1]);
            if (end % 2 == 1 && end < layer.length) list = _append(list, layer[end]);
            (start, end) = (start / 2, (end + 1) / 2);
        }
    }

    function head(IBridgeTypes.Message memory m, uint64 firstNonce, uint32 count) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(m.kind), m.source, m.nonce, m.sender, m.orderReference, firstNonce, count);
    }

    function releaseTail(IBridgeTypes.Message memory m) internal pure returns (bytes memory) {
        return abi.encodePacked(m.wireAmount);
    }

    function cancelTail(IBridgeTypes.Message memory m) internal pure returns (bytes memory) {
        return abi.encodePacked(m.recipient, m.wireAmount);
    }

    function pair(bytes32 a, bytes32 b) internal pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }

    function leaves(IBridgeTypes.Message[] memory messages) internal pure returns (bytes32[] memory layer) {
        layer = new bytes32[](messages.length);
        for (uint256 i = 0; i < layer.length; ++i) layer[i] = keccak256(bytes.concat(id(messages[i])));
    }

    function parents(bytes32[] memory layer) internal pure returns (bytes32[] memory above) {
        above = new bytes32[]((layer.length + 1) / 2);
        for (uint256 i = 0; i < above.length; ++i) {
            bool lone = 2 * i + 1 == layer.length;
            above[i] = lone ? layer[2 * i] : pair(layer[2 * i], layer[2 * i + 1]);
        }
    }

    function _append(bytes32[] memory list, bytes32 node) private pure returns (bytes32[] memory longer) {
        longer = new bytes32[](list.length + 1);
        for (uint256 i = 0; i < list.length; ++i) longer[i] = list[i];
        longer[list.length] = node;
    }
}
