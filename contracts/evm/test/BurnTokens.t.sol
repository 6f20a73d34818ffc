// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";

contract BurnTokensTest is BridgeTest {
    // The token has 12 decimals, 9 of them on the wire.
    uint256 private constant TOKEN_UNIT = 1000;

    function setUp() public override {
        super.setUp();
        ICausewayBridge.Message memory message = _inboundLock(0);
        message.wireAmount = 2 * MAX_AMOUNT;
        _mint(message);
    }

    function test_burnTokens() public {
        uint256 supply = token.totalSupply();
        for (uint64 nonce = 0; nonce < 3; ++nonce) {
            uint128 wireAmount = 100 + nonce;
            ICausewayBridge.Message memory message = _outbound(ICausewayBridge.Kind.Burn, nonce, wireAmount);
            bytes32 id = Messages.id(message);
            vm.expectEmit();
            emit ICausewayBridge.TokensBurned(id, message);
            vm.prank(user);
            vm.assertEq(bridge.burnTokens(wireAmount * TOKEN_UNIT, REMOTE, THERE), id);
        }
        vm.assertEq(token.totalSupply(), supply - 303 * TOKEN_UNIT);
        vm.assertEq(token.balanceOf(user), supply - 303 * TOKEN_UNIT);
        vm.assertEq(bridge.lane(REMOTE).nextOutboundNonce, 3);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 0);
    }

    function test_burnTokens_withoutBalance_reverts() public {
        address stranger = address(0x5);
        vm.prank(stranger);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, stranger, 0, 100 * TOKEN_UNIT)
        );
        bridge.burnTokens(100 * TOKEN_UNIT, REMOTE, THERE);
    }

    function test_burnTokens_paused_reverts() public {
        vm.prank(guardian);
        bridge.pauseOutbound();
        _expectRevert(ICausewayBridge.OutboundPaused.selector, 100 * TOKEN_UNIT, REMOTE, THERE);
    }

    function test_burnTokens_unknownRemote_reverts() public {
        _expectRevert(ICausewayBridge.UnknownRemote.selector, 100 * TOKEN_UNIT, REMOTE + 1, THERE);
        // Nothing is burned towards this chain itself.
        _expectRevert(ICausewayBridge.UnknownRemote.selector, 100 * TOKEN_UNIT, HERE, THERE);
    }

    function test_burnTokens_closedRemote_reverts() public {
        address bridged = address(_deployToken(bridge, 9));
        vm.prank(admin);
        bridge.setRemote(7, REMOTE_BRIDGE, bridged, 32, 9);
        _expectRevert(ICausewayBridge.RemoteNotOpen.selector, 100, 7, THERE);
    }

    function test_burnTokens_recipientForm_reverts() public {
        _register(bridge, 7, bytes32(uint256(1)), 30, 9);
        _expectRevert(ICausewayBridge.InvalidRecipient.selector, 100 * TOKEN_UNIT, REMOTE, bytes32(0));
        _expectRevert(ICausewayBridge.InvalidRecipient.selector, 100, 7, bytes32(uint256(1) << 240));
    }

    function test_burnTokens_amount_reverts() public {
        _expectRevert(ICausewayBridge.ZeroAmount.selector, 0, REMOTE, THERE);
        _expectRevert(ICausewayBridge.DustAmount.selector, 100 * TOKEN_UNIT + 1, REMOTE, THERE);
        _expectRevert(ICausewayBridge.AmountTooLarge.selector, 2 ** 128 * TOKEN_UNIT, REMOTE, THERE);
        _expectRevert(ICausewayBridge.BelowMinimum.selector, (MIN_AMOUNT - 1) * TOKEN_UNIT, REMOTE, THERE);
        _expectRevert(ICausewayBridge.AboveMaximum.selector, (MAX_AMOUNT + 1) * TOKEN_UNIT, REMOTE, THERE);
        vm.prank(user);
        bridge.burnTokens(MAX_AMOUNT * TOKEN_UNIT, REMOTE, THERE);
        vm.prank(user);
        bridge.burnTokens(MIN_AMOUNT * TOKEN_UNIT, REMOTE, THERE);
    }

    function test_burnTokens_withValue_reverts() public {
        vm.prank(user);
        bytes memory call = abi.encodeCall(bridge.burnTokens, (100 * TOKEN_UNIT, REMOTE, THERE));
        (bool success, ) = address(bridge).call{value: 1}(call);
        vm.assertTrue(!success);
    }

    function _expectRevert(bytes4 expected, uint256 amount, uint32 to, bytes32 recipient) private {
        vm.prank(user);
        vm.expectRevert(expected);
        bridge.burnTokens(amount, to, recipient);
    }
}
