// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract PausesTest is BridgeTest {
    function test_pauseOutbound_guardian() public {
        vm.expectEmit();
        emit ICausewayBridge.OutboundPausedSet(true);
        vm.prank(guardian);
        bridge.pauseOutbound();
        _assertPaused(true, false);
    }

    function test_pauseOutbound_admin() public {
        vm.prank(admin);
        bridge.pauseOutbound();
        _assertPaused(true, false);
    }

    function test_pauseInbound_guardian() public {
        vm.expectEmit();
        emit ICausewayBridge.InboundPausedSet(true);
        vm.prank(guardian);
        bridge.pauseInbound();
        _assertPaused(false, true);
    }

    function test_pauseInbound_admin() public {
        vm.prank(admin);
        bridge.pauseInbound();
        _assertPaused(false, true);
    }

    function test_pause_keepsTheOracle() public {
        test_pauseInbound_guardian();
        vm.assertEq(bridge.oracle(), address(oracle));
    }

    function test_unpause_admin() public {
        vm.prank(guardian);
        bridge.pauseOutbound();
        vm.prank(guardian);
        bridge.pauseInbound();
        vm.expectEmit();
        emit ICausewayBridge.OutboundPausedSet(false);
        vm.prank(admin);
        bridge.unpauseOutbound();
        _assertPaused(false, true);
        vm.expectEmit();
        emit ICausewayBridge.InboundPausedSet(false);
        vm.prank(admin);
        bridge.unpauseInbound();
        _assertPaused(false, false);
        _lock(1_000);
        _mint(_inboundLock(0));
    }

    function test_unpause_guardian_reverts() public {
        vm.prank(guardian);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.unpauseOutbound();
        vm.prank(guardian);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.unpauseInbound();
    }

    function testFuzz_pause_stranger_reverts(address caller) public {
        vm.assume(caller != guardian && caller != admin);
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotGuardian.selector);
        bridge.pauseOutbound();
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotGuardian.selector);
        bridge.pauseInbound();
    }

    function _assertPaused(bool outbound, bool inbound) private view {
        vm.assertEq(bridge.outboundPaused(), outbound);
        vm.assertEq(bridge.inboundPaused(), inbound);
    }
}
