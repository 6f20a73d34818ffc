// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";
import {GasBurningRecipient, ReentrantRecipient, RefusingRecipient, ReturnBombRecipient} from "./mocks/Recipients.sol";
import {FaultyToken} from "./mocks/Tokens.sol";

contract ReleaseTokensTest is BridgeTest {
    uint256 private constant AMOUNT = 1_000 * UNIT;

    address private recipient = address(0xb0b);

    function setUp() public override {
        super.setUp();
        _lock(10_000);
    }

    function test_releaseTokens_burn() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(recipient));
        bytes32 id = Messages.id(batch[2]);
        vm.expectEmit();
        emit ICausewayBridge.TokensReleased(id, _word(recipient), 1_000, keccak256("reference"), false);
        _release(batch, 2);
        vm.assertEq(recipient.balance, AMOUNT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 9_000);
        vm.assertEq(bridge.claimable(recipient), 0);
        _assertStatus(2, ICausewayBridge.Status.Executed);
    }

    function test_releaseTokens_cancelOfLock() public {
        ICausewayBridge.Message memory message = _inbound(ICausewayBridge.Kind.Cancel, HERE, 0);
        message.recipient = _word(recipient);
        _release(_commitAround(message), 2);
        vm.assertEq(recipient.balance, AMOUNT);
    }

    function test_releaseTokens_erc20() public {
        FaultyToken asset = _useToken();
        _release(_commitAround(_burnFor(recipient)), 2);
        vm.assertEq(asset.balanceOf(recipient), AMOUNT);
        vm.assertEq(bridge.claimable(recipient), 0);
    }

    function test_releaseTokens_refusingRecipient_credits() public {
        _assertCredited(address(new RefusingRecipient()));
    }

    function test_releaseTokens_gasBurningRecipient_credits() public {
        uint256 before = gasleft();
        _assertCredited(address(new GasBurningRecipient()));
        vm.assertLe(before - gasleft(), 2_000_000, "the recipient burns its 50,000 only");
    }

    function test_releaseTokens_returnBomb_credits() public {
        _assertCredited(address(new ReturnBombRecipient()));
    }

    function test_releaseTokens_creditsAddUp() public {
        address refusing = address(new RefusingRecipient());
        _assertCredited(refusing);
        _release(_commitAround(_burnFor(refusing)), 2);
        vm.assertEq(bridge.claimable(refusing), 2 * AMOUNT);
    }

    function test_releaseTokens_refusingToken_credits() public {
        FaultyToken asset = _useToken();
        asset.setBlocked(recipient, true);
        _assertCredited(recipient);
    }

    function test_releaseTokens_falseReturningToken_credits() public {
        FaultyToken asset = _useToken();
        asset.setReturnsFalse(true);
        _assertCredited(recipient);
    }

    function test_releaseTokens_reentrantRecipient_paysOnce() public {
        ReentrantRecipient reentrant = new ReentrantRecipient(bridge);
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(address(reentrant)));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        reentrant.setCall(abi.encodeCall(bridge.releaseTokens, (Messages.id(batch[2]), address(reentrant), proof)));
        _release(batch, 2);
        vm.assertTrue(!reentrant.reentered());
        vm.assertEq(bytes32(reentrant.failure()), bytes32(ICausewayBridge.NotOracle.selector));
        vm.assertEq(address(reentrant).balance, AMOUNT);
    }

    /// @dev Even an oracle that pays itself finds the message executed.
    function test_releaseTokens_reentrantOracle_paysOnce() public {
        ReentrantRecipient reentrant = new ReentrantRecipient(bridge);
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(address(reentrant)));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        bytes32 id = Messages.id(batch[2]);
        reentrant.setCall(abi.encodeCall(bridge.releaseTokens, (id, address(reentrant), proof)));
        _makeOracle(address(reentrant));
        vm.prank(address(reentrant));
        bridge.releaseTokens(id, address(reentrant), proof);
        vm.assertEq(bytes32(reentrant.failure()), bytes32(ICausewayBridge.AlreadyExecuted.selector));
        vm.assertEq(address(reentrant).balance, AMOUNT);
    }

    function test_releaseTokens_lowGas_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(address(new GasBurningRecipient())));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        bytes32 id = Messages.id(batch[2]);
        address to = address(uint160(uint256(batch[2].recipient)));
        vm.prank(address(oracle));
        vm.expectRevert(ICausewayBridge.InsufficientGas.selector);
        bridge.releaseTokens{gas: 125_000}(id, to, proof);
        _assertStatus(2, ICausewayBridge.Status.None);
    }

    function testFuzz_releaseTokens_notOracle_reverts(address caller) public {
        vm.assume(caller != address(oracle));
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(recipient));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotOracle.selector);
        bridge.releaseTokens(Messages.id(batch[2]), recipient, proof);
    }

    function test_releaseTokens_paused_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(recipient));
        vm.prank(guardian);
        bridge.pauseInbound();
        _expectRevert(ICausewayBridge.InboundPaused.selector, batch);
    }

    function test_releaseTokens_twice_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(recipient));
        _release(batch, 2);
        _expectRevert(ICausewayBridge.AlreadyExecuted.selector, batch);
    }

    function test_releaseTokens_cancelled_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(recipient));
        _cancel(batch, 2);
        _expectRevert(ICausewayBridge.AlreadyCancelled.selector, batch);
    }

    function test_releaseTokens_lock_reverts() public {
        _expectRevert(ICausewayBridge.WrongAssetHome.selector, _commitAround(_inboundLock(0)));
    }

    function test_releaseTokens_cancelOfBurn_reverts() public {
        // Its asset is at home on the remote: mintTokens pays it.
        ICausewayBridge.Message memory message = _inbound(ICausewayBridge.Kind.Cancel, REMOTE, 0);
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, _commitAround(message));
    }

    function test_releaseTokens_outstanding_reverts() public {
        ICausewayBridge.Message memory message = _burnFor(recipient);
        message.wireAmount = 10_001;
        _expectRevert(ICausewayBridge.InsufficientOutstanding.selector, _commitAround(message));
        message.wireAmount = 10_000;
        _release(_commitAround(message), 2);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 0);
        vm.assertEq(address(bridge).balance, 0);
    }

    /// @dev I4: what is locked towards one remote is out of reach of another.
    function test_releaseTokens_outstandingOfAnotherRemote_reverts() public {
        _register(bridge, 7, REMOTE_BRIDGE, 32, 9);
        ICausewayBridge.Message[] memory batch = new ICausewayBridge.Message[](1);
        batch[0] = _burnFor(recipient);
        batch[0].source = 7;
        _commit(batch);
        bytes memory proof = Messages.proof(batch, 0, Messages.releaseTail(batch[0]));
        vm.prank(address(oracle));
        vm.expectRevert(ICausewayBridge.InsufficientOutstanding.selector);
        bridge.releaseTokens(Messages.id(batch[0]), recipient, proof);
    }

    function test_releaseTokens_arguments_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(recipient));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        bytes32 id = Messages.id(batch[2]);
        _expectRevert(ICausewayBridge.InvalidRecipient.selector, id, address(0), proof);
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, id, admin, proof);
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, bytes32(uint256(id) ^ 1), recipient, proof);
        bytes memory otherAmount = Messages.proof(batch, 2, abi.encodePacked(uint128(1_001)));
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, id, recipient, otherAmount);
        bytes memory withoutTail = Messages.proof(batch, 2, "");
        _expectRevert(ICausewayBridge.MalformedProof.selector, id, recipient, withoutTail);
        bytes memory cancelTail = Messages.proof(batch, 2, Messages.cancelTail(batch[2]));
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, id, recipient, cancelTail);
    }

    function testFuzz_releaseTokens_flippedBit_reverts(uint16 position) public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(recipient));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        uint256 bit = position % (proof.length * 8);
        proof[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        vm.prank(address(oracle));
        vm.expectRevert();
        bridge.releaseTokens(Messages.id(batch[2]), recipient, proof);
    }

    function test_releaseTokens_rateLimit() public {
        for (uint256 i = 0; i < 11; ++i) _lock(MAX_AMOUNT);
        ICausewayBridge.Message memory message = _burnFor(recipient);
        message.wireAmount = CAPACITY;
        _release(_commitAround(message), 2);
        (, uint128 available) = bridge.limits(REMOTE, ICausewayBridge.Side.Canonical);
        vm.assertEq(available, 0);
        // A refund draws like everything else.
        message = _inbound(ICausewayBridge.Kind.Cancel, HERE, 0);
        message.wireAmount = REFILL;
        ICausewayBridge.Message[] memory refund = _commitAround(message);
        _expectRevert(ICausewayBridge.RateLimited.selector, refund);
        vm.warp(block.timestamp + 1);
        _release(refund, 2);
        (, available) = bridge.limits(REMOTE, ICausewayBridge.Side.Bridged);
        vm.assertEq(available, CAPACITY);
    }

    function _burnFor(address to) private view returns (ICausewayBridge.Message memory message) {
        message = _inboundBurn(0);
        message.recipient = _word(to);
    }

    function _assertCredited(address to) private {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(to));
        uint64 nonce = batch[2].nonce;
        bytes32 id = Messages.id(batch[2]);
        vm.expectEmit();
        emit ICausewayBridge.TokensReleased(id, _word(to), 1_000, keccak256("reference"), true);
        _release(batch, 2);
        vm.assertEq(bridge.claimable(to), AMOUNT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 9_000);
        _assertStatus(nonce, ICausewayBridge.Status.Executed);
    }

    function _makeOracle(address account) private {
        // The oracle's code is replaced after the check, which no real Safe can do.
        vm.store(address(bridge), bytes32(uint256(0)), bytes32(uint256(uint160(account))));
        vm.assertEq(bridge.oracle(), account);
    }

    function _useToken() private returns (FaultyToken asset) {
        asset = new FaultyToken();
        bridge = _deployBridge(address(asset));
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        asset.mint(user, 10_000 * UNIT);
        vm.prank(user);
        IERC20(asset).approve(address(bridge), type(uint256).max);
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, 10_000 * UNIT);
    }

    function _expectRevert(bytes4 expected, ICausewayBridge.Message[] memory batch) private {
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        address to = address(uint160(uint256(batch[2].recipient)));
        _expectRevert(expected, Messages.id(batch[2]), to, proof);
    }

    function _expectRevert(bytes4 expected, bytes32 id, address to, bytes memory proof) private {
        vm.prank(address(oracle));
        vm.expectRevert(expected);
        bridge.releaseTokens(id, to, proof);
    }
}
