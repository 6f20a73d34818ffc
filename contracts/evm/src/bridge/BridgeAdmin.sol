// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../interfaces/ICausewayBridge.sol";
import {IBridgedToken} from "../interfaces/IBridgedToken.sol";
import {Decimal24, Decimal24Codec} from "../libraries/Decimal24.sol";
import {MessageCodec} from "../libraries/MessageCodec.sol";
import {OracleSafe} from "../libraries/OracleSafe.sol";
import {Payment} from "../libraries/Payment.sol";
import {RateLimit} from "../libraries/RateLimit.sol";
import {WireAmount} from "../libraries/WireAmount.sol";
import {BridgeState} from "./BridgeState.sol";

/// @title Roles, pauses, registrations, limits and root repair
/// @dev Nothing here is reachable by a message: each function checks its caller's role, and executing a message calls
///      only the bridged token, the canonical asset or the recipient.
abstract contract BridgeAdmin is BridgeState {
    using RateLimit for RateLimit.Bucket;

    // 10^38 is the largest power of ten below 2^128: a u128 wire amount in local units fits 256 bits.
    uint8 private constant MAX_TOKEN_UNIT_EXPONENT = 38;

    // The modifiers call functions, so that their code is there once.
    modifier onlyAdmin() {
        _checkAdmin();
        _;
    }

    modifier onlyGuardian() {
        _checkGuardian();
        _;
    }

    constructor(address admin_, address guardian_, address oracle_) {
        OracleSafe.check(oracle_);
        _admin = admin_;
        _guardian = guardian_;
        _oracle = oracle_;
        _checkRoles();
        emit AdminSet(admin_);
        emit GuardianSet(guardian_);
        emit OracleSet(oracle_);
    }

    /// @inheritdoc ICausewayBridge
    function pauseOutbound() external override onlyGuardian {
        _setOutboundPaused(true);
    }

    /// @inheritdoc ICausewayBridge
    function unpauseOutbound() external override onlyAdmin {
        _setOutboundPaused(false);
    }

    /// @inheritdoc ICausewayBridge
    function pauseInbound() external override onlyGuardian {
        _setInboundPaused(true);
    }

    /// @inheritdoc ICausewayBridge
    function unpauseInbound() external override onlyAdmin {
        _setInboundPaused(false);
    }

    /// @inheritdoc ICausewayBridge
    function pauseRemote(uint32 remoteDomain) external override onlyGuardian {
        _setRemotePaused(remoteDomain, true);
    }

    /// @inheritdoc ICausewayBridge
    function unpauseRemote(uint32 remoteDomain) external override onlyAdmin {
        _setRemotePaused(remoteDomain, false);
    }

    /// @inheritdoc ICausewayBridge
    function setFee(uint32 remoteDomain, uint128 newFee) external override onlyGuardian {
        (Decimal24 encoded, bool exact) = Decimal24Codec.encode(newFee);
        if (!exact) revert InvalidFee();
        _registeredRemote(remoteDomain).fee = encoded;
        emit FeeSet(remoteDomain, newFee);
    }

    /// @inheritdoc ICausewayBridge
    function collectFees(address to) external override onlyAdmin {
        if (to == address(0)) revert InvalidRecipient();
        uint256 balance = address(this).balance;
        uint256 reserved = _canonicalAsset == address(0) ? owed() : 0;
        uint256 amount = balance > reserved ? balance - reserved : 0;
        emit FeesCollected(to, amount);
        // Only fees leave here, and a payment changes the balance before the recipient runs: a call that re-enters finds
        // no fee twice.
        if (!Payment.tryPay(address(0), to, amount, gasleft())) revert PaymentFailed();
    }

    /// @inheritdoc ICausewayBridge
    function setRemote(
        uint32 remoteDomain,
        bytes32 bridge,
        address token,
        uint8 addressLength,
        uint8 remoteWireDecimals
    ) external override onlyAdmin {
        RemoteState storage state = _remotes[remoteDomain];
        if (state.opened) revert RemoteAlreadyOpen();
        if (
            remoteDomain == 0 ||
            remoteDomain == _domain ||
            addressLength == 0 ||
            addressLength > 32 ||
            remoteWireDecimals > WireAmount.MAX_DECIMALS ||
            !MessageCodec.isAddress(bridge, addressLength)
        ) revert InvalidRemote();
        uint8 tokenDecimals = _checkToken(remoteDomain, token, remoteWireDecimals);
        if (state.addressLength == 0) _remoteDomains.push(remoteDomain);

        // A replaced registration gives its token free.
        delete _tokenHome[state.token];
        _tokenHome[token] = remoteDomain;
        state.bridge = bridge;
        state.token = token;
        state.addressLength = addressLength;
        state.wireDecimals = remoteWireDecimals;
        state.tokenUnitExponent = tokenDecimals - remoteWireDecimals;
        emit RemoteSet(remoteDomain, bridge, token, addressLength, remoteWireDecimals);
    }

    /// @inheritdoc ICausewayBridge
    function openRemote(uint32 remoteDomain) external override onlyAdmin {
        RemoteState storage state = _registeredRemote(remoteDomain);
        if (state.opened) revert RemoteAlreadyOpen();
        state.opened = true;
        emit RemoteOpened(remoteDomain);
    }

    /// @inheritdoc ICausewayBridge
    function setLimits(uint32 remoteDomain, Side side, Limits calldata newLimits) external override onlyAdmin {
        RemoteState storage state = _registeredRemote(remoteDomain);
        uint128 largestMaxAmount = newLimits.maxAmount;
        // Before the opening nothing could be locked or burned, so there is nothing to refund.
        if (state.opened && state.largestMaxAmount[side] > largestMaxAmount) {
            largestMaxAmount = state.largestMaxAmount[side];
        }
        if (newLimits.minAmount > newLimits.maxAmount || newLimits.capacity < largestMaxAmount) revert InvalidLimits();
        state.largestMaxAmount[side] = largestMaxAmount;
        _bucket(state, side).set(newLimits);
        emit LimitsSet(remoteDomain, side, newLimits);
    }

    /// @inheritdoc ICausewayBridge
    function replaceRoot(
        uint32 source,
        uint64 firstNonce,
        uint32 count,
        bytes32 newRoot,
        uint64[] calldata changed
    ) external override onlyAdmin {
        RemoteState storage state = _remotes[source];
        if (!_inboundPaused && !state.paused) revert InboundNotPaused();
        uint256 key = _rootKey(firstNonce, count);
        if (state.roots[key] == bytes32(0)) revert UnknownRoot();
        state.roots[key] = newRoot;
        if (newRoot == bytes32(0)) _dropInterval(state, firstNonce, count, changed);
        for (uint256 i = 0; i < changed.length; ++i) {
            uint64 nonce = changed[i];
            _checkInterval(nonce, firstNonce, count);
            _replaceStatus(state, nonce);
        }
        emit RootReplaced(source, firstNonce, count, newRoot, changed);
    }

    /// @inheritdoc ICausewayBridge
    function setOracle(address newOracle) external override onlyAdmin {
        OracleSafe.check(newOracle);
        _oracle = newOracle;
        _checkRoles();
        emit OracleSet(newOracle);
    }

    /// @inheritdoc ICausewayBridge
    function setGuardian(address newGuardian) external override onlyAdmin {
        _guardian = newGuardian;
        _checkRoles();
        emit GuardianSet(newGuardian);
    }

    /// @inheritdoc ICausewayBridge
    function proposeAdmin(address newAdmin) external override onlyAdmin {
        _pendingAdmin = newAdmin;
        emit AdminProposed(newAdmin);
    }

    /// @inheritdoc ICausewayBridge
    function acceptAdmin() external override {
        if (msg.sender != _pendingAdmin) revert NotAdmin();
        _admin = msg.sender;
        delete _pendingAdmin;
        _checkRoles();
        emit AdminSet(msg.sender);
    }

    /// @dev Takes back the lane's last interval, of which nothing may be named: all that was acted on is Replaced.
    function _dropInterval(
        RemoteState storage state,
        uint64 firstNonce,
        uint32 count,
        uint64[] calldata changed
    ) private {
        if (changed.length != 0 || firstNonce + count != state.nextInboundNonce) revert ZeroRoot();
        state.nextInboundNonce = uint40(firstNonce);
        for (uint32 i = 0; i < count; ++i) _replaceStatus(state, firstNonce + i);
    }

    function _replaceStatus(RemoteState storage state, uint64 nonce) private {
        if (_status(state, nonce) != Status.None) _setStatus(state, nonce, Status.Replaced);
    }

    function _setRemotePaused(uint32 remoteDomain, bool paused) private {
        RemoteState storage state = _registeredRemote(remoteDomain);
        state.paused = paused;
        state.mintsPaused = paused;
        emit RemotePausedSet(remoteDomain, paused);
    }

    function _checkInterval(uint64 nonce, uint64 firstNonce, uint32 count) internal pure {
        if (nonce < firstNonce || nonce - firstNonce >= count) revert NonceOutOfRange();
    }

    function _checkAdmin() private view {
        if (msg.sender != _admin) revert NotAdmin();
    }

    function _checkGuardian() private view {
        if (msg.sender != _guardian && msg.sender != _admin) revert NotGuardian();
    }

    function _setOutboundPaused(bool paused) private {
        _outboundPaused = paused;
        emit OutboundPausedSet(paused);
    }

    function _setInboundPaused(bool paused) private {
        _inboundPaused = paused;
        emit InboundPausedSet(paused);
    }

    /// @dev An oracle that could pause or configure, or a guardian that could do both, would be one key too few.
    function _checkRoles() private view {
        if (
            _admin == address(0) ||
            _guardian == address(0) ||
            _admin == _guardian ||
            _admin == _oracle ||
            _guardian == _oracle
        ) revert InvalidRole();
    }

    function _checkToken(
        uint32 remoteDomain,
        address token,
        uint8 remoteWireDecimals
    ) private view returns (uint8 tokenDecimals) {
        if (token.code.length == 0) revert NotAContract();
        uint32 home = _tokenHome[token];
        tokenDecimals = IBridgedToken(token).decimals();
        if (
            token == _canonicalAsset ||
            (home != 0 && home != remoteDomain) ||
            IBridgedToken(token).totalSupply() != 0 ||
            IBridgedToken(token).bridge() != address(this) ||
            tokenDecimals < remoteWireDecimals ||
            tokenDecimals > remoteWireDecimals + MAX_TOKEN_UNIT_EXPONENT
        ) revert InvalidRemote();
    }
}
