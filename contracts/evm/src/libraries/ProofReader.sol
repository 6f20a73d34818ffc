// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";

/// @title Parser of the packed proof argument
/// @dev Layout: kind u8, source u32, nonce u64, sender 32, reference 32, firstNonce u64, count u32, then the tail of the
///      function that reads it (mintTokens: none; releaseTokens: wireAmount u128; cancelOrder: recipient 32,
///      wireAmount u128), then the siblings. The length is checked once, so the words can be read unchecked.
library ProofReader {
    /// @dev What every proof says, whichever function reads it.
    struct Head {
        IBridgeTypes.Kind kind;
        uint32 source;
        uint64 nonce;
        bytes32 sender;
        bytes32 orderReference;
        uint64 firstNonce;
        uint32 count;
    }

    uint256 internal constant HEAD_LENGTH = 89;
    uint256 internal constant RELEASE_TAIL_LENGTH = 16;
    uint256 internal constant CANCEL_TAIL_LENGTH = 48;
    uint256 internal constant MAX_SIBLINGS = 32;

    /// @dev Parses the head and finds the siblings behind a tail of `tailLength` bytes.
    function read(
        bytes calldata proof,
        uint256 tailLength
    ) internal pure returns (Head memory head, bytes32[] calldata siblings) {
        uint256 siblingsOffset = HEAD_LENGTH + tailLength;
        if (
            proof.length < siblingsOffset ||
            proof.length > siblingsOffset + 32 * MAX_SIBLINGS ||
            (proof.length - siblingsOffset) % 32 != 0
        ) revert IBridgeTypes.MalformedProof();

        uint256 kind = uint8(bytes1(_word(proof, 0)));
        if (kind == 0 || kind > uint256(type(IBridgeTypes.Kind).max)) revert IBridgeTypes.InvalidKind();
        head.kind = IBridgeTypes.Kind(kind);
        head.source = uint32(bytes4(_word(proof, 1)));
        head.nonce = uint64(bytes8(_word(proof, 5)));
        head.sender = _word(proof, 13);
        head.orderReference = _word(proof, 45);
        head.firstNonce = uint64(bytes8(_word(proof, 77)));
        head.count = uint32(bytes4(_word(proof, 85)));

        assembly ("memory-safe") {
            siblings.offset := add(proof.offset, siblingsOffset)
            siblings.length := shr(5, sub(proof.length, siblingsOffset))
        }
    }

    /// @dev The amount of a proof that was read with RELEASE_TAIL_LENGTH.
    function releaseTail(bytes calldata proof) internal pure returns (uint128 wireAmount) {
        wireAmount = uint128(bytes16(_word(proof, HEAD_LENGTH)));
    }

    /// @dev The recipient and amount of a proof that was read with CANCEL_TAIL_LENGTH.
    function cancelTail(bytes calldata proof) internal pure returns (bytes32 recipient, uint128 wireAmount) {
        recipient = _word(proof, HEAD_LENGTH);
        wireAmount = uint128(bytes16(_word(proof, HEAD_LENGTH + 32)));
    }

    function _word(bytes calldata proof, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := calldataload(add(proof.offset, offset))
        }
    }
}
