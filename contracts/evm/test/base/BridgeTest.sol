// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgedToken} from "../../src/interfaces/IBridgedToken.sol";
import {IBridgeTypes} from "../../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";
import {MockSafe} from "../mocks/MockSafe.sol";
import {Messages} from "./Messages.sol";
import {Vm} from "./Vm.sol";

/// @dev A bridge of the native coin with one open remote whose addresses have 32 bytes. Tests deploy the built artifacts
///      and know the contracts by their interfaces only.
abstract contract BridgeTest {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint32 internal constant HERE = 4242;
    uint32 internal constant REMOTE = 0x80ff01f5;
    bytes32 internal constant REMOTE_BRIDGE = bytes32(uint256(0xb1d9e0) << 200);
    bytes32 internal constant THERE = bytes32(uint256(0x5a) << 248);
    uint128 internal constant CAPACITY = 10 ** 15;
    uint128 internal constant REFILL = 10 ** 9;
    uint128 internal constant MAX_AMOUNT = 10 ** 14;
    uint128 internal constant MIN_AMOUNT = 100;
    // Local units in one wire unit of the native coin.
    uint256 internal constant UNIT = 10 ** 9;

    address internal admin = address(0xad);
    address internal guardian = address(0x9d);
    address internal user = address(0xa11ce);
    MockSafe internal oracle;
    ICausewayBridge internal bridge;
    IBridgedToken internal token;

    function setUp() public virtual {
        vm.chainId(HERE);
        vm.warp(1_800_000_000);
        oracle = new MockSafe(5, 3);
        bridge = _deployBridge(address(0));
        token = _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 12);
        vm.deal(user, 2 ** 250);
    }

    function _deployBridge(address asset) internal returns (ICausewayBridge) {
        bytes memory args = abi.encode(asset, admin, guardian, address(oracle));
        return ICausewayBridge(_deploy("CausewayBridge.sol:CausewayBridge", args));
    }

    function _deployToken(ICausewayBridge owner, uint8 decimals) internal returns (IBridgedToken) {
        bytes memory args = abi.encode("Bridged", "cwT", decimals, address(owner), REMOTE, bytes32(0));
        return IBridgedToken(_deploy("BridgedToken.sol:BridgedToken", args));
    }

    /// @dev Registers and opens a remote with 9 wire decimals and the limits above on both sides.
    function _register(
        ICausewayBridge owner,
        uint32 domain,
        bytes32 remoteBridge,
        uint8 addressLength,
        uint8 decimals
    ) internal returns (IBridgedToken bridged) {
        bridged = _deployToken(owner, decimals);
        vm.prank(admin);
        owner.setRemote(domain, remoteBridge, address(bridged), addressLength, 9);
        vm.prank(admin);
        owner.openRemote(domain);
        vm.prank(admin);
        owner.setLimits(domain, IBridgeTypes.Side.Canonical, _limits());
        vm.prank(admin);
        owner.setLimits(domain, IBridgeTypes.Side.Bridged, _limits());
    }

    function _limits() internal pure returns (IBridgeTypes.Limits memory) {
        return IBridgeTypes.Limits(MIN_AMOUNT, MAX_AMOUNT, CAPACITY, REFILL);
    }

    function _deploy(string memory artifact, bytes memory args) internal returns (address deployed) {
        bytes memory code = bytes.concat(vm.getCode(artifact), args);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
            if iszero(deployed) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    function _word(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    /// @dev A message from the remote that moves the asset of `assetHome` to the user.
    function _inbound(
        IBridgeTypes.Kind kind,
        uint32 assetHome,
        uint64 nonce
    ) internal view returns (IBridgeTypes.Message memory) {
        return
            IBridgeTypes.Message({
                version: 1,
                kind: kind,
                source: REMOTE,
                destination: HERE,
                nonce: nonce,
                sourceBridge: REMOTE_BRIDGE,
                destinationBridge: _word(address(bridge)),
                assetHome: assetHome,
                sender: THERE,
                recipient: _word(user),
                wireAmount: 1_000,
                orderReference: keccak256("reference")
            });
    }

    function _inboundLock(uint64 nonce) internal view returns (IBridgeTypes.Message memory) {
        return _inbound(IBridgeTypes.Kind.Lock, REMOTE, nonce);
    }

    function _inboundBurn(uint64 nonce) internal view returns (IBridgeTypes.Message memory) {
        return _inbound(IBridgeTypes.Kind.Burn, HERE, nonce);
    }

    /// @dev Five messages with the given one in the middle, so that its proof has siblings on several levels.
    function _batchAround(
        IBridgeTypes.Message memory message
    ) internal view returns (IBridgeTypes.Message[] memory batch) {
        batch = new IBridgeTypes.Message[](5);
        uint64 next = bridge.lane(REMOTE).nextInboundNonce;
        for (uint64 i = 0; i < 5; ++i) batch[i] = _inboundLock(next + i);
        message.nonce = next + 2;
        batch[2] = message;
    }

    function _commit(IBridgeTypes.Message[] memory batch) internal {
        vm.prank(address(oracle));
        bridge.commitRoot(batch[0].source, batch[0].nonce, uint32(batch.length), Messages.root(batch));
    }

    function _commitAround(IBridgeTypes.Message memory message) internal returns (IBridgeTypes.Message[] memory batch) {
        batch = _batchAround(message);
        _commit(batch);
    }

    /// @dev Mints `message` (token of 12 decimals, 9 on the wire) as the oracle, from a batch of its own.
    function _mint(IBridgeTypes.Message memory message) internal {
        _mint(_commitAround(message), 2);
    }

    function _mint(IBridgeTypes.Message[] memory batch, uint256 i) internal {
        bytes memory proof = Messages.proof(batch, i, "");
        address recipient = address(uint160(uint256(batch[i].recipient)));
        vm.prank(address(oracle));
        bridge.mintTokens(Messages.id(batch[i]), recipient, uint256(batch[i].wireAmount) * 1000, proof);
    }

    function _release(IBridgeTypes.Message[] memory batch, uint256 i) internal {
        bytes memory proof = Messages.proof(batch, i, Messages.releaseTail(batch[i]));
        address recipient = address(uint160(uint256(batch[i].recipient)));
        vm.prank(address(oracle));
        bridge.releaseTokens(Messages.id(batch[i]), recipient, proof);
    }

    /// @dev Locks `wireAmount` for the user towards the remote.
    function _lock(uint128 wireAmount) internal {
        vm.prank(user);
        bridge.lockTokens{value: wireAmount * UNIT}(REMOTE, THERE, wireAmount * UNIT);
    }

    function _assertStatus(uint64 nonce, IBridgeTypes.Status expected) internal view {
        vm.assertEq(uint256(bridge.status(REMOTE, nonce)), uint256(expected));
    }
}
