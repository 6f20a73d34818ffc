// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {ICausewayBridge} from "../interfaces/ICausewayBridge.sol";
import {Decimal24} from "../libraries/Decimal24.sol";
import {MessageCodec} from "../libraries/MessageCodec.sol";
import {RateLimit} from "../libraries/RateLimit.sol";
import {WireAmount} from "../libraries/WireAmount.sol";

/// @title State of the bridge and its getters
abstract contract BridgeState is ICausewayBridge {
    using RateLimit for RateLimit.Bucket;

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

    /// @inheritdoc ICausewayBridge
    uint32 public immutable override domain;
    /// @inheritdoc ICausewayBridge
    address public immutable override canonicalAsset;
    /// @inheritdoc ICausewayBridge
    uint8 public immutable override wireDecimals;
    /// @dev Local units of the canonical asset in one wire unit.
    uint256 internal immutable _canonicalUnit;

    // One slot: every inbound call reads the oracle and a pause.
    /// @inheritdoc ICausewayBridge
    address public override oracle;
    /// @inheritdoc ICausewayBridge
    bool public override outboundPaused;
    /// @inheritdoc ICausewayBridge
    bool public override inboundPaused;

    /// @inheritdoc ICausewayBridge
    address public override guardian;
    /// @inheritdoc ICausewayBridge
    address public override admin;
    /// @inheritdoc ICausewayBridge
    address public override pendingAdmin;

    /// @inheritdoc ICausewayBridge
    mapping(address creditor => uint256 amount) public override claimable;
    /// @inheritdoc ICausewayBridge
    uint256 public override claimableTotal;

    mapping(uint32 domain => RemoteState) internal _remotes;
    /// @dev Every remote that was ever registered, once.
    uint32[] internal _remoteDomains;
    /// @dev The remote a token represents; zero for none.
    mapping(address token => uint32 domain) internal _tokenHome;

    constructor(address canonicalAsset_) {
        if (block.chainid == 0 || block.chainid >= 1 << 31) revert InvalidDomain();
        uint8 decimals = 18;
        if (canonicalAsset_ != address(0)) {
            if (canonicalAsset_.code.length == 0) revert NotAContract();
            decimals = IERC20Metadata(canonicalAsset_).decimals();
        }
        domain = uint32(block.chainid);
        canonicalAsset = canonicalAsset_;
        wireDecimals = decimals < WireAmount.MAX_DECIMALS ? decimals : WireAmount.MAX_DECIMALS;
        _canonicalUnit = 10 ** (decimals - wireDecimals);
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
        return outstanding * _canonicalUnit + claimableTotal;
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
            source: domain,
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

    function _statusShift(uint64 nonce) private pure returns (uint256) {
        return (nonce & 127) << 1;
    }
}
