// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";

contract CancelOrderTest is BridgeTest {
    function test_cancelOrder_lock() public {
        // Its asset is at home on the remote, so the Cancel releases it there.
        _assertCancels(_inboundLock(0), REMOTE);
    }

    function test_cancelOrder_burn() public {
        // Its asset is at home here, so the Cancel mints it there.
        _assertCancels(_inboundBurn(0), HERE);
    }

    function test_cancelOrder_whilePaused() public {
        vm.prank(guardian);
        bridge.pauseInbound();
        vm.prank(guardian);
        bridge.pauseOutbound();
        _cancel(_commitAround(_inboundLock(0)), 2);
    }

    function test_cancelOrder_unpayableForm() public {
        // A message that no payment can serve, here a recipient wider than an address, must be refundable.
        ICausewayBridge.Message memory message = _inboundLock(0);
        message.recipient = THERE;
        message.wireAmount = type(uint128).max;
        _assertCancels(message, REMOTE);
    }

    function test_cancelOrder_changesNoBalance() public {
        _lock(1_000);
        _cancel(_commitAround(_inboundBurn(0)), 2);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 1_000);
        vm.assertEq(address(bridge).balance, 1_000 * UNIT);
        vm.assertEq(token.totalSupply(), 0);
        (, uint128 available) = bridge.limits(REMOTE, ICausewayBridge.Side.Canonical);
        vm.assertEq(available, CAPACITY);
    }

    function test_cancelOrder_sharesTheOutboundLane() public {
        _lock(1_000);
        _cancel(_commitAround(_inboundLock(0)), 2);
        ICausewayBridge.Message memory next = _outbound(ICausewayBridge.Kind.Lock, 2, 1_000);
        vm.prank(user);
        vm.assertEq(bridge.lockTokens{value: 1_000 * UNIT}(REMOTE, THERE, 1_000 * UNIT), Messages.id(next));
    }

    function testFuzz_cancelOrder_notOracle_reverts(address caller) public {
        vm.assume(caller != address(oracle));
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes memory proof = Messages.proof(batch, 2, Messages.cancelTail(batch[2]));
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotOracle.selector);
        bridge.cancelOrder(Messages.id(batch[2]), proof);
    }

    function test_cancelOrder_executed_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        _mint(batch, 2);
        _expectRevert(ICausewayBridge.AlreadyExecuted.selector, batch);
    }

    function test_cancelOrder_twice_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        _cancel(batch, 2);
        _expectRevert(ICausewayBridge.AlreadyCancelled.selector, batch);
        vm.assertEq(bridge.lane(REMOTE).nextOutboundNonce, 1);
    }

    function test_cancelOrder_cancel_reverts() public {
        ICausewayBridge.Message memory message = _inbound(ICausewayBridge.Kind.Cancel, REMOTE, 0);
        _expectRevert(ICausewayBridge.InvalidKind.selector, _commitAround(message));
        message = _inbound(ICausewayBridge.Kind.Cancel, HERE, 0);
        _expectRevert(ICausewayBridge.InvalidKind.selector, _commitAround(message));
    }

    function test_cancelOrder_assetHome_reverts() public {
        ICausewayBridge.Message memory message = _inbound(ICausewayBridge.Kind.Lock, HERE, 0);
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, _commitAround(message));
        message = _inbound(ICausewayBridge.Kind.Burn, REMOTE, 0);
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, _commitAround(message));
    }

    function test_cancelOrder_tail_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes32 id = Messages.id(batch[2]);
        bytes memory other = Messages.proof(batch, 2, abi.encodePacked(_word(admin), batch[2].wireAmount));
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, id, other);
        other = Messages.proof(batch, 2, abi.encodePacked(batch[2].recipient, uint128(1)));
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, id, other);
        other = Messages.proof(batch, 2, "");
        _expectRevert(ICausewayBridge.MalformedProof.selector, id, other);
        other = bytes.concat(Messages.head(batch[2], 0, 5), Messages.releaseTail(batch[2]));
        _expectRevert(ICausewayBridge.MalformedProof.selector, id, other);
    }

    function testFuzz_cancelOrder_flippedBit_reverts(uint16 position) public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes memory proof = Messages.proof(batch, 2, Messages.cancelTail(batch[2]));
        uint256 bit = position % (proof.length * 8);
        proof[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        vm.prank(address(oracle));
        vm.expectRevert();
        bridge.cancelOrder(Messages.id(batch[2]), proof);
    }

    function _assertCancels(ICausewayBridge.Message memory message, uint32 assetHome) private {
        ICausewayBridge.Message[] memory batch = _commitAround(message);
        ICausewayBridge.Message memory cancel = _outbound(ICausewayBridge.Kind.Cancel, 0, message.wireAmount);
        cancel.assetHome = assetHome;
        cancel.sender = message.sender;
        cancel.recipient = message.sender;
        cancel.orderReference = Messages.id(batch[2]);
        bytes32 id = Messages.id(cancel);
        vm.expectEmit();
        emit ICausewayBridge.OrderCancelled(id, cancel);
        vm.assertEq(_cancel(batch, 2), id);
        _assertStatus(2, ICausewayBridge.Status.Cancelled);
        vm.assertEq(bridge.lane(REMOTE).nextOutboundNonce, 1);
    }

    function _expectRevert(bytes4 expected, ICausewayBridge.Message[] memory batch) private {
        bytes memory proof = Messages.proof(batch, 2, Messages.cancelTail(batch[2]));
        _expectRevert(expected, Messages.id(batch[2]), proof);
    }

    function _expectRevert(bytes4 expected, bytes32 id, bytes memory proof) private {
        vm.prank(address(oracle));
        vm.expectRevert(expected);
        bridge.cancelOrder(id, proof);
    }
}
