// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract BurnTokensTest is BridgeTest {
    // The token has 12 decimals, 9 of them on the wire.
    uint256 private constant AMOUNT = 100 * 1000;

    function test_burnTokens_withValue_reverts() public {
        _mint(_inboundLock(0));
        vm.prank(user);
        vm.expectRevert(IBridgeTypes.WrongValue.selector);
        bridge.burnTokens{value: 1}(AMOUNT, REMOTE, THERE);
        vm.prank(user);
        bridge.burnTokens(AMOUNT, REMOTE, THERE);
    }
}
