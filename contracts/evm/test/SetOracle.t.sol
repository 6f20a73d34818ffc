// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {MockSafe} from "./mocks/MockSafe.sol";

contract SetOracleTest is BridgeTest {
    function test_setOracle() public {
        MockSafe next = new MockSafe(7, 4);
        vm.expectEmit();
        emit ICausewayBridge.OracleSet(address(next));
        vm.prank(admin);
        bridge.setOracle(address(next));
        vm.assertEq(bridge.oracle(), address(next));
        vm.prank(address(oracle));
        vm.expectRevert(ICausewayBridge.NotOracle.selector);
        bridge.commitRoot(REMOTE, 0, 1, keccak256("root"));
        vm.prank(address(next));
        bridge.commitRoot(REMOTE, 0, 1, keccak256("root"));
    }

    function test_setOracle_keepsThePauses() public {
        vm.prank(guardian);
        bridge.pauseInbound();
        vm.prank(guardian);
        bridge.pauseOutbound();
        _set(address(new MockSafe(5, 3)));
        vm.assertTrue(bridge.inboundPaused() && bridge.outboundPaused());
    }

    function testFuzz_setOracle_threshold(uint8 owners, uint8 threshold) public {
        uint256 n = owners % 12;
        uint256 t = threshold % 14;
        MockSafe next = new MockSafe(n, t);
        if (n == 0 || t > n || t <= n / 2) _expectRevert(ICausewayBridge.InvalidOracle.selector, address(next));
        else _set(address(next));
    }

    function test_setOracle_threshold_reverts() public {
        bytes4 invalid = ICausewayBridge.InvalidOracle.selector;
        _expectRevert(invalid, address(new MockSafe(0, 0)));
        _expectRevert(invalid, address(new MockSafe(5, 2)));
        _expectRevert(invalid, address(new MockSafe(4, 2)));
        _expectRevert(invalid, address(new MockSafe(3, 4)));
        _expectRevert(invalid, address(new MockSafe(3, type(uint256).max)));
        _set(address(new MockSafe(1, 1)));
    }

    function test_setOracle_repeatedOwner_reverts() public {
        MockSafe next = new MockSafe(5, 3);
        next.setOwner(4, next.getOwners()[0]);
        _expectRevert(ICausewayBridge.InvalidOracle.selector, address(next));
    }

    function test_setOracle_module_reverts() public {
        MockSafe next = new MockSafe(5, 3);
        next.setModule(user);
        _expectRevert(ICausewayBridge.InvalidOracle.selector, address(next));
        next.setModule(address(0));
        next.setNextModule(user);
        _expectRevert(ICausewayBridge.InvalidOracle.selector, address(next));
    }

    /// @dev The Safe forwards anyone's unknown call to its handler: the bridge would take anyone for the oracle.
    function test_setOracle_bridgeAsFallbackHandler_reverts() public {
        MockSafe next = new MockSafe(5, 3);
        next.setFallbackHandler(address(bridge));
        _expectRevert(ICausewayBridge.InvalidOracle.selector, address(next));
        next.setFallbackHandler(user);
        _set(address(next));
    }

    function test_setOracle_withoutCode_reverts() public {
        _expectRevert(ICausewayBridge.NotAContract.selector, address(0));
        _expectRevert(ICausewayBridge.NotAContract.selector, user);
    }

    function test_setOracle_noSafe_reverts() public {
        vm.prank(admin);
        vm.expectRevert();
        bridge.setOracle(address(token));
    }

    function test_setOracle_otherRole_reverts() public {
        address safe = address(new MockSafe(5, 3));
        vm.prank(admin);
        bridge.setGuardian(safe);
        _expectRevert(ICausewayBridge.InvalidRole.selector, safe);
    }

    function testFuzz_setOracle_notAdmin_reverts(address caller) public {
        vm.assume(caller != admin);
        address next = address(new MockSafe(5, 3));
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.setOracle(next);
    }

    function _set(address next) private {
        vm.prank(admin);
        bridge.setOracle(next);
    }

    function _expectRevert(bytes4 expected, address next) private {
        vm.prank(admin);
        vm.expectRevert(expected);
        bridge.setOracle(next);
    }
}
