// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract SetGuardianTest is BridgeTest {
    function test_setGuardian() public {
        vm.expectEmit();
        emit ICausewayBridge.GuardianSet(user);
        vm.prank(admin);
        bridge.setGuardian(user);
        vm.assertEq(bridge.guardian(), user);
        vm.prank(guardian);
        vm.expectRevert(ICausewayBridge.NotGuardian.selector);
        bridge.pauseInbound();
    }

    function test_setGuardian_otherRole_reverts() public {
        address[3] memory taken = [address(0), admin, address(oracle)];
        for (uint256 i = 0; i < taken.length; ++i) {
            vm.prank(admin);
            vm.expectRevert(ICausewayBridge.InvalidRole.selector);
            bridge.setGuardian(taken[i]);
        }
    }

    function testFuzz_setGuardian_notAdmin_reverts(address caller) public {
        vm.assume(caller != admin);
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.setGuardian(user);
    }
}
