// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title Payments that report failure instead of reverting
library Payment {
    /// @dev Pays `amount` local units of `asset` (zero: the native coin) to `to`. `nativeGas` bounds what a recipient of
    ///      the native coin can burn. No return data of the recipient is copied.
    function tryPay(address asset, address to, uint256 amount, uint256 nativeGas) internal returns (bool success) {
        if (asset != address(0)) return SafeERC20.trySafeTransfer(IERC20(asset), to, amount);
        assembly ("memory-safe") {
            success := call(nativeGas, to, amount, 0, 0, 0, 0)
        }
    }
}
