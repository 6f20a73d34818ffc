// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";

/// @title Conversion from local units to wire units
library WireAmount {
    uint8 internal constant MAX_DECIMALS = 9;

    /// @dev `unit` is the number of local units in one wire unit.
    function fromLocal(uint256 amount, uint256 unit) internal pure returns (uint128) {
        if (amount == 0) revert IBridgeTypes.ZeroAmount();
        if (amount % unit != 0) revert IBridgeTypes.DustAmount();
        uint256 wireAmount = amount / unit;
        if (wireAmount > type(uint128).max) revert IBridgeTypes.AmountTooLarge();
        return uint128(wireAmount);
    }
}
