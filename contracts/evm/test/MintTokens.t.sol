// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";

contract MintTokensTest is BridgeTest {
    // The token has 12 decimals, 9 of them on the wire.
    uint256 private constant TOKEN_UNIT = 1000;
    uint256 private constant AMOUNT = 1_000 * TOKEN_UNIT;

    function test_mintTokens_lock() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes32 id = Messages.id(batch[2]);
        vm.expectEmit();
        emit ICausewayBridge.TokensMinted(id, _word(user), 1_000, keccak256("reference"), false);
        _mint(batch, 2);
        vm.assertEq(token.balanceOf(user), AMOUNT);
        vm.assertEq(token.totalSupply(), AMOUNT);
        _assertStatus(2, ICausewayBridge.Status.Executed);
        _assertStatus(1, ICausewayBridge.Status.None);
        _assertStatus(3, ICausewayBridge.Status.None);
    }

    function test_mintTokens_cancelOfBurn() public {
        _mint(_inbound(ICausewayBridge.Kind.Cancel, REMOTE, 0));
        vm.assertEq(token.balanceOf(user), AMOUNT);
    }

    function testFuzz_mintTokens_anyBatch(uint8 size, uint8 index, uint128 wireAmount) public {
        vm.assume(size > 0);
        index = index % size;
        wireAmount = 1 + (wireAmount % CAPACITY);
        ICausewayBridge.Message[] memory batch = new ICausewayBridge.Message[](size);
        for (uint64 i = 0; i < size; ++i) batch[i] = _inboundLock(i);
        batch[index].wireAmount = wireAmount;
        _commit(batch);
        _mint(batch, index);
        vm.assertEq(token.balanceOf(user), wireAmount * TOKEN_UNIT);
    }

    function test_mintTokens_everyStatusOfAWord() public {
        ICausewayBridge.Message[] memory batch = new ICausewayBridge.Message[](130);
        for (uint64 i = 0; i < 130; ++i) batch[i] = _inboundLock(i);
        _commit(batch);
        for (uint64 i = 0; i < 130; i += 3) _mint(batch, i);
        for (uint64 i = 0; i < 130; ++i) {
            _assertStatus(i, i % 3 == 0 ? ICausewayBridge.Status.Executed : ICausewayBridge.Status.None);
        }
    }

    function testFuzz_mintTokens_notOracle_reverts(address caller) public {
        vm.assume(caller != address(oracle));
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotOracle.selector);
        bridge.mintTokens(Messages.id(batch[2]), user, AMOUNT, Messages.proof(batch, 2, ""));
    }

    function test_mintTokens_paused_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        vm.prank(guardian);
        bridge.pauseInbound();
        vm.expectRevert(ICausewayBridge.InboundPaused.selector);
        this.mint(batch, 2);
    }

    function test_mintTokens_twice_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        _mint(batch, 2);
        vm.expectRevert(ICausewayBridge.AlreadyExecuted.selector);
        this.mint(batch, 2);
    }

    function test_mintTokens_cancelled_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        _cancel(batch, 2);
        vm.expectRevert(ICausewayBridge.AlreadyCancelled.selector);
        this.mint(batch, 2);
    }

    function test_mintTokens_proofLength_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes memory proof = Messages.proof(batch, 2, "");
        bytes32 id = Messages.id(batch[2]);
        bytes4 malformed = ICausewayBridge.MalformedProof.selector;
        _expectRevert(malformed, id, user, AMOUNT, "");
        _expectRevert(malformed, id, user, AMOUNT, bytes.concat(proof, hex"00"));
        _expectRevert(malformed, id, user, AMOUNT, bytes.concat(proof, new bytes(16)));
        _expectRevert(malformed, id, user, AMOUNT, bytes.concat(proof, new bytes(31)));
        bytes memory head = Messages.head(batch[2], 0, 5);
        vm.assertEq(head.length, 89);
        _expectRevert(malformed, id, user, AMOUNT, bytes.concat(head, new bytes(33 * 32)));
        _expectRevert(ICausewayBridge.InvalidProof.selector, id, user, AMOUNT, bytes.concat(head, new bytes(32 * 32)));
        assembly ("memory-safe") {
            mstore(head, 88)
        }
        _expectRevert(malformed, id, user, AMOUNT, head);
    }

    function test_mintTokens_siblings_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes memory proof = Messages.proof(batch, 2, "");
        bytes32 id = Messages.id(batch[2]);
        bytes4 invalid = ICausewayBridge.InvalidProof.selector;
        _expectRevert(invalid, id, user, AMOUNT, bytes.concat(proof, bytes32(0)));
        _expectRevert(invalid, id, user, AMOUNT, Messages.proof(batch, 1, ""), batch[2]);
        assembly ("memory-safe") {
            mstore(proof, sub(mload(proof), 32))
        }
        _expectRevert(invalid, id, user, AMOUNT, proof);
    }

    function test_mintTokens_deepestProof() public {
        ICausewayBridge.Message memory message = _inboundLock(0);
        bytes memory proof = Messages.head(message, 0, 1);
        bytes32 node = keccak256(bytes.concat(Messages.id(message)));
        for (uint256 i = 0; i < 32; ++i) {
            bytes32 sibling = keccak256(abi.encode(i));
            proof = bytes.concat(proof, sibling);
            node = Messages.pair(node, sibling);
        }
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 0, 1, node);
        vm.prank(address(oracle));
        bridge.mintTokens(Messages.id(message), user, AMOUNT, proof);
        vm.assertEq(token.balanceOf(user), AMOUNT);
    }

    function test_mintTokens_idAsRoot_reverts() public {
        // The leaf is the hash of the id: a root equal to the id proves nothing.
        ICausewayBridge.Message memory message = _inboundLock(0);
        bytes32 id = Messages.id(message);
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 0, 1, id);
        _expectRevert(ICausewayBridge.InvalidProof.selector, id, user, AMOUNT, Messages.head(message, 0, 1));
    }

    function testFuzz_mintTokens_flippedBit_reverts(uint16 position) public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes memory proof = Messages.proof(batch, 2, "");
        uint256 bit = position % (proof.length * 8);
        proof[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        bytes32 id = Messages.id(batch[2]);
        vm.prank(address(oracle));
        vm.expectRevert();
        bridge.mintTokens(id, user, AMOUNT, proof);
    }

    function test_mintTokens_kind_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes32 id = Messages.id(batch[2]);
        bytes memory proof = Messages.proof(batch, 2, "");
        proof[0] = 0;
        _expectRevert(ICausewayBridge.InvalidKind.selector, id, user, AMOUNT, proof);
        proof[0] = 0x04;
        _expectRevert(ICausewayBridge.InvalidKind.selector, id, user, AMOUNT, proof);
        proof[0] = 0x03;
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, id, user, AMOUNT, proof);
    }

    function test_mintTokens_burn_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundBurn(0));
        vm.expectRevert(ICausewayBridge.WrongAssetHome.selector);
        this.mint(batch, 2);
    }

    function test_mintTokens_cancelOfLock_reverts() public {
        // Its asset is at home here: releaseTokens pays it.
        ICausewayBridge.Message[] memory batch = _commitAround(_inbound(ICausewayBridge.Kind.Cancel, HERE, 0));
        vm.expectRevert(ICausewayBridge.MessageIdMismatch.selector);
        this.mint(batch, 2);
    }

    function test_mintTokens_arguments_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes32 id = Messages.id(batch[2]);
        bytes memory proof = Messages.proof(batch, 2, "");
        bytes4 mismatch = ICausewayBridge.MessageIdMismatch.selector;
        _expectRevert(mismatch, bytes32(uint256(id) ^ 1), user, AMOUNT, proof);
        _expectRevert(mismatch, id, admin, AMOUNT, proof);
        _expectRevert(mismatch, id, user, AMOUNT + TOKEN_UNIT, proof);
        _expectRevert(ICausewayBridge.InvalidRecipient.selector, id, address(0), AMOUNT, proof);
        _expectRevert(ICausewayBridge.ZeroAmount.selector, id, user, 0, proof);
        _expectRevert(ICausewayBridge.DustAmount.selector, id, user, AMOUNT + 1, proof);
        _expectRevert(ICausewayBridge.AmountTooLarge.selector, id, user, 2 ** 128 * TOKEN_UNIT, proof);
    }

    /// @dev The id and the inclusion are right, but the message is not one that the lane here can carry.
    function test_mintTokens_foreignMessage_reverts() public {
        ICausewayBridge.Message memory message = _inboundLock(0);
        message.version = 2;
        _expectMismatch(message);
        message = _inboundLock(0);
        message.destination = HERE + 1;
        _expectMismatch(message);
        message = _inboundLock(0);
        message.destinationBridge = _word(address(token));
        _expectMismatch(message);
        message = _inboundLock(0);
        message.sourceBridge = bytes32(uint256(REMOTE_BRIDGE) ^ 1);
        _expectMismatch(message);
        message = _inboundLock(0);
        message.assetHome = REMOTE + 1;
        _expectMismatch(message);
        message = _inboundLock(0);
        message.recipient = bytes32(uint256(_word(user)) | (1 << 160));
        _expectMismatch(message);
    }

    function test_mintTokens_sourceOfAnotherRemote_reverts() public {
        _register(bridge, 7, REMOTE_BRIDGE, 32, 12);
        ICausewayBridge.Message memory message = _inboundLock(0);
        message.source = 7;
        message.assetHome = 7;
        ICausewayBridge.Message[] memory batch = _batchAround(message);
        vm.prank(address(oracle));
        bridge.commitRoot(REMOTE, 0, 5, Messages.root(batch));
        // The root is REMOTE's; none is stored for 7.
        vm.expectRevert(ICausewayBridge.UnknownRoot.selector);
        this.mint(batch, 2);
    }

    function test_mintTokens_interval_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_inboundLock(0));
        bytes32 id = Messages.id(batch[2]);
        _expectRevert(ICausewayBridge.UnknownRoot.selector, id, user, AMOUNT, Messages.head(batch[2], 0, 4));
        _expectRevert(ICausewayBridge.UnknownRoot.selector, id, user, AMOUNT, Messages.head(batch[2], 1, 5));
        _expectRevert(ICausewayBridge.NonceOutOfRange.selector, id, user, AMOUNT, Messages.head(batch[2], 3, 5));
        _expectRevert(ICausewayBridge.NonceOutOfRange.selector, id, user, AMOUNT, Messages.head(batch[2], 0, 2));
        _expectRevert(ICausewayBridge.NonceOutOfRange.selector, id, user, AMOUNT, Messages.head(batch[2], 2, 0));
    }

    function test_mintTokens_nonceOutsideItsInterval_reverts() public {
        // A message in the tree whose nonce lies behind the interval would be executed again under its own nonce.
        ICausewayBridge.Message[] memory batch = _batchAround(_inboundLock(0));
        batch[2].nonce = 5;
        _commit(batch);
        vm.expectRevert(ICausewayBridge.NonceOutOfRange.selector);
        this.mint(batch, 2);
    }

    function test_mintTokens_unknownRemote_reverts() public {
        ICausewayBridge.Message memory message = _inboundLock(0);
        message.source = REMOTE + 1;
        _expectRevert(
            ICausewayBridge.UnknownRoot.selector,
            Messages.id(message),
            user,
            AMOUNT,
            Messages.head(message, 0, 1)
        );
    }

    function test_mintTokens_rateLimit() public {
        ICausewayBridge.Message memory message = _inboundLock(0);
        message.wireAmount = CAPACITY + 1;
        ICausewayBridge.Message[] memory tooLarge = _commitAround(message);
        vm.expectRevert(ICausewayBridge.RateLimited.selector);
        this.mint(tooLarge, 2);

        message.wireAmount = CAPACITY;
        _mint(message);
        _assertAvailable(0);
        message.wireAmount = 10 * REFILL;
        ICausewayBridge.Message[] memory batch = _commitAround(message);
        vm.warp(block.timestamp + 9);
        vm.expectRevert(ICausewayBridge.RateLimited.selector);
        this.mint(batch, 2);
        vm.warp(block.timestamp + 2);
        _mint(batch, 2);
        _assertAvailable(REFILL);
        vm.warp(block.timestamp + 10 ** 9);
        _assertAvailable(CAPACITY);
    }

    /// @dev So that a test can expect the revert of the mint and not of a helper's first call.
    function mint(ICausewayBridge.Message[] calldata batch, uint256 i) external {
        _mint(batch, i);
    }

    function _assertAvailable(uint128 expected) private view {
        (, uint128 available) = bridge.limits(REMOTE, ICausewayBridge.Side.Bridged);
        vm.assertEq(available, expected);
        (, available) = bridge.limits(REMOTE, ICausewayBridge.Side.Canonical);
        vm.assertEq(available, CAPACITY);
    }

    function _expectMismatch(ICausewayBridge.Message memory message) private {
        ICausewayBridge.Message[] memory batch = _commitAround(message);
        bytes memory proof = Messages.proof(batch, 2, "");
        bytes32 id = Messages.id(batch[2]);
        _expectRevert(ICausewayBridge.MessageIdMismatch.selector, id, user, AMOUNT, proof);
    }

    /// @dev The siblings of another leaf behind the right head.
    function _expectRevert(
        bytes4 expected,
        bytes32 id,
        address to,
        uint256 amount,
        bytes memory otherProof,
        ICausewayBridge.Message memory message
    ) private {
        bytes memory head = Messages.head(message, 0, 5);
        for (uint256 i = 0; i < head.length; ++i) otherProof[i] = head[i];
        _expectRevert(expected, id, to, amount, otherProof);
    }

    function _expectRevert(bytes4 expected, bytes32 id, address to, uint256 amount, bytes memory proof) private {
        vm.prank(address(oracle));
        vm.expectRevert(expected);
        bridge.mintTokens(id, to, amount, proof);
    }
}
