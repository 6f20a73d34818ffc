// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";
import {MessageCodec} from "../../src/libraries/MessageCodec.sol";
import {ProofReader} from "../../src/libraries/ProofReader.sol";
import {WireAmount} from "../../src/libraries/WireAmount.sol";

/// @title The bridge's pure libraries, callable, for tests that compare them with other implementations
contract CodecHarness {
    function messageId(ICausewayBridge.Message memory message) external pure returns (bytes32) {
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
}
