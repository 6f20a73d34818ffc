// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";
import {GasBurningRecipient, ReentrantRecipient, ReturnBombRecipient} from "./mocks/Recipients.sol";

/// @dev A lane with messages of every kind: executeMany does to each what the function of one order does.
contract ExecuteManyTest is BridgeTest {
    // What is done, and to which kind of message, see ICausewayBridge.
    bytes1 private constant MINT = 0x11;
    bytes1 private constant MINT_CANCEL = 0x13;
    bytes1 private constant RELEASE = 0x22;
    bytes1 private constant RELEASE_CANCEL = 0x23;
    bytes1 private constant CANCEL_LOCK = 0x31;
    bytes1 private constant CANCEL_BURN = 0x32;
    // Local units of the token in one wire unit.
    uint256 private constant TOKEN_UNIT = 1_000;

    function setUp() public override {
        super.setUp();
        _lock(100_000);
    }

    function test_executeMany_everyOperation_doesWhatOneOrderDoes() public {
        IBridgeTypes.Message[] memory batch = _lane("\x11\x13\x22\x23\x31\x32");
        _commit(batch);
        uint64 outbound = bridge.lane(REMOTE).nextOutboundNonce;
        uint256 paidBefore = user.balance;
        _expectReleased(batch[2], false);
        _expectReleased(batch[3], false);
        _expectCancelled(batch[4], outbound);
        _expectCancelled(batch[5], outbound + 1);
        _expectMinted(batch[0]);
        _expectMinted(batch[1]);
        _executeAsOracle(Messages.packed(batch, 0, "\x11\x13\x22\x23\x31\x32"));
        vm.assertEq(token.balanceOf(user), 2_000 * TOKEN_UNIT);
        vm.assertEq(user.balance - paidBefore, 2_000 * UNIT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 98_000);
        vm.assertEq(bridge.lane(REMOTE).nextOutboundNonce, outbound + 2);
        (, uint128 canonical) = bridge.limits(REMOTE, IBridgeTypes.Side.Canonical);
        (, uint128 bridged) = bridge.limits(REMOTE, IBridgeTypes.Side.Bridged);
        vm.assertEq(canonical, CAPACITY - 2_000);
        vm.assertEq(bridged, CAPACITY - 2_000);
        for (uint64 i = 0; i < 4; ++i) _assertStatus(i, IBridgeTypes.Status.Executed);
        for (uint64 i = 4; i < 6; ++i) _assertStatus(i, IBridgeTypes.Status.Cancelled);
    }

    function test_executeMany_partOfAnInterval_touchesNothingElse() public {
        IBridgeTypes.Message[] memory batch = _locks(7);
        _execute(batch, 2, "\x11\x11\x11");
        for (uint64 i = 0; i < 7; ++i) {
            bool named = i >= 2 && i < 5;
            _assertStatus(i, named ? IBridgeTypes.Status.Executed : IBridgeTypes.Status.None);
        }
        vm.assertEq(token.totalSupply(), 3_000 * TOKEN_UNIT);
    }

    /// @dev A page of statuses holds 128 nonces. The neighbours of the orders in both pages keep theirs.
    function test_executeMany_acrossPages_writesEachPage() public {
        _commit(_locks(120));
        IBridgeTypes.Message[] memory batch = _locks(300);
        _commit(batch);
        _mint(batch, 6);
        _mint(batch, 12);
        _executeAsOracle(Messages.packed(batch, 7, "\x11\x11\x11\x11\x11"));
        for (uint64 nonce = 120; nonce < 140; ++nonce) {
            bool done = nonce >= 126 && nonce <= 132;
            _assertStatus(nonce, done ? IBridgeTypes.Status.Executed : IBridgeTypes.Status.None);
        }
        // From the middle of a page, over a whole one, into a third.
        bytes memory operations = new bytes(160);
        for (uint256 i = 0; i < 160; ++i) operations[i] = MINT;
        _executeAsOracle(Messages.packed(batch, 13, operations));
        vm.assertEq(token.totalSupply(), 167 * 1_000 * TOKEN_UNIT);
        _assertStatus(292, IBridgeTypes.Status.Executed);
        _assertStatus(293, IBridgeTypes.Status.None);
    }

    function test_executeMany_executedCancelledOrReplaced_areSkipped() public {
        IBridgeTypes.Message[] memory batch = _locks(5);
        _commit(batch);
        _mint(batch, 1);
        vm.prank(address(oracle));
        bridge.cancelOrder(Messages.id(batch[2]), Messages.proof(batch, 2, Messages.cancelTail(batch[2])));
        _mint(batch, 3);
        _replace(batch, 3);
        _expectSkipped(batch[1], IBridgeTypes.AlreadyExecuted.selector);
        _expectSkipped(batch[2], IBridgeTypes.AlreadyCancelled.selector);
        _expectSkipped(batch[3], IBridgeTypes.OrderReplaced.selector);
        _expectMinted(batch[0]);
        _expectMinted(batch[4]);
        _executeAsOracle(Messages.packed(batch, 0, "\x11\x11\x11\x11\x11"));
        vm.assertEq(token.totalSupply(), 4_000 * TOKEN_UNIT);
        _assertStatus(2, IBridgeTypes.Status.Cancelled);
        _assertStatus(3, IBridgeTypes.Status.Replaced);
    }

    function test_executeMany_cancelOfExecutedOrCancelled_isSkipped_ofReplaced_isNot() public {
        IBridgeTypes.Message[] memory batch = _locks(3);
        _commit(batch);
        _mint(batch, 0);
        vm.prank(address(oracle));
        bridge.cancelOrder(Messages.id(batch[1]), Messages.proof(batch, 1, Messages.cancelTail(batch[1])));
        _mint(batch, 2);
        _replace(batch, 2);
        _expectSkipped(batch[0], IBridgeTypes.AlreadyExecuted.selector);
        _expectSkipped(batch[1], IBridgeTypes.AlreadyCancelled.selector);
        _expectCancelled(batch[2], bridge.lane(REMOTE).nextOutboundNonce);
        _executeAsOracle(Messages.packed(batch, 0, "\x31\x31\x31"));
        _assertStatus(0, IBridgeTypes.Status.Executed);
        _assertStatus(2, IBridgeTypes.Status.Cancelled);
    }

    function test_executeMany_twice_skipsAllTheSecondTime() public {
        IBridgeTypes.Message[] memory batch = _lane("\x11\x22\x31");
        _execute(batch, 0, "\x11\x22\x31");
        uint256 balance = user.balance;
        for (uint256 i = 0; i < 2; ++i) _expectSkipped(batch[i], IBridgeTypes.AlreadyExecuted.selector);
        _expectSkipped(batch[2], IBridgeTypes.AlreadyCancelled.selector);
        _executeAsOracle(Messages.packed(batch, 0, "\x11\x22\x31"));
        vm.assertEq(token.totalSupply(), 1_000 * TOKEN_UNIT);
        vm.assertEq(user.balance, balance);
    }

    /// @dev What does not fit the bucket is skipped; a smaller order behind it is not.
    function test_executeMany_aboveTheBucket_isSkipped() public {
        IBridgeTypes.Message[] memory batch = _locks(3);
        batch[0].wireAmount = CAPACITY - 1_500;
        batch[1].wireAmount = 1_501;
        batch[2].wireAmount = 1_500;
        _commit(batch);
        _expectSkipped(batch[1], IBridgeTypes.RateLimited.selector);
        _expectMinted(batch[0]);
        _expectMinted(batch[2]);
        _executeAsOracle(Messages.packed(batch, 0, "\x11\x11\x11"));
        (, uint128 left) = bridge.limits(REMOTE, IBridgeTypes.Side.Bridged);
        vm.assertEq(left, 0);
        vm.warp(block.timestamp + 1);
        (, left) = bridge.limits(REMOTE, IBridgeTypes.Side.Bridged);
        vm.assertEq(left, REFILL);
        _executeAsOracle(Messages.packed(batch, 1, "\x11"));
        _assertStatus(1, IBridgeTypes.Status.Executed);
    }

    function test_executeMany_releaseAboveBucketOrOutstanding_isSkipped() public {
        vm.deal(user, 2 ** 250);
        for (uint256 i = 0; i < 12; ++i) _lock(MAX_AMOUNT);
        IBridgeTypes.Message[] memory batch = _lane("\x22\x22\x22\x22");
        batch[0].wireAmount = CAPACITY;
        batch[1].wireAmount = 1;
        batch[2].wireAmount = 2 * CAPACITY;
        _commit(batch);
        _expectSkipped(batch[1], IBridgeTypes.RateLimited.selector);
        _expectSkipped(batch[2], IBridgeTypes.InsufficientOutstanding.selector);
        _expectSkipped(batch[3], IBridgeTypes.RateLimited.selector);
        _expectReleased(batch[0], false);
        _executeAsOracle(Messages.packed(batch, 0, "\x22\x22\x22\x22"));
        vm.assertEq(bridge.lane(REMOTE).outstanding, 100_000 + 12 * MAX_AMOUNT - CAPACITY);
    }

    /// @dev All releases of a call together take no more than is outstanding.
    function test_executeMany_sumAboveOutstanding_skipsTheRest() public {
        IBridgeTypes.Message[] memory batch = _lane("\x22\x22\x22");
        batch[0].wireAmount = 60_000;
        batch[1].wireAmount = 40_001;
        batch[2].wireAmount = 40_000;
        _commit(batch);
        _expectSkipped(batch[1], IBridgeTypes.InsufficientOutstanding.selector);
        _executeAsOracle(Messages.packed(batch, 0, "\x22\x22\x22"));
        vm.assertEq(bridge.lane(REMOTE).outstanding, 0);
    }

    function test_executeMany_recipientOrAmountThatOneOrderRefuses_isSkipped() public {
        IBridgeTypes.Message[] memory batch = _locks(3);
        batch[0].recipient = 0;
        batch[1].recipient = bytes32(uint256(1 << 160) | uint160(user));
        batch[2].wireAmount = 0;
        _commit(batch);
        _expectSkipped(batch[0], IBridgeTypes.InvalidRecipient.selector);
        _expectSkipped(batch[1], IBridgeTypes.InvalidRecipient.selector);
        _expectSkipped(batch[2], IBridgeTypes.ZeroAmount.selector);
        _executeAsOracle(Messages.packed(batch, 0, "\x11\x11\x11"));
        // They can still be cancelled.
        _executeAsOracle(Messages.packed(batch, 0, "\x31\x31\x31"));
        for (uint64 i = 0; i < 3; ++i) _assertStatus(i, IBridgeTypes.Status.Cancelled);
    }

    function test_executeMany_paused_refusesExecutionsAndCancels() public {
        IBridgeTypes.Message[] memory batch = _lane("\x11\x22\x31");
        _commit(batch);
        vm.prank(guardian);
        bridge.pauseInbound();
        _refuses(Messages.packed(batch, 0, "\x11"), IBridgeTypes.InboundPaused.selector);
        _refuses(Messages.packed(batch, 1, "\x22"), IBridgeTypes.InboundPaused.selector);
        vm.prank(admin);
        bridge.unpauseInbound();
        vm.prank(guardian);
        bridge.pauseRemote(REMOTE);
        _refuses(Messages.packed(batch, 0, "\x11\x22\x31"), IBridgeTypes.RemotePaused.selector);
        _refuses(Messages.packed(batch, 1, "\x22\x31"), IBridgeTypes.RemotePaused.selector);
        _executeAsOracle(Messages.packed(batch, 2, "\x31"));
        _assertStatus(2, IBridgeTypes.Status.Cancelled);
    }

    function test_executeMany_otherCaller_reverts() public {
        bytes memory packed = Messages.packed(_committedLocks(2), 0, "\x11\x11");
        vm.expectRevert(IBridgeTypes.NotOracle.selector);
        bridge.executeMany(packed);
        // The part that the bridge runs has no oracle but itself.
        (bool success, bytes memory data) = bridge.packedExecutor().call(abi.encodeCall(bridge.executeMany, (packed)));
        vm.assertTrue(!success);
        vm.assertEq(bytes32(bytes4(data)), bytes32(IBridgeTypes.NotOracle.selector));
    }

    function test_executeMany_wrongOrder_reverts() public {
        IBridgeTypes.Message[] memory batch = _committedLocks(4);
        (batch[1], batch[2]) = (batch[2], batch[1]);
        _refuses(Messages.packed(batch, 0, "\x11\x11\x11\x11"), IBridgeTypes.InvalidProof.selector);
    }

    function test_executeMany_duplicate_reverts() public {
        IBridgeTypes.Message[] memory batch = _committedLocks(4);
        batch[2] = batch[1];
        _refuses(Messages.packed(batch, 0, "\x11\x11\x11\x11"), IBridgeTypes.InvalidProof.selector);
    }

    function test_executeMany_wrongOperation_reverts() public {
        IBridgeTypes.Message[] memory batch = _lane("\x11\x22");
        _commit(batch);
        // Another kind is another message; the Cancel of a lock here and of a burn here have other homes.
        bytes5 others = "\x13\x22\x23\x31\x32";
        for (uint256 i = 0; i < 5; ++i) {
            if (others[i] == CANCEL_LOCK) continue;
            bytes memory operations = bytes.concat(others[i], RELEASE);
            _refuses(Messages.packed(batch, 0, operations), IBridgeTypes.InvalidProof.selector);
        }
    }

    function test_executeMany_everyOtherByte_isNoOperation() public {
        IBridgeTypes.Message[] memory batch = _committedLocks(1);
        uint256 refused = 0;
        for (uint256 i = 0; i < 256; ++i) {
            bytes1 operation = bytes1(uint8(i));
            if (operation == MINT || operation == CANCEL_LOCK) continue;
            bool known = operation == MINT_CANCEL || operation == RELEASE || operation == RELEASE_CANCEL;
            known = known || operation == CANCEL_BURN;
            if (!known) ++refused;
            _refuses(
                Messages.packed(batch, 0, bytes.concat(operation)),
                known ? IBridgeTypes.InvalidProof.selector : IBridgeTypes.InvalidKind.selector
            );
        }
        vm.assertEq(refused, 250);
    }

    function test_executeMany_wrongInterval_reverts() public {
        IBridgeTypes.Message[] memory batch = _committedLocks(5);
        bytes memory packed = Messages.packed(batch, 1, "\x11\x11");
        // firstNonce 8 bytes from 4, count 4 bytes from 12, startNonce 8 bytes from 16.
        _refuses(_with(packed, 15, 6), IBridgeTypes.UnknownRoot.selector);
        _refuses(_with(packed, 15, 4), IBridgeTypes.UnknownRoot.selector);
        _refuses(_with(packed, 15, 2), IBridgeTypes.NonceOutOfRange.selector);
        _refuses(_with(packed, 11, 1), IBridgeTypes.UnknownRoot.selector);
        _refuses(_with(packed, 11, 2), IBridgeTypes.NonceOutOfRange.selector);
        // Another place of the same orders needs other siblings, or as many of them.
        _refuses(_with(packed, 23, 2), IBridgeTypes.MalformedProof.selector);
        _refuses(_with(Messages.packed(batch, 0, "\x11"), 23, 1), IBridgeTypes.InvalidProof.selector);
        _refuses(_with(packed, 23, 4), IBridgeTypes.NonceOutOfRange.selector);
        _refuses(_with(packed, 3, 0), IBridgeTypes.UnknownRoot.selector);
        _refuses(_with(packed, 16, 1), IBridgeTypes.NonceOutOfRange.selector);
    }

    function test_executeMany_missingOrExtraBytes_revert() public {
        IBridgeTypes.Message[] memory batch = _committedLocks(5);
        bytes memory packed = Messages.packed(batch, 1, "\x11\x11");
        bytes memory cut = Messages.packed(batch, 1, "\x11\x11");
        while (cut.length > 0) {
            assembly ("memory-safe") {
                mstore(cut, sub(mload(cut), 1))
            }
            _refuses(cut, IBridgeTypes.MalformedProof.selector);
        }
        for (uint256 more = 1; more <= 65; ++more) {
            _refuses(bytes.concat(packed, new bytes(more)), IBridgeTypes.MalformedProof.selector);
        }
        // No order, and more orders than there are bytes.
        _refuses(_with(packed, 25, 0), IBridgeTypes.MalformedProof.selector);
        _refuses(_with(packed, 24, 0xff), IBridgeTypes.MalformedProof.selector);
        _executeAsOracle(packed);
    }

    /// @dev One wrong bit anywhere in the orders or the siblings.
    function test_executeMany_anyWrongByte_reverts(uint256 position, uint8 noise) public {
        IBridgeTypes.Message[] memory batch = _committedLocks(6);
        bytes memory packed = Messages.packed(batch, 1, "\x11\x11\x11");
        vm.assume(noise != 0);
        position = 26 + (position % (packed.length - 26));
        // Not an operation: another one is refused as such, or is another message.
        vm.assume((position - 26) % 113 != 0 || position >= 26 + 3 * 113);
        packed[position] ^= bytes1(noise);
        _refuses(packed, IBridgeTypes.InvalidProof.selector);
    }

    /// @dev Parts at the edges and in the middle of the largest interval.
    function test_executeMany_largestInterval() public {
        IBridgeTypes.Message[] memory batch = _locks(4_096);
        bytes32[] memory layer = Messages.leaves(batch);
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 0, 4_096, Messages.rootOf(layer));
        uint16[6] memory starts = [0, 1, 127, 2_047, 4_092, 4_093];
        for (uint256 i = 0; i < starts.length; ++i) {
            bytes memory operations = starts[i] > 4_090 ? bytes("\x11\x11\x11") : bytes("\x11\x11\x11\x11");
            _executeAsOracle(Messages.packedOf(batch, layer, starts[i], operations));
        }
        vm.assertEq(token.totalSupply(), 17 * 1_000 * TOKEN_UNIT);
        _assertStatus(4_095, IBridgeTypes.Status.Executed);
    }

    function test_executeMany_reentrantOracle_paysEachOnce() public {
        ReentrantRecipient reentrant = new ReentrantRecipient(bridge);
        IBridgeTypes.Message[] memory batch = _lane("\x22\x22\x22");
        batch[1].recipient = _word(address(reentrant));
        _commit(batch);
        bytes memory packed = Messages.packed(batch, 0, "\x22\x22\x22");
        reentrant.setCall(abi.encodeCall(bridge.executeMany, (packed)));
        // The oracle's code is replaced after the check, which no real Safe can do.
        vm.store(address(bridge), bytes32(uint256(0)), _word(address(reentrant)));
        uint256 before = user.balance;
        vm.prank(address(reentrant));
        bridge.executeMany(packed);
        vm.assertEq(user.balance - before, 2_000 * UNIT);
        vm.assertEq(address(reentrant).balance, 1_000 * UNIT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 97_000);
        (, uint128 left) = bridge.limits(REMOTE, IBridgeTypes.Side.Canonical);
        vm.assertEq(left, CAPACITY - 3_000);
    }

    function test_executeMany_reentrantRecipient_isRefused() public {
        ReentrantRecipient reentrant = new ReentrantRecipient(bridge);
        IBridgeTypes.Message[] memory batch = _lane("\x22\x22\x22");
        batch[1].recipient = _word(address(reentrant));
        _commit(batch);
        bytes memory packed = Messages.packed(batch, 0, "\x22\x22\x22");
        reentrant.setCall(abi.encodeCall(bridge.executeMany, (packed)));
        _executeAsOracle(packed);
        vm.assertTrue(!reentrant.reentered());
        vm.assertEq(bytes32(reentrant.failure()), bytes32(IBridgeTypes.NotOracle.selector));
    }

    /// @dev Recipients in the middle that burn gas, or return as much as they can, are credited, and those behind are paid.
    function test_executeMany_gasGriefing_costsItsOwnPaymentOnly() public {
        IBridgeTypes.Message[] memory batch = _lane("\x22\x22\x22\x22");
        batch[1].recipient = _word(address(new GasBurningRecipient()));
        batch[2].recipient = _word(address(new ReturnBombRecipient()));
        _commit(batch);
        _expectReleased(batch[0], false);
        _expectReleased(batch[1], true);
        _expectReleased(batch[2], true);
        _expectReleased(batch[3], false);
        uint256 before = gasleft();
        _executeAsOracle(Messages.packed(batch, 0, "\x22\x22\x22\x22"));
        vm.assertLe(before - gasleft(), 3_000_000, "each burns its 50,000 only");
        vm.assertEq(bridge.claimableTotal(), 2_000 * UNIT);
        vm.assertEq(bridge.claimable(address(uint160(uint256(batch[1].recipient)))), 1_000 * UNIT);
    }

    /// @dev Whatever gas the caller gives, the call fails as a whole or pays all: nobody is credited because gas is missing.
    function test_executeMany_anyGas_paysOrReverts() public {
        uint256 paid = 0;
        uint256 failed = 0;
        for (uint256 given = 100_000; given <= 1_200_000; given += 25_000) {
            IBridgeTypes.Message[] memory batch = _locks(3);
            for (uint256 i = 0; i < 3; ++i) {
                batch[i] = _inboundBurn(batch[i].nonce);
                batch[i].wireAmount = 100;
            }
            _commit(batch);
            try this.executeWith(given, Messages.packed(batch, 0, "\x22\x22\x22")) {
                ++paid;
            } catch {
                ++failed;
            }
            vm.assertEq(bridge.claimableTotal(), 0);
        }
        vm.assertTrue(paid != 0 && failed != 0);
    }

    /// @dev External, so that its failure can be caught.
    function executeWith(uint256 given, bytes memory packed) external {
        vm.prank(address(oracle));
        bridge.executeMany{gas: given}(packed);
    }

    /// @dev Any part of any interval up to 64 messages, by nodes that another implementation has chosen.
    function test_executeMany_anyPart_executesThat(uint8 size, uint8 from, uint8 number) public {
        uint256 width = 1 + (size % 64);
        uint256 start = from % width;
        uint256 length = 1 + (number % (width - start));
        IBridgeTypes.Message[] memory batch = _committedLocks(width);
        bytes memory operations = new bytes(length);
        for (uint256 i = 0; i < length; ++i) operations[i] = i % 3 == 2 ? CANCEL_LOCK : MINT;
        _executeAsOracle(Messages.packed(batch, start, operations));
        for (uint64 i = 0; i < width; ++i) {
            IBridgeTypes.Status expected = IBridgeTypes.Status.None;
            if (i >= start && i < start + length) {
                bool cancelled = (i - start) % 3 == 2;
                expected = cancelled ? IBridgeTypes.Status.Cancelled : IBridgeTypes.Status.Executed;
            }
            _assertStatus(i, expected);
        }
    }

    /// @dev Messages for `operations` from the lane's next nonce on, not committed.
    function _lane(bytes memory operations) private view returns (IBridgeTypes.Message[] memory batch) {
        batch = _locks(operations.length);
        for (uint256 i = 0; i < batch.length; ++i) {
            uint64 nonce = batch[i].nonce;
            bytes1 operation = operations[i];
            if (operation == RELEASE || operation == CANCEL_BURN) batch[i] = _inboundBurn(nonce);
            if (operation == MINT_CANCEL) batch[i] = _inbound(IBridgeTypes.Kind.Cancel, REMOTE, nonce);
            if (operation == RELEASE_CANCEL) batch[i] = _inbound(IBridgeTypes.Kind.Cancel, HERE, nonce);
        }
    }

    function _locks(uint256 count) private view returns (IBridgeTypes.Message[] memory batch) {
        batch = new IBridgeTypes.Message[](count);
        uint64 next = bridge.lane(REMOTE).nextInboundNonce;
        for (uint64 i = 0; i < count; ++i) {
            batch[i] = _inboundLock(next + i);
            batch[i].orderReference = keccak256(abi.encode("order", next + i));
        }
    }

    function _committedLocks(uint256 count) private returns (IBridgeTypes.Message[] memory batch) {
        batch = _locks(count);
        _commit(batch);
    }

    function _execute(IBridgeTypes.Message[] memory batch, uint256 start, bytes memory operations) private {
        _commit(batch);
        _executeAsOracle(Messages.packed(batch, start, operations));
    }

    function _executeAsOracle(bytes memory packed) private {
        vm.prank(address(oracle));
        bridge.executeMany(packed);
    }

    function _refuses(bytes memory packed, bytes4 selector) private {
        vm.prank(address(oracle));
        vm.expectRevert(selector);
        bridge.executeMany(packed);
    }

    /// @dev Replaces the message at `i` of the interval by another one, as an administrator repairs a root.
    function _replace(IBridgeTypes.Message[] memory batch, uint256 i) private {
        batch[i].orderReference = keccak256("another");
        uint64[] memory changed = new uint64[](1);
        changed[0] = batch[i].nonce;
        vm.prank(guardian);
        bridge.pauseInbound();
        vm.prank(admin);
        bridge.replaceRoot(REMOTE, batch[0].nonce, uint32(batch.length), Messages.root(batch), changed);
        vm.prank(admin);
        bridge.unpauseInbound();
    }

    function _with(bytes memory packed, uint256 position, uint8 value) private pure returns (bytes memory changed) {
        changed = bytes.concat(packed);
        changed[position] = bytes1(value);
    }

    function _expectMinted(IBridgeTypes.Message memory m) private {
        vm.expectEmit();
        emit IBridgeTypes.TokensMinted(Messages.id(m), m.recipient, m.wireAmount, m.orderReference, false);
    }

    function _expectReleased(IBridgeTypes.Message memory m, bool credited) private {
        vm.expectEmit();
        emit IBridgeTypes.TokensReleased(Messages.id(m), m.recipient, m.wireAmount, m.orderReference, credited);
    }

    function _expectSkipped(IBridgeTypes.Message memory m, bytes4 reason) private {
        vm.expectEmit();
        emit IBridgeTypes.OrderSkipped(Messages.id(m), reason);
    }

    function _expectCancelled(IBridgeTypes.Message memory m, uint64 nonce) private {
        IBridgeTypes.Message memory refund = _inbound(IBridgeTypes.Kind.Cancel, m.assetHome, nonce);
        (refund.source, refund.destination) = (HERE, REMOTE);
        (refund.sourceBridge, refund.destinationBridge) = (_word(address(bridge)), REMOTE_BRIDGE);
        (refund.sender, refund.recipient) = (m.sender, m.sender);
        (refund.wireAmount, refund.orderReference) = (m.wireAmount, Messages.id(m));
        vm.expectEmit();
        emit IBridgeTypes.OrderCancelled(Messages.id(refund), refund);
    }
}
