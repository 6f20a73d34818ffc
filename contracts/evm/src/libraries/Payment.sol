// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Payments that report failure instead of reverting
library Payment {
    /// @dev Pays `amount` local units of `asset` (zero: the native coin) to `to`. `gasLimit` bounds what a recipient or a
    ///      token can burn. No return data is copied, except the one word that a token may answer.
    function tryPay(address asset, address to, uint256 amount, uint256 gasLimit) internal returns (bool success) {
        if (asset != address(0)) return _tryTransfer(asset, to, amount, gasLimit);
        assembly ("memory-safe") {
            success := call(gasLimit, to, amount, 0, 0, 0, 0)
        }
    }

    /// @dev A transfer succeeds when the token has code and answers nothing, or true.
    function _tryTransfer(address token, address to, uint256 amount, uint256 gasLimit) private returns (bool success) {
        bytes memory data = abi.encodeCall(IERC20.transfer, (to, amount));
        assembly ("memory-safe") {
            success := call(gasLimit, token, 0, add(data, 0x20), mload(data), 0, 0x20)
            switch returndatasize()
            case 0 {
                success := and(success, gt(extcodesize(token), 0))
            }
            default {
                success := and(success, and(gt(returndatasize(), 31), eq(mload(0), 1)))
            }
        }
    }
}
