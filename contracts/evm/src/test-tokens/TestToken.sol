// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title Test token
/// @notice An ERC-20 that anyone can mint, for local chains only.
contract TestToken is ERC20 {
    uint8 private immutable _decimals;

    /// @notice Deploys the token without supply.
    /// @param name_ ERC-20 name.
    /// @param symbol_ ERC-20 symbol.
    /// @param decimals_ Decimals of the local units.
    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) {
        _decimals = decimals_;
    }

    /// @notice Mints `amount` local units to `to`, for anyone who asks.
    /// @param to Who receives.
    /// @param amount Local units.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice Decimals of the token's local units.
    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}
