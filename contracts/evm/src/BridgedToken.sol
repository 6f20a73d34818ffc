// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {IBridgedToken} from "./interfaces/IBridgedToken.sol";

/// @title Bridged token
/// @notice An ERC-20 with permit (EIP-2612) that only its bridge mints and burns.
contract BridgedToken is IBridgedToken, ERC20Permit {
    /// @inheritdoc IBridgedToken
    address public immutable override bridge;
    /// @inheritdoc IBridgedToken
    uint32 public immutable override originDomain;
    /// @inheritdoc IBridgedToken
    bytes32 public immutable override originAsset;
    uint8 private immutable _decimals;

    modifier onlyBridge() {
        if (msg.sender != bridge) revert NotBridge();
        _;
    }

    /// @notice Deploys the token of one remote; the bridge accepts it by `setRemote` while it has no supply.
    /// @param name_ ERC-20 name, also the name in the EIP-712 domain.
    /// @param symbol_ ERC-20 symbol.
    /// @param decimals_ Decimals, at least the wire decimals of the represented asset.
    /// @param bridge_ The bridge on this chain.
    /// @param originDomain_ Domain where the represented asset is canonical.
    /// @param originAsset_ The represented asset there, left-padded; zero for the native coin.
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address bridge_,
        uint32 originDomain_,
        bytes32 originAsset_
    ) ERC20(name_, symbol_) ERC20Permit(name_) {
        _decimals = decimals_;
        bridge = bridge_;
        originDomain = originDomain_;
        originAsset = originAsset_;
    }

    /// @inheritdoc IBridgedToken
    function mint(address to, uint256 amount) external override onlyBridge {
        _mint(to, amount);
    }

    /// @inheritdoc IBridgedToken
    function burn(address from, uint256 amount) external override onlyBridge {
        _burn(from, amount);
    }

    /// @notice Decimals of the token's local units.
    function decimals() public view override(ERC20, IERC20Metadata) returns (uint8) {
        return _decimals;
    }
}
