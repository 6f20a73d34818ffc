// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Payment} from "./libraries/Payment.sol";

/// @title Vault of a swap
/// @notice Holds what the bridge delivers for one swap, and obeys the settler alone. Each vault is a clone of the one that
///         the settler made in its constructor. It calls nothing but tokens and the settler's bridge.
contract Vault {
    address private immutable _settler;
    address private immutable _bridge;

    /// @notice The caller is not the settler.
    error NotSettler();

    modifier onlySettler() {
        if (msg.sender != _settler) revert NotSettler();
        _;
    }

    /// @notice Deploys the vault that a settler's clones share; the deployer is the settler.
    /// @param bridge_ The settler's bridge.
    constructor(address bridge_) {
        _settler = msg.sender;
        _bridge = bridge_;
    }

    /// @notice Takes the native coin from anyone: from the bridge, before and after the vault has code.
    receive() external payable {}

    /// @notice Pays `amount` local units of `asset` to `to`. Settler only.
    /// @dev Reverts: NotSettler.
    /// @param asset A token, or zero for the native coin.
    /// @param to Who is paid.
    /// @param amount Local units.
    /// @param gasLimit Most gas of the payment.
    /// @return success Whether the payment succeeded.
    function pay(
        address asset,
        address to,
        uint256 amount,
        uint256 gasLimit
    ) external onlySettler returns (bool success) {
        return Payment.tryPay(asset, to, amount, gasLimit);
    }

    /// @notice Calls the bridge. Settler only.
    /// @dev Reverts: NotSettler, and whatever bridge or token revert with.
    /// @param asset The token of which the bridge may take `amount` during this call and not after it; zero for none.
    /// @param amount Local units of `asset`.
    /// @param value Wei of the call: what came with this one, and for a lock of the native coin its amount.
    /// @param data The call.
    function callBridge(
        address asset,
        uint256 amount,
        uint256 value,
        bytes calldata data
    ) external payable onlySettler {
        if (asset != address(0)) SafeERC20.forceApprove(IERC20(asset), _bridge, amount);
        Address.functionCallWithValue(_bridge, data, value);
        if (asset != address(0)) SafeERC20.forceApprove(IERC20(asset), _bridge, 0);
    }
}
