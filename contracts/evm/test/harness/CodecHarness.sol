// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {IBridgeTypes} from "../../src/interfaces/IBridgeTypes.sol";
import {MessageCodec} from "../../src/libraries/MessageCodec.sol";
import {PackedOrders} from "../../src/libraries/PackedOrders.sol";
import {ProofReader} from "../../src/libraries/ProofReader.sol";
import {WireAmount} from "../../src/libraries/WireAmount.sol";
import {Messages} from "../base/Messages.sol";

/// @title The bridge's pure libraries, callable, for tests that compare them with other implementations
contract CodecHarness {
    function messageId(IBridgeTypes.Message memory message) external pure returns (bytes32) {
        return MessageCodec.id(message);
    }

    function isAddress(bytes32 account, uint8 length) external pure returns (bool) {
        return MessageCodec.isAddress(account, length);
    }

    function toWireAmount(uint256 amount, uint256 unit) external pure returns (uint128) {
        return WireAmount.fromLocal(amount, unit);
    }

    function readMintProof(bytes calldata proof) external pure returns (ProofReader.Head memory, bytes32[] memory) {
        return ProofReader.read(proof, 0);
    }

    function readReleaseProof(
        bytes calldata proof
    ) external pure returns (ProofReader.Head memory head, bytes32[] memory siblings, uint128 wireAmount) {
        (head, siblings) = ProofReader.read(proof, ProofReader.RELEASE_TAIL_LENGTH);
        wireAmount = ProofReader.releaseTail(proof);
    }

    function readCancelProof(
        bytes calldata proof
    )
        external
        pure
        returns (ProofReader.Head memory head, bytes32[] memory siblings, uint128 wireAmount, bytes32 recipient)
    {
        (head, siblings) = ProofReader.read(proof, ProofReader.CANCEL_TAIL_LENGTH);
        (recipient, wireAmount) = ProofReader.cancelTail(proof);
    }

    function rootOf(bytes32 id, bytes32[] calldata siblings) external pure returns (bytes32) {
        return MerkleProof.processProofCalldata(siblings, keccak256(bytes.concat(id)));
    }

    /// @dev The orders as messages of which only the packed fields are set, and what is done with each.
    function readPackedOrders(
        bytes calldata packed
    )
        external
        pure
        returns (
            PackedOrders.Head memory head,
            uint256[] memory operations,
            IBridgeTypes.Message[] memory orders,
            bytes32[] memory siblings
        )
    {
        bytes calldata list;
        (head, list, siblings) = PackedOrders.read(packed);
        operations = new uint256[](head.length);
        orders = new IBridgeTypes.Message[](head.length);
        for (uint256 i = 0; i < head.length; ++i) {
            operations[i] = PackedOrders.operationAt(list, i);
            orders[i].kind = PackedOrders.kindAt(list, i);
            orders[i].sender = PackedOrders.senderAt(list, i);
            orders[i].recipient = PackedOrders.recipientAt(list, i);
            orders[i].wireAmount = PackedOrders.wireAmountAt(list, i);
            orders[i].orderReference = PackedOrders.referenceAt(list, i);
        }
    }

    function rootOfLeaves(
        bytes32[] memory leaves,
        uint256 first,
        uint256 width,
        bytes32[] calldata siblings
    ) external pure returns (bytes32) {
        return PackedOrders.root(leaves, first, width, siblings);
    }

    /// @dev Every part from position `first` on of the tree of `width` messages whose ids are keccak256(index u32) leads to
    ///      its root, with the siblings that another implementation chooses. Returns the root, and `digest` continued as in
    ///      `packed-parts.json`.
    function partsFrom(
        uint256 first,
        uint256 width,
        bytes32 digest
    ) external view returns (bytes32 root, bytes32 continued) {
        bytes32[] memory layer = new bytes32[](width);
        for (uint256 i = 0; i < width; ++i) layer[i] = keccak256(bytes.concat(keccak256(abi.encodePacked(uint32(i)))));
        root = Messages.rootOf(layer);
        continued = digest;
        for (uint256 length = 1; first + length <= width; ++length) {
            bytes32[] memory part = new bytes32[](length);
            for (uint256 i = 0; i < length; ++i) part[i] = layer[first + i];
            bytes32[] memory siblings = Messages.siblings(layer, first, length);
            require(this.rootOfLeaves(part, first, width, siblings) == root, "root");
            continued = keccak256(bytes.concat(continued, keccak256(abi.encodePacked(siblings))));
        }
    }
}
