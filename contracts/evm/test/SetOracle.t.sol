// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {MockSafe} from "./mocks/MockSafe.sol";

contract SetOracleTest is BridgeTest {
    function testFuzz_setOracle_threshold(uint8 owners, uint8 threshold) public {
        uint256 n = owners % 12;
        uint256 t = threshold % 14;
        MockSafe next = new MockSafe(n, t);
        if (n == 0 || t > n || t <= n / 2) _expectRevert(IBridgeTypes.InvalidOracle.selector, address(next));
        else _set(address(next));
    }

    function test_setOracle_threshold_reverts() public {
        bytes4 invalid = IBridgeTypes.InvalidOracle.selector;
        _expectRevert(invalid, address(new MockSafe(0, 0)));
        _expectRevert(invalid, address(new MockSafe(5, 2)));
        _expectRevert(invalid, address(new MockSafe(4, 2)));
        _expectRevert(invalid, address(new MockSafe(3, 4)));
        _expectRevert(invalid, address(new MockSafe(3, type(uint256).max)));
        _set(address(new MockSafe(1, 1)));
    }

    function test_setOracle_module_reverts() public {
        MockSafe next = new MockSafe(5, 3);
        next.setModule(user);
        _expectRevert(IBridgeTypes.InvalidOracle.selector, address(next));
        next.setModule(address(0));
        next.setNextModule(user);
        _expectRevert(IBridgeTypes.InvalidOracle.selector, address(next));
    }

    /// @dev The Safe forwards anyone's unknown call to its handler: the bridge would take anyone for the oracle.
    function test_setOracle_bridgeAsFallbackHandler_reverts() public {
        MockSafe next = new MockSafe(5, 3);
        next.setFallbackHandler(address(bridge));
        _expectRevert(IBridgeTypes.InvalidOracle.selector, address(next));
        next.setFallbackHandler(user);
        _set(address(next));
    }

    function test_setOracle_withoutCode_reverts() public {
        _expectRevert(IBridgeTypes.NotAContract.selector, address(0));
        _expectRevert(IBridgeTypes.NotAContract.selector, user);
    }

    function test_setOracle_noSafe_reverts() public {
        vm.prank(admin);
        vm.expectRevert();
        bridge.setOracle(address(token));
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
