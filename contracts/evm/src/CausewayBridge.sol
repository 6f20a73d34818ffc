// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BridgeAdmin} from "./bridge/BridgeAdmin.sol";
import {BridgeInbound} from "./bridge/BridgeInbound.sol";
import {BridgeOutbound} from "./bridge/BridgeOutbound.sol";
import {BridgeStorage} from "./bridge/BridgeStorage.sol";

/// @title Causeway bridge
/// @notice The deployable bridge: see ICausewayBridge for its functions. Immutable code, no proxy.
contract CausewayBridge is BridgeOutbound, BridgeInbound {
    /// @notice Deploys the bridge of one asset family; its domain is the chain id. Remotes are registered afterwards.
    /// @dev Reverts: InvalidDomain (chain id 0 or not below 2^31), NotAContract, InvalidOracle, InvalidRole, and without
    ///      data when the oracle is no Safe or the asset has no decimals().
    /// @param canonicalAsset_ The asset that is locked here: an ERC-20, or zero for the native coin.
    /// @param admin_ Who configures; meant to be a timelocked multisignature.
    /// @param guardian_ Who may pause.
    /// @param oracle_ A Safe of n distinct owners, threshold above n/2, without modules.
    constructor(
        address canonicalAsset_,
        address admin_,
        address guardian_,
        address oracle_
    ) BridgeStorage(canonicalAsset_) BridgeAdmin(admin_, guardian_, oracle_) {}
}
