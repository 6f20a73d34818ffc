// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract CommitRootTest is BridgeTest {
    bytes32 private constant ROOT = keccak256("root");

    function test_commitRoot() public {
        vm.expectEmit();
        emit ICausewayBridge.RootCommitted(REMOTE, 0, 3, ROOT);
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 0, 3, ROOT);
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 3, type(uint32).max, bytes32(uint256(1)));
        vm.assertEq(bridge.root(REMOTE, 0, 3), ROOT);
        vm.assertEq(bridge.root(REMOTE, 3, type(uint32).max), bytes32(uint256(1)));
        vm.assertEq(bridge.root(REMOTE, 0, 2), bytes32(0));
        vm.assertEq(bridge.lane(REMOTE).nextInboundNonce, 3 + uint256(type(uint32).max));
        vm.assertEq(bridge.lane(REMOTE).nextOutboundNonce, 0);
    }

    function test_commitRoot_whilePaused() public {
        vm.prank(guardian);
        bridge.pauseInbound();
        vm.prank(guardian);
        bridge.pauseOutbound();
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 0, 3, ROOT);
    }

    function testFuzz_commitRoot_notOracle_reverts(address caller) public {
        vm.assume(caller != address(oracle));
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotOracle.selector);
        bridge.commitRoot(REMOTE, 0, 3, ROOT);
    }

    function test_commitRoot_zeroRoot_reverts() public {
        _expectRevert(ICausewayBridge.ZeroRoot.selector, REMOTE, 0, 3, bytes32(0));
    }

    function test_commitRoot_emptyBatch_reverts() public {
        _expectRevert(ICausewayBridge.EmptyBatch.selector, REMOTE, 0, 0, ROOT);
    }

    function testFuzz_commitRoot_nonceGap_reverts(uint64 firstNonce) public {
        vm.assume(firstNonce != 3);
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 0, 3, ROOT);
        _expectRevert(ICausewayBridge.NonceGap.selector, REMOTE, firstNonce, 1, ROOT);
    }

    function test_commitRoot_unknownRemote_reverts() public {
        _expectRevert(ICausewayBridge.UnknownRemote.selector, REMOTE + 1, 0, 1, ROOT);
    }

    function test_commitRoot_closedRemote_reverts() public {
        address bridged = address(_deployToken(bridge, 9));
        vm.prank(admin);
        bridge.setRemote(7, REMOTE_BRIDGE, bridged, 32, 9);
        _expectRevert(ICausewayBridge.RemoteNotOpen.selector, 7, 0, 1, ROOT);
    }

    function _expectRevert(bytes4 expected, uint32 source, uint64 firstNonce, uint32 count, bytes32 root) private {
        vm.prank(address(oracle));
        vm.expectRevert(expected);
        bridge.commitRoot(source, firstNonce, count, root);
    }
}
