// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../interfaces/ICausewayBridge.sol";
import {RateLimit} from "../libraries/RateLimit.sol";
import {BridgeStorage} from "./BridgeStorage.sol";

/// @title Getters of the bridge
abstract contract BridgeState is BridgeStorage, ICausewayBridge {
    using RateLimit for RateLimit.Bucket;

    /// @inheritdoc ICausewayBridge
    function domain() external view override returns (uint32) {
        return _domain;
    }

    /// @inheritdoc ICausewayBridge
    function canonicalAsset() external view override returns (address) {
        return _canonicalAsset;
    }

    /// @inheritdoc ICausewayBridge
    function wireDecimals() external view override returns (uint8) {
        return _wireDecimals;
    }

    /// @inheritdoc ICausewayBridge
    function oracle() external view override returns (address) {
        return _oracle;
    }

    /// @inheritdoc ICausewayBridge
    function guardian() external view override returns (address) {
        return _guardian;
    }

    /// @inheritdoc ICausewayBridge
    function admin() external view override returns (address) {
        return _admin;
    }

    /// @inheritdoc ICausewayBridge
    function pendingAdmin() external view override returns (address) {
        return _pendingAdmin;
    }

    /// @inheritdoc ICausewayBridge
    function outboundPaused() external view override returns (bool) {
        return _outboundPaused;
    }

    /// @inheritdoc ICausewayBridge
    function inboundPaused() external view override returns (bool) {
        return _inboundPaused;
    }

    /// @inheritdoc ICausewayBridge
    function claimable(address creditor) external view override returns (uint256) {
        return _claimable[creditor];
    }

    /// @inheritdoc ICausewayBridge
    function claimableTotal() external view override returns (uint256) {
        return _claimableTotal;
    }

    /// @inheritdoc ICausewayBridge
    function remote(uint32 remoteDomain) external view override returns (Remote memory) {
        RemoteState storage state = _remotes[remoteDomain];
        return Remote(state.bridge, state.token, state.addressLength, state.wireDecimals, state.opened);
    }

    /// @inheritdoc ICausewayBridge
    function lane(uint32 remoteDomain) external view override returns (Lane memory) {
        RemoteState storage state = _remotes[remoteDomain];
        return Lane(state.nextOutboundNonce, state.nextInboundNonce, state.outstanding, state.paused);
    }

    /// @inheritdoc ICausewayBridge
    function fee(uint32 remoteDomain) external view override returns (uint128) {
        return _remotes[remoteDomain].fee.decode();
    }

    /// @inheritdoc ICausewayBridge
    function limits(uint32 remoteDomain, Side side) external view override returns (Limits memory, uint128 available) {
        RateLimit.Bucket storage bucket = _bucket(_remotes[remoteDomain], side);
        return (bucket.get(), bucket.available());
    }

    /// @inheritdoc ICausewayBridge
    function root(uint32 source, uint64 firstNonce, uint32 count) external view override returns (bytes32) {
        return _remotes[source].roots[_rootKey(firstNonce, count)];
    }

    /// @inheritdoc ICausewayBridge
    function status(uint32 source, uint64 nonce) external view override returns (Status) {
        return _status(_remotes[source], nonce);
    }

    /// @inheritdoc ICausewayBridge
    function statuses(
        uint32 source,
        uint64 firstNonce,
        uint32 count
    ) external view override returns (bytes memory interval) {
        RemoteState storage state = _remotes[source];
        interval = new bytes(count);
        for (uint32 i = 0; i < count; ++i) interval[i] = bytes1(uint8(_status(state, firstNonce + i)));
    }

    /// @inheritdoc ICausewayBridge
    function owed() public view override returns (uint256) {
        uint256 outstanding = 0;
        for (uint256 i = 0; i < _remoteDomains.length; ++i) outstanding += _remotes[_remoteDomains[i]].outstanding;
        return outstanding * _canonicalUnit + _claimableTotal;
    }
}
