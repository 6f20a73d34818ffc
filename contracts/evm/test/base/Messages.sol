// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";

/// @dev Messages, trees and proofs, written from the protocol and not from the contract.
library Messages {
    function id(ICausewayBridge.Message memory m) internal pure returns (bytes32) {
        bytes memory route = abi.encodePacked(m.version, uint8(m.kind), m.source, m.destination, m.nonce);
        bytes memory parties = abi.encodePacked(
            m.sourceBridge,
            m.destinationBridge,
            m.assetHome,
            m.sender,
            m.recipient
        );
        bytes memory packed = bytes.concat(route, parties, abi.encodePacked(m.wireAmount, m.orderReference));
        assert(packed.length == 198);
        return keccak256(packed);
    }

    function root(ICausewayBridge.Message[] memory messages) internal pure returns (bytes32) {
        bytes32[] memory layer = _leaves(messages);
        while (layer.length > 1) layer = _parents(layer);
        return layer[0];
    }

    /// @dev The proof argument for `messages[index]`; `tail` is what the function reads besides the head.
    function proof(
        ICausewayBridge.Message[] memory messages,
        uint256 index,
        bytes memory tail
    ) internal pure returns (bytes memory packed) {
        packed = bytes.concat(head(messages[index], messages[0].nonce, uint32(messages.length)), tail);
        for (bytes32[] memory layer = _leaves(messages); layer.length > 1; layer = _parents(layer)) {
            uint256 sibling = index ^ 1;
            if (sibling < layer.length) packed = bytes.concat(packed, layer[sibling]);
            index >>= 1;
        }
    }

    function head(
        ICausewayBridge.Message memory m,
        uint64 firstNonce,
        uint32 count
    ) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(m.kind), m.source, m.nonce, m.sender, m.orderReference, firstNonce, count);
    }

    function releaseTail(ICausewayBridge.Message memory m) internal pure returns (bytes memory) {
        return abi.encodePacked(m.wireAmount);
    }

    function cancelTail(ICausewayBridge.Message memory m) internal pure returns (bytes memory) {
        return abi.encodePacked(m.recipient, m.wireAmount);
    }

    function pair(bytes32 a, bytes32 b) internal pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }

    function _leaves(ICausewayBridge.Message[] memory messages) private pure returns (bytes32[] memory layer) {
        layer = new bytes32[](messages.length);
        for (uint256 i = 0; i < layer.length; ++i) layer[i] = keccak256(bytes.concat(id(messages[i])));
    }

    function _parents(bytes32[] memory layer) private pure returns (bytes32[] memory parents) {
        parents = new bytes32[]((layer.length + 1) / 2);
        for (uint256 i = 0; i < parents.length; ++i) {
            bool lone = 2 * i + 1 == layer.length;
            parents[i] = lone ? layer[2 * i] : pair(layer[2 * i], layer[2 * i + 1]);
        }
    }
}
