// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";

contract LockTokensWithReferenceTest is BridgeTest {
    function testFuzz_lockTokensWithReference(bytes32 orderReference, address refundAddress) public {
        vm.assume(refundAddress != address(0));
        ICausewayBridge.Message memory message = _outbound(ICausewayBridge.Kind.Lock, 0, 100);
        message.orderReference = orderReference;
        message.sender = _word(refundAddress);
        bytes32 id = Messages.id(message);
        vm.expectEmit();
        emit ICausewayBridge.TokensLocked(id, message);
        vm.prank(user);
        uint256 amount = 100 * UNIT;
        bytes32 returned = bridge.lockTokensWithReference{value: amount}(
            REMOTE,
            THERE,
            amount,
            orderReference,
            refundAddress
        );
        vm.assertEq(returned, id);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 100);
    }

    function test_lockTokensWithReference_zeroRefundAddress_reverts() public {
        vm.prank(user);
        vm.expectRevert(ICausewayBridge.InvalidRefundAddress.selector);
        bridge.lockTokensWithReference{value: 100 * UNIT}(REMOTE, THERE, 100 * UNIT, 0, address(0));
    }

    function test_lockTokensWithReference_paused_reverts() public {
        vm.prank(guardian);
        bridge.pauseOutbound();
        vm.prank(user);
        vm.expectRevert(ICausewayBridge.OutboundPaused.selector);
        bridge.lockTokensWithReference{value: 100 * UNIT}(REMOTE, THERE, 100 * UNIT, 0, user);
    }
}
