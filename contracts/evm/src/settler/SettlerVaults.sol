// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../interfaces/ICausewayBridge.sol";
import {ISettler} from "../interfaces/ISettler.sol";
import {MessageCodec} from "../libraries/MessageCodec.sol";
import {Terms} from "../libraries/Terms.sol";
import {Vault} from "../Vault.sol";

/// @title What a settler does with its vaults
abstract contract SettlerVaults is ISettler {
    using Terms for bytes;

    // Enough for a smart wallet's receive hook, and a bound on what a recipient makes others pay.
    uint256 internal constant PAYMENT_GAS = 50_000;
    uint256 internal constant ALL_GAS = type(uint256).max;

    /// @inheritdoc ISettler
    ICausewayBridge public immutable override bridge;
    uint32 internal immutable _domain;
    // What every vault is a clone of.
    address private immutable _vault;
    address private immutable _canonicalAsset;
    // Local units of the canonical asset in one wire unit.
    uint256 private immutable _canonicalUnit;

    constructor(ICausewayBridge bridge_) {
        bridge = bridge_;
        _vault = address(new Vault(address(bridge_)));
        _domain = bridge_.domain();
        _canonicalAsset = bridge_.canonicalAsset();
        uint8 decimals = _canonicalAsset == address(0) ? 18 : IERC20Metadata(_canonicalAsset).decimals();
        _canonicalUnit = 10 ** (decimals - bridge_.wireDecimals());
    }

    /// @inheritdoc ISettler
    function vaultOf(bytes32 id) public view override returns (address) {
        return Clones.predictDeterministicAddress(_vault, id);
    }

    /// @dev What the vault of a swap holds of `asset`.
    function _held(bytes32 id, address asset) internal view returns (uint256) {
        return asset == address(0) ? vaultOf(id).balance : IERC20(asset).balanceOf(vaultOf(id));
    }

    /// @dev The vault, made when it does not exist.
    function _openVault(bytes32 id) internal returns (Vault) {
        address vault = vaultOf(id);
        if (vault.code.length == 0) Clones.cloneDeterministic(_vault, id);
        return Vault(payable(vault));
    }

    function _pay(bytes32 id, address asset, address to, uint256 amount, uint256 gasLimit) internal {
        if (!_openVault(id).pay(asset, to, amount, gasLimit)) revert PaymentFailed();
    }

    /// @dev Pays the recipient, whom the caller did not choose: coins come with bounded gas.
    function _payRecipient(bytes calldata terms, bytes32 id, address asset, uint256 amount) internal {
        address recipient = terms.recipient();
        if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient();
        _pay(id, asset, recipient, amount, asset == address(0) ? PAYMENT_GAS : ALL_GAS);
    }

    /// @dev Locks or burns towards the home of the terms; the caller pays the delivery fee.
    function _sendHome(bytes calldata terms, bytes32 id, address asset, uint256 amount) internal {
        bool isCanonical = asset == _canonicalAsset;
        (uint32 home, bytes32 to, address refund) = (terms.home(), terms.homeAddress(), terms.recipient());
        bytes memory data =
            isCanonical
                ? abi.encodeCall(ICausewayBridge.lockTokensWithReference, (home, to, amount, id, refund))
                : abi.encodeCall(ICausewayBridge.burnTokensWithReference, (amount, home, to, id, refund));
        uint256 value = asset == address(0) ? msg.value + amount : msg.value;
        // A burn needs no allowance.
        _openVault(id).callBridge{value: msg.value}(isCanonical ? asset : address(0), amount, value, data);
    }

    /// @dev Whether the terms return `amount` home, and the lane there can carry it. A pause does not count: it ends.
    function _isCarriedHome(bytes calldata terms, address asset, uint256 amount) internal view returns (bool) {
        if (!terms.returnsHome() || terms.faultOf(_domain, address(this)) != 0) return false;
        uint32 home = terms.home();
        IBridgeTypes.Remote memory remote = bridge.remote(home);
        bool isCanonical = asset == _canonicalAsset;
        if (!remote.opened || (!isCanonical && asset != remote.token)) return false;
        if (!MessageCodec.isAddress(terms.homeAddress(), remote.addressLength)) return false;
        uint256 unit = isCanonical ? _canonicalUnit : 10 ** (IERC20Metadata(asset).decimals() - remote.wireDecimals);
        IBridgeTypes.Side side = isCanonical ? IBridgeTypes.Side.Canonical : IBridgeTypes.Side.Bridged;
        (IBridgeTypes.Limits memory limits, ) = bridge.limits(home, side);
        uint256 wireAmount = amount / unit;
        return amount % unit == 0 && wireAmount >= limits.minAmount && wireAmount <= limits.maxAmount;
    }
}
