// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

/// @title Bridged token
/// @notice The representation, on this chain, of the canonical asset of one remote.
interface IBridgedToken is IERC20Metadata {
    /// @notice The caller is not the bridge.
    error NotBridge();

    /// @notice Mints `amount` local units to `to`. Bridge only.
    /// @dev Reverts: NotBridge, ERC20InvalidReceiver for the zero address.
    /// @param to Who receives.
    /// @param amount Local units of this token.
    function mint(address to, uint256 amount) external;

    /// @notice Burns `amount` local units of `from`, without an allowance. Bridge only: it burns its caller's tokens only.
    /// @dev Reverts: NotBridge, ERC20InsufficientBalance.
    /// @param from Whose tokens are burned.
    /// @param amount Local units of this token.
    function burn(address from, uint256 amount) external;

    /// @notice The bridge, the only minter and burner, for ever.
    function bridge() external view returns (address);

    /// @notice Domain of the remote where the represented asset is canonical.
    function originDomain() external view returns (uint32);

    /// @notice The represented asset on its home chain, left-padded to 32 bytes; zero for the native coin.
    function originAsset() external view returns (bytes32);
}
