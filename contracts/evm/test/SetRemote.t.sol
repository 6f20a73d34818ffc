// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgedToken} from "../src/interfaces/IBridgedToken.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {FakeBridgedToken} from "./mocks/Tokens.sol";

contract SetRemoteTest is BridgeTest {
    uint32 private constant OTHER = 7;
    bytes32 private constant OTHER_BRIDGE = bytes32(uint256(0xb));

    function test_setRemote() public {
        IBridgedToken other = _deployToken(bridge, 18);
        vm.expectEmit();
        emit ICausewayBridge.RemoteSet(OTHER, OTHER_BRIDGE, address(other), 20, 6);
        _set(OTHER, OTHER_BRIDGE, address(other), 20, 6);
        ICausewayBridge.Remote memory remote = bridge.remote(OTHER);
        vm.assertEq(remote.bridge, OTHER_BRIDGE);
        vm.assertEq(remote.token, address(other));
        vm.assertEq(remote.addressLength, 20);
        vm.assertEq(remote.wireDecimals, 6);
        vm.assertEq(remote.opened, false);
    }

    function test_setRemote_replacesUntilOpen() public {
        IBridgedToken first = _deployToken(bridge, 9);
        IBridgedToken second = _deployToken(bridge, 9);
        _set(OTHER, OTHER_BRIDGE, address(first), 32, 9);
        _set(OTHER, OTHER_BRIDGE, address(first), 20, 8);
        _set(OTHER, OTHER_BRIDGE, address(second), 20, 9);
        // The first token is free again, the second is taken.
        _set(OTHER + 1, OTHER_BRIDGE, address(first), 20, 9);
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER + 2, OTHER_BRIDGE, address(second), 20, 9);
    }

    function test_setRemote_open_reverts() public {
        IBridgedToken other = _deployToken(bridge, 9);
        _expectRevert(ICausewayBridge.RemoteAlreadyOpen.selector, REMOTE, REMOTE_BRIDGE, address(other), 32, 9);
    }

    function test_setRemote_tokenOfAnotherHome_reverts() public {
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, address(token), 20, 9);
    }

    function test_setRemote_domain_reverts() public {
        address other = address(_deployToken(bridge, 9));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, 0, OTHER_BRIDGE, other, 20, 9);
        _expectRevert(ICausewayBridge.InvalidRemote.selector, HERE, OTHER_BRIDGE, other, 20, 9);
    }

    function test_setRemote_addressForm_reverts() public {
        address other = address(_deployToken(bridge, 9));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, other, 0, 9);
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, other, 33, 9);
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, bytes32(0), other, 20, 9);
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, bytes32(uint256(1) << 160), other, 20, 9);
        _set(OTHER, bytes32(uint256(1) << 159), other, 20, 9);
        _set(OTHER, bytes32(uint256(1) << 255), other, 32, 9);
    }

    function test_setRemote_decimals_reverts() public {
        address eight = address(_deployToken(bridge, 8));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, eight, 20, 9);
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, eight, 20, 10);
        _set(OTHER, OTHER_BRIDGE, eight, 20, 8);
        // More decimals than nine never are on the wire.
        address eighteen = address(_deployToken(bridge, 18));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, eighteen, 20, 10);
        address tooFine = address(_deployToken(bridge, 48));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, tooFine, 20, 9);
        _set(OTHER, OTHER_BRIDGE, address(_deployToken(bridge, 47)), 20, 9);
    }

    function test_setRemote_token_reverts() public {
        _expectRevert(ICausewayBridge.NotAContract.selector, OTHER, OTHER_BRIDGE, address(0), 20, 9);
        _expectRevert(ICausewayBridge.NotAContract.selector, OTHER, OTHER_BRIDGE, user, 20, 9);
        address foreign = address(_deployToken(ICausewayBridge(user), 9));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, foreign, 20, 9);
        address issued = address(new FakeBridgedToken(address(bridge), 9, 1));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, issued, 20, 9);
    }

    function test_setRemote_canonicalAsset_reverts() public {
        FakeBridgedToken asset = new FakeBridgedToken(address(0), 9, 0);
        bridge = _deployBridge(address(asset));
        vm.store(address(asset), 0, bytes32((uint256(9) << 160) | uint160(address(bridge))));
        vm.assertEq(asset.bridge(), address(bridge));
        _expectRevert(ICausewayBridge.InvalidRemote.selector, OTHER, OTHER_BRIDGE, address(asset), 20, 9);
    }

    function testFuzz_setRemote_notAdmin_reverts(address caller) public {
        vm.assume(caller != admin);
        address other = address(_deployToken(bridge, 9));
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.setRemote(OTHER, OTHER_BRIDGE, other, 20, 9);
    }

    function _set(uint32 domain, bytes32 remoteBridge, address bridged, uint8 length, uint8 decimals) private {
        vm.prank(admin);
        bridge.setRemote(domain, remoteBridge, bridged, length, decimals);
    }

    function _expectRevert(
        bytes4 expected,
        uint32 domain,
        bytes32 remoteBridge,
        address bridged,
        uint8 length,
        uint8 decimals
    ) private {
        vm.prank(admin);
        vm.expectRevert(expected);
        bridge.setRemote(domain, remoteBridge, bridged, length, decimals);
    }
}
