// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Arrays} from "@openzeppelin/contracts/utils/Arrays.sol";
import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";
import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";

/// @title The packed orders of executeMany, and the root that consecutive leaves lead to
/// @dev Layout: source u32, firstNonce u64, count u32, startNonce u64, length u16, `length` orders, siblings. An order is
///      operation u8, sender 32, reference 32, recipient 32, wireAmount u128. The length of all is checked once, so the
///      words can be read unchecked.
library PackedOrders {
    /// @dev What the orders have in common: their source, interval, first nonce and number.
    struct Head {
        uint32 source;
        uint64 firstNonce;
        uint32 count;
        uint64 startNonce;
        uint16 length;
    }

    uint256 private constant HEAD_LENGTH = 26;
    uint256 private constant ORDER_LENGTH = 113;

    // The high half of an operation says what is done, the low half is the kind of the message.
    uint256 internal constant MINT = 1;
    uint256 internal constant RELEASE = 2;
    uint256 internal constant CANCEL = 3;
    // Mint for a Lock or a Cancel, release for a Burn or a Cancel, cancel a Lock or a Burn: a bit for each operation.
    uint256 private constant OPERATIONS =
        (1 << 0x11) | (1 << 0x13) | (1 << 0x22) | (1 << 0x23) | (1 << 0x31) | (1 << 0x32);

    /// @dev Parses the head, and finds the orders and the siblings behind it.
    function read(
        bytes calldata packed
    ) internal pure returns (Head memory head, bytes calldata orders, bytes32[] calldata siblings) {
        uint256 word = uint256(_word(packed, 0));
        head.source = uint32(word >> 224);
        head.firstNonce = uint64(word >> 160);
        head.count = uint32(word >> 128);
        head.startNonce = uint64(word >> 64);
        head.length = uint16(word >> 48);
        uint256 siblingsOffset = HEAD_LENGTH + ORDER_LENGTH * head.length;
        if (head.length == 0 || packed.length < siblingsOffset || (packed.length - siblingsOffset) % 32 != 0) {
            revert IBridgeTypes.MalformedProof();
        }
        if (
            head.startNonce < head.firstNonce || head.startNonce - head.firstNonce + uint256(head.length) > head.count
        ) {
            revert IBridgeTypes.NonceOutOfRange();
        }
        orders = packed[HEAD_LENGTH:siblingsOffset];
        assembly ("memory-safe") {
            siblings.offset := add(packed.offset, siblingsOffset)
            siblings.length := shr(5, sub(packed.length, siblingsOffset))
        }
    }

    /// @dev What is done with the order at `index`.
    function operationAt(bytes calldata orders, uint256 index) internal pure returns (uint256) {
        uint256 code = _codeAt(orders, index);
        if ((OPERATIONS >> code) & 1 == 0) revert IBridgeTypes.InvalidKind();
        return code >> 4;
    }

    /// @dev The kind of the message of the order at `index`, whose operation was read.
    function kindAt(bytes calldata orders, uint256 index) internal pure returns (IBridgeTypes.Kind) {
        return IBridgeTypes.Kind(_codeAt(orders, index) & 15);
    }

    /// @dev Who is refunded by the order at `index`.
    function senderAt(bytes calldata orders, uint256 index) internal pure returns (bytes32) {
        return _fieldAt(orders, index, 1);
    }

    /// @dev The reference of the order at `index`.
    function referenceAt(bytes calldata orders, uint256 index) internal pure returns (bytes32) {
        return _fieldAt(orders, index, 33);
    }

    /// @dev Who receives by the order at `index`.
    function recipientAt(bytes calldata orders, uint256 index) internal pure returns (bytes32) {
        return _fieldAt(orders, index, 65);
    }

    /// @dev The amount of the order at `index`, in wire units.
    function wireAmountAt(bytes calldata orders, uint256 index) internal pure returns (uint128) {
        return uint128(bytes16(_fieldAt(orders, index, 97)));
    }

    /// @dev The root of a tree of `width` leaves of which `nodes` are those from position `first` on; overwrites `nodes`,
    ///      level by level. A level takes a sibling from the left when the first node is a right one, and one from the
    ///      right when the last node is a left one, unless that is the level's last and is promoted.
    function root(
        bytes32[] memory nodes,
        uint256 first,
        uint256 width,
        bytes32[] calldata siblings
    ) internal pure returns (bytes32) {
        uint256 length = nodes.length;
        uint256 used = 0;
        // No number here exceeds the width of a tree.
        unchecked {
            for (; width > 1; width = (width + 1) >> 1) {
                uint256 from = first & 1;
                uint256 to = from;
                if (from == 1) _set(nodes, 0, Hashes.commutativeKeccak256(_at(siblings, used++), _get(nodes, 0)));
                for (; from + 1 < length; from += 2) {
                    _set(nodes, to++, Hashes.commutativeKeccak256(_get(nodes, from), _get(nodes, from + 1)));
                }
                if (from < length) {
                    bytes32 last = _get(nodes, from);
                    bool lone = first + length == width;
                    _set(nodes, to++, lone ? last : Hashes.commutativeKeccak256(last, _at(siblings, used++)));
                }
                first >>= 1;
                length = to;
            }
        }
        if (used != siblings.length) revert IBridgeTypes.MalformedProof();
        return nodes[0];
    }

    function _codeAt(bytes calldata orders, uint256 index) private pure returns (uint256) {
        return uint256(_fieldAt(orders, index, 0)) >> 248;
    }

    /// @dev The word at `offset` of the order at `index`, which is there.
    function _fieldAt(bytes calldata orders, uint256 index, uint256 offset) private pure returns (bytes32) {
        unchecked {
            return _word(orders, index * ORDER_LENGTH + offset);
        }
    }

    function _at(bytes32[] calldata siblings, uint256 index) private pure returns (bytes32) {
        if (index >= siblings.length) revert IBridgeTypes.MalformedProof();
        return siblings[index];
    }

    // The index is below the length of `nodes` in both.
    function _get(bytes32[] memory nodes, uint256 index) private pure returns (bytes32) {
        return Arrays.unsafeMemoryAccess(nodes, index);
    }

    function _set(bytes32[] memory nodes, uint256 index, bytes32 node) private pure {
        assembly ("memory-safe") {
            mstore(add(add(nodes, 0x20), shl(5, index)), node)
        }
    }

    function _word(bytes calldata orders, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := calldataload(add(orders.offset, offset))
        }
    }
}
