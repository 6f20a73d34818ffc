// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";
import {Decimal24} from "../libraries/Decimal24.sol";
import {MessageCodec} from "../libraries/MessageCodec.sol";
import {RateLimit} from "../libraries/RateLimit.sol";
import {WireAmount} from "../libraries/WireAmount.sol";

/// @title Storage of the bridge, and what reads and writes it for several functions
/// @dev The bridge and the contract that it delegates to have this storage in common: nothing else declares a variable.
abstract contract BridgeStorage is IBridgeTypes {
    /// @dev All that belongs to one remote. A lock or a release reads the first two slots and a bucket, a mint the first,
    ///      the third and a bucket. The pause is in both, so that no call reads a further slot for it. The second is
    ///      exactly full, for which its nonces have 40 bits: a thousand messages every second for thirty years.
    struct RemoteState {
        bytes32 bridge;
        uint40 nextOutboundNonce;
        uint40 nextInboundNonce;
        uint128 outstanding;
        Decimal24 fee;
        uint8 addressLength;
        bool opened;
        bool paused;
        address token;
        // Local units of `token` in one wire unit, as a power of ten.
        uint8 tokenUnitExponent;
        uint8 wireDecimals;
        // Always equal to `paused`.
        bool mintsPaused;
        RateLimit.Bucket canonicalBucket;
        RateLimit.Bucket bridgedBucket;
        // Largest maxAmount in force since the opening.
        mapping(Side => uint128) largestMaxAmount;
        // By firstNonce and count, see _rootKey.
        mapping(uint256 => bytes32) roots;
        // Two bits per inbound nonce, 128 nonces per word.
        mapping(uint256 => uint256) statuses;
    }

    uint32 internal immutable _domain;
    address internal immutable _canonicalAsset;
    uint8 internal immutable _wireDecimals;
    /// @dev Local units of the canonical asset in one wire unit.
    uint256 internal immutable _canonicalUnit;

    // One slot: every inbound call reads the oracle and a pause.
    address internal _oracle;
    bool internal _outboundPaused;
    bool internal _inboundPaused;

    address internal _guardian;
    address internal _admin;
    address internal _pendingAdmin;

    mapping(address creditor => uint256 amount) internal _claimable;
    uint256 internal _claimableTotal;

    mapping(uint32 domain => RemoteState) internal _remotes;
    /// @dev Every remote that was ever registered, once.
    uint32[] internal _remoteDomains;
    /// @dev The remote a token represents; zero for none.
    mapping(address token => uint32 domain) internal _tokenHome;

    modifier onlyOracle() {
        if (msg.sender != _oracle) revert NotOracle();
        _;
    }

    constructor(address canonicalAsset_) {
        if (block.chainid == 0 || block.chainid >= 1 << 31) revert InvalidDomain();
        uint8 decimals = 18;
        if (canonicalAsset_ != address(0)) {
            if (canonicalAsset_.code.length == 0) revert NotAContract();
            decimals = IERC20Metadata(canonicalAsset_).decimals();
        }
        _domain = uint32(block.chainid);
        _canonicalAsset = canonicalAsset_;
        _wireDecimals = decimals < WireAmount.MAX_DECIMALS ? decimals : WireAmount.MAX_DECIMALS;
        _canonicalUnit = 10 ** (decimals - _wireDecimals);
    }

    /// @dev The remote, which must be registered.
    function _registeredRemote(uint32 remoteDomain) internal view returns (RemoteState storage state) {
        state = _remotes[remoteDomain];
        // Every registration has a length.
        if (state.addressLength == 0) revert UnknownRemote();
    }

    /// @dev The remote, which must be open.
    function _openRemote(uint32 remoteDomain) internal view returns (RemoteState storage state) {
        state = _registeredRemote(remoteDomain);
        if (!state.opened) revert RemoteNotOpen();
    }

    /// @dev Emits nothing: returns the next message of the lane towards `destination`, and its id, for the caller's event.
    function _nextMessage(
        RemoteState storage state,
        Kind kind,
        uint32 destination,
        uint32 assetHome,
        bytes32 sender,
        bytes32 recipient,
        uint128 wireAmount,
        bytes32 orderReference
    ) internal returns (Message memory message, bytes32 messageId) {
        message = Message({
            version: MessageCodec.VERSION,
            kind: kind,
            source: _domain,
            destination: destination,
            nonce: state.nextOutboundNonce++,
            sourceBridge: MessageCodec.toBytes32(address(this)),
            destinationBridge: state.bridge,
            assetHome: assetHome,
            sender: sender,
            recipient: recipient,
            wireAmount: wireAmount,
            orderReference: orderReference
        });
        messageId = MessageCodec.id(message);
    }

    function _bucket(RemoteState storage state, Side side) internal view returns (RateLimit.Bucket storage) {
        return side == Side.Canonical ? state.canonicalBucket : state.bridgedBucket;
    }

    function _rootKey(uint64 firstNonce, uint32 count) internal pure returns (uint256) {
        return (uint256(firstNonce) << 32) | count;
    }

    function _status(RemoteState storage state, uint64 nonce) internal view returns (Status) {
        return Status((state.statuses[nonce >> 7] >> _statusShift(nonce)) & 3);
    }

    function _setStatus(RemoteState storage state, uint64 nonce, Status newStatus) internal {
        uint256 shift = _statusShift(nonce);
        uint256 word = state.statuses[nonce >> 7];
        state.statuses[nonce >> 7] = (word & ~(uint256(3) << shift)) | (uint256(newStatus) << shift);
    }

    function _statusShift(uint64 nonce) internal pure returns (uint256) {
        return (nonce & 127) << 1;
    }
}
