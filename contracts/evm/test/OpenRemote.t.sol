// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract OpenRemoteTest is BridgeTest {
    function test_openRemote() public {
        address bridged = address(_deployToken(bridge, 9));
        vm.prank(admin);
        bridge.setRemote(7, REMOTE_BRIDGE, bridged, 32, 9);
        vm.expectEmit();
        emit ICausewayBridge.RemoteOpened(7);
        vm.prank(admin);
        bridge.openRemote(7);
        vm.assertTrue(bridge.remote(7).opened);
    }

    function test_openRemote_withoutLimits_movesNothing() public {
        address bridged = address(_deployToken(bridge, 9));
        vm.prank(admin);
        bridge.setRemote(7, REMOTE_BRIDGE, bridged, 32, 9);
        vm.prank(admin);
        bridge.openRemote(7);
        vm.prank(user);
        vm.expectRevert(ICausewayBridge.AboveMaximum.selector);
        bridge.lockTokens{value: UNIT}(7, THERE, UNIT);
    }

    function test_openRemote_unknown_reverts() public {
        vm.prank(admin);
        vm.expectRevert(ICausewayBridge.UnknownRemote.selector);
        bridge.openRemote(7);
    }

    function test_openRemote_twice_reverts() public {
        vm.prank(admin);
        vm.expectRevert(ICausewayBridge.RemoteAlreadyOpen.selector);
        bridge.openRemote(REMOTE);
    }

    function testFuzz_openRemote_notAdmin_reverts(address caller) public {
        vm.assume(caller != admin);
        address bridged = address(_deployToken(bridge, 9));
        vm.prank(admin);
        bridge.setRemote(7, REMOTE_BRIDGE, bridged, 32, 9);
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.openRemote(7);
    }
}
