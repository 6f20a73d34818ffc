// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract MintTokensTest is BridgeTest {
    /// @dev A mint reaches the bridge, its oracle and its own token like every account, and calls none of them.
    function test_mintTokens_toTheSystemItself_onlyMints() public {
        address[3] memory recipients = [address(bridge), address(oracle), address(token)];
        for (uint256 i = 0; i < recipients.length; ++i) {
            IBridgeTypes.Message memory message = _inboundLock(0);
            message.recipient = _word(recipients[i]);
            _mint(message);
            // 1,000 wire units of a token with three decimals more than the wire.
            vm.assertEq(token.balanceOf(recipients[i]), 1_000_000);
        }
        vm.assertEq(token.totalSupply(), 3_000_000);
        vm.assertEq(bridge.owed(), 0);
    }
}
