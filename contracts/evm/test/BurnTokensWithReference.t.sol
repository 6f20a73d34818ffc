// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";

contract BurnTokensWithReferenceTest is BridgeTest {
    function setUp() public override {
        super.setUp();
        _mint(_inboundLock(0));
    }

    function testFuzz_burnTokensWithReference(bytes32 orderReference, address refundAddress) public {
        vm.assume(refundAddress != address(0));
        ICausewayBridge.Message memory message = _outbound(ICausewayBridge.Kind.Burn, 0, 400);
        message.orderReference = orderReference;
        message.sender = _word(refundAddress);
        bytes32 id = Messages.id(message);
        vm.expectEmit();
        emit ICausewayBridge.TokensBurned(id, message);
        vm.prank(user);
        vm.assertEq(bridge.burnTokensWithReference(400_000, REMOTE, THERE, orderReference, refundAddress), id);
        vm.assertEq(token.balanceOf(user), 600_000);
    }

    function test_burnTokensWithReference_zeroRefundAddress_reverts() public {
        vm.prank(user);
        vm.expectRevert(ICausewayBridge.InvalidRefundAddress.selector);
        bridge.burnTokensWithReference(400_000, REMOTE, THERE, 0, address(0));
    }
}
