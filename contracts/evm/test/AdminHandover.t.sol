// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

/// @dev proposeAdmin and acceptAdmin.
contract AdminHandoverTest is BridgeTest {
    function test_handover() public {
        vm.expectEmit();
        emit ICausewayBridge.AdminProposed(user);
        _propose(user);
        vm.assertEq(bridge.pendingAdmin(), user);
        vm.assertEq(bridge.admin(), admin);
        vm.expectEmit();
        emit ICausewayBridge.AdminSet(user);
        vm.prank(user);
        bridge.acceptAdmin();
        vm.assertEq(bridge.admin(), user);
        vm.assertEq(bridge.pendingAdmin(), address(0));
        vm.prank(admin);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.setGuardian(address(1));
    }

    function testFuzz_proposeAdmin_notAdmin_reverts(address caller) public {
        vm.assume(caller != admin);
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.proposeAdmin(user);
    }

    function testFuzz_acceptAdmin_notProposed_reverts(address caller) public {
        vm.assume(caller != user);
        _propose(user);
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.acceptAdmin();
    }

    function test_proposeAdmin_withdrawn() public {
        _propose(user);
        _propose(address(0));
        vm.prank(user);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.acceptAdmin();
    }

    function test_acceptAdmin_otherRole_reverts() public {
        address[2] memory taken = [guardian, address(oracle)];
        for (uint256 i = 0; i < taken.length; ++i) {
            _propose(taken[i]);
            vm.prank(taken[i]);
            vm.expectRevert(ICausewayBridge.InvalidRole.selector);
            bridge.acceptAdmin();
        }
    }

    function _propose(address next) private {
        vm.prank(admin);
        bridge.proposeAdmin(next);
    }
}
