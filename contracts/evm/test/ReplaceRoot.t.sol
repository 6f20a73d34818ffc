// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";

contract ReplaceRootTest is BridgeTest {
    ICausewayBridge.Message[] private forged;
    ICausewayBridge.Message[] private right;

    /// @dev Nonce 0 is executed, 1 cancelled, 2 neither; then it turns out that all three messages were others.
    function setUp() public override {
        super.setUp();
        for (uint64 i = 0; i < 3; ++i) {
            forged.push(_inboundLock(i));
            right.push(_inboundLock(i));
            right[i].sender = keccak256("other sender");
        }
        _commit(forged);
        _mint(forged, 0);
        _cancel(forged, 1);
        vm.prank(guardian);
        bridge.pauseInbound();
    }

    function test_replaceRoot() public {
        uint64[] memory changed = _changed();
        bytes32 newRoot = Messages.root(right);
        vm.expectEmit();
        emit ICausewayBridge.RootReplaced(REMOTE, 0, 3, newRoot, changed);
        _replace(changed);
        vm.assertEq(bridge.root(REMOTE, 0, 3), newRoot);
        vm.assertEq(bridge.lane(REMOTE).nextInboundNonce, 3);
        _assertStatus(0, ICausewayBridge.Status.Replaced);
        _assertStatus(1, ICausewayBridge.Status.Replaced);
        _assertStatus(2, ICausewayBridge.Status.None);
    }

    function test_replaceRoot_unchangedKeepTheirStatus() public {
        _replace(new uint64[](0));
        _assertStatus(0, ICausewayBridge.Status.Executed);
        _assertStatus(1, ICausewayBridge.Status.Cancelled);
        _unpause();
        vm.expectRevert(ICausewayBridge.AlreadyExecuted.selector);
        this.mint(right, 0);
        vm.expectRevert(ICausewayBridge.AlreadyCancelled.selector);
        this.mint(right, 1);
    }

    function test_replaceRoot_replacedIsNeverMinted() public {
        _replace(_changed());
        _unpause();
        vm.expectRevert(ICausewayBridge.OrderReplaced.selector);
        this.mint(right, 0);
        vm.expectRevert(ICausewayBridge.OrderReplaced.selector);
        this.mint(right, 1);
        // Not acted on before: an ordinary order.
        _mint(right, 2);
    }

    function test_replaceRoot_replacedIsNeverReleased() public {
        _lock(1_000);
        for (uint64 i = 0; i < 3; ++i) right[i] = _inboundBurn(i);
        _replace(_changed());
        _unpause();
        bytes memory proof = Messages.proof(right, 0, Messages.releaseTail(right[0]));
        vm.prank(address(oracle));
        vm.expectRevert(ICausewayBridge.OrderReplaced.selector);
        bridge.releaseTokens(Messages.id(right[0]), user, proof);
    }

    function test_replaceRoot_replacedIsCancelledOnce() public {
        _replace(_changed());
        for (uint256 i = 0; i < 2; ++i) {
            _cancel(right, i);
            _assertStatus(uint64(i), ICausewayBridge.Status.Cancelled);
            vm.expectRevert(ICausewayBridge.AlreadyCancelled.selector);
            this.cancel(right, i);
        }
    }

    function test_replaceRoot_oldMessagesProveNothing() public {
        _replace(_changed());
        _unpause();
        vm.expectRevert(ICausewayBridge.InvalidProof.selector);
        this.mint(forged, 2);
        vm.expectRevert(ICausewayBridge.InvalidProof.selector);
        this.cancel(forged, 0);
    }

    function test_replaceRoot_twice() public {
        _replace(_changed());
        _replace(_changed());
        _assertStatus(0, ICausewayBridge.Status.Replaced);
    }

    function testFuzz_replaceRoot_notAdmin_reverts(address caller) public {
        vm.assume(caller != admin);
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.replaceRoot(REMOTE, 0, 3, keccak256("root"), new uint64[](0));
    }

    function test_replaceRoot_notPaused_reverts() public {
        _unpause();
        _expectRevert(ICausewayBridge.InboundNotPaused.selector, 0, 3, keccak256("root"), new uint64[](0));
    }

    function test_replaceRoot_zeroRoot_reverts() public {
        _expectRevert(ICausewayBridge.ZeroRoot.selector, 0, 3, bytes32(0), new uint64[](0));
    }

    function test_replaceRoot_unknownInterval_reverts() public {
        _expectRevert(ICausewayBridge.UnknownRoot.selector, 0, 2, keccak256("root"), new uint64[](0));
        _expectRevert(ICausewayBridge.UnknownRoot.selector, 3, 1, keccak256("root"), new uint64[](0));
    }

    function test_replaceRoot_changedOutsideInterval_reverts() public {
        uint64[] memory changed = new uint64[](1);
        changed[0] = 3;
        _expectRevert(ICausewayBridge.NonceOutOfRange.selector, 0, 3, keccak256("root"), changed);
    }

    function mint(ICausewayBridge.Message[] calldata batch, uint256 i) external {
        _mint(batch, i);
    }

    function cancel(ICausewayBridge.Message[] calldata batch, uint256 i) external {
        _cancel(batch, i);
    }

    function _changed() private pure returns (uint64[] memory changed) {
        changed = new uint64[](3);
        (changed[0], changed[1], changed[2]) = (0, 1, 2);
    }

    function _replace(uint64[] memory changed) private {
        bytes32 newRoot = Messages.root(right);
        vm.prank(admin);
        bridge.replaceRoot(REMOTE, 0, 3, newRoot, changed);
    }

    function _unpause() private {
        vm.prank(admin);
        bridge.unpauseInbound();
    }

    function _expectRevert(
        bytes4 expected,
        uint64 firstNonce,
        uint32 count,
        bytes32 root,
        uint64[] memory changed
    ) private {
        vm.prank(admin);
        vm.expectRevert(expected);
        bridge.replaceRoot(REMOTE, firstNonce, count, root, changed);
    }
}
