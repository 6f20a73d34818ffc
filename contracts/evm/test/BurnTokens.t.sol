// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BridgeTest} from "./base/BridgeTest.sol";

contract BurnTokensTest is BridgeTest {
    function test_burnTokens_withValue_reverts() public {
        // The token has 12 decimals, 9 of them on the wire.
        uint256 amount = 100 * 1000;
        _mint(_inboundLock(0));
        vm.prank(user);
        bytes memory call = abi.encodeCall(bridge.burnTokens, (amount, REMOTE, THERE));
        (bool success, ) = address(bridge).call{value: 1}(call);
        vm.assertTrue(!success);
        vm.prank(user);
        (success, ) = address(bridge).call(call);
        vm.assertTrue(success);
    }
}
