// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ISettler} from "../interfaces/ISettler.sol";

/// @title The terms of a swap: their fields, their rules, and what a fill pays
/// @dev The layout is in ISettler. `id` checks the length, and the other functions read terms that it has taken. Addresses
///      are the low 20 bytes of their words.
library Terms {
    uint256 internal constant LENGTH = 314;
    uint256 internal constant VERSION = 1;
    uint256 internal constant HOME = 1;
    uint256 internal constant FINISH_FEE_DIVISOR = 20;

    /// @dev The id of a swap.
    function id(bytes calldata terms) internal pure returns (bytes32) {
        if (terms.length != LENGTH) revert ISettler.MalformedTerms();
        return keccak256(terms);
    }

    function assetIn(bytes calldata terms) internal pure returns (address) {
        return _address(terms, 37);
    }

    function amountIn(bytes calldata terms) internal pure returns (uint256) {
        return _number(terms, 69, 16);
    }

    function assetOut(bytes calldata terms) internal pure returns (address) {
        return _address(terms, 85);
    }

    function recipient(bytes calldata terms) internal pure returns (address) {
        return _address(terms, 149);
    }

    function solver(bytes calldata terms) internal pure returns (address) {
        return _address(terms, 181);
    }

    function exclusiveUntil(bytes calldata terms) internal pure returns (uint256) {
        return _number(terms, 213, 8);
    }

    function deadline(bytes calldata terms) internal pure returns (uint256) {
        return _number(terms, 221, 8);
    }

    function returnsHome(bytes calldata terms) internal pure returns (bool) {
        return _number(terms, 229, 1) == HOME;
    }

    function home(bytes calldata terms) internal pure returns (uint32) {
        return uint32(_number(terms, 230, 4));
    }

    function homeAddress(bytes calldata terms) internal pure returns (bytes32) {
        return bytes32(_number(terms, 234, 32));
    }

    /// @dev The finishFee for a return of `held`, at most a twentieth of it and of amountIn.
    function cappedFee(bytes calldata terms, uint256 held) internal pure returns (uint256 fee) {
        fee = _number(terms, 266, 16);
        uint256 amount = amountIn(terms);
        uint256 most = (held < amount ? held : amount) / FINISH_FEE_DIVISOR;
        if (fee > most) fee = most;
    }

    /// @dev What a fill pays at `time`. The terms must have no fault.
    function outAt(bytes calldata terms, uint256 time) internal pure returns (uint256) {
        uint256 quotedOut = _number(terms, 117, 16);
        uint256 minOut = _number(terms, 133, 16);
        uint256 start = exclusiveUntil(terms);
        uint256 end = deadline(terms);
        if (time <= start) return quotedOut;
        if (time >= end) return minOut;
        return quotedOut - ((quotedOut - minOut) * (time - start)) / (end - start);
    }

    /// @dev The selector of the error with which the settler refuses to fill the terms; zero when it fills them.
    function faultOf(bytes calldata terms, uint32 domain, address settler) internal pure returns (bytes4) {
        if (_number(terms, 0, 1) != VERSION) return ISettler.UnknownVersion.selector;
        if (_number(terms, 1, 4) != domain || _number(terms, 5, 32) != uint160(settler)) {
            return ISettler.WrongSettler.selector;
        }
        if (_isPadded(terms, 37) || _isPadded(terms, 85)) return ISettler.InvalidAsset.selector;
        uint256 quotedOut = _number(terms, 117, 16);
        uint256 minOut = _number(terms, 133, 16);
        if (amountIn(terms) == 0 || quotedOut == 0 || minOut == 0) return ISettler.ZeroAmount.selector;
        if (minOut > quotedOut) return ISettler.MinOutAboveQuotedOut.selector;
        address to = recipient(terms);
        if (_isPadded(terms, 149) || to == address(0) || to == settler) return ISettler.InvalidRecipient.selector;
        if (_isPadded(terms, 181)) return ISettler.InvalidSolver.selector;
        if (deadline(terms) <= exclusiveUntil(terms)) return ISettler.InvalidDeadline.selector;
        if (!_hasValidFallback(terms, domain)) return ISettler.InvalidFallback.selector;
        if (_number(terms, 266, 16) > amountIn(terms) / FINISH_FEE_DIVISOR) return ISettler.FinishFeeTooHigh.selector;
        return 0;
    }

    function _hasValidFallback(bytes calldata terms, uint32 domain) private pure returns (bool) {
        uint32 there = home(terms);
        bool hasAddress = homeAddress(terms) != bytes32(0);
        if (returnsHome(terms)) return there != 0 && there != domain && hasAddress;
        return _number(terms, 229, 1) == 0 && there == 0 && !hasAddress;
    }

    /// @dev Whether the word at `offset` is more than an address of 20 bytes.
    function _isPadded(bytes calldata terms, uint256 offset) private pure returns (bool) {
        return _number(terms, offset, 32) >> 160 != 0;
    }

    function _address(bytes calldata terms, uint256 offset) private pure returns (address) {
        return address(uint160(_number(terms, offset, 32)));
    }

    /// @dev The number in `length` bytes from `offset` on.
    function _number(bytes calldata terms, uint256 offset, uint256 length) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := shr(sub(256, shl(3, length)), calldataload(add(terms.offset, offset)))
        }
    }
}
