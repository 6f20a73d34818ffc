// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";
import {FaultyToken, ReentrantToken, SilentToken} from "./mocks/Tokens.sol";

contract LockTokensTest is BridgeTest {
    function test_lockTokens_native() public {
        for (uint64 nonce = 0; nonce < 3; ++nonce) {
            uint128 wireAmount = 100 + nonce;
            ICausewayBridge.Message memory message = _outbound(ICausewayBridge.Kind.Lock, nonce, wireAmount);
            bytes32 id = Messages.id(message);
            vm.expectEmit();
            emit ICausewayBridge.TokensLocked(id, message);
            vm.prank(user);
            vm.assertEq(bridge.lockTokens{value: wireAmount * UNIT}(REMOTE, THERE, wireAmount * UNIT), id);
        }
        vm.assertEq(address(bridge).balance, 303 * UNIT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 303);
        vm.assertEq(bridge.lane(REMOTE).nextOutboundNonce, 3);
    }

    function testFuzz_lockTokens_amount(uint128 wireAmount, bytes32 recipient) public {
        vm.assume(recipient != 0);
        wireAmount = MIN_AMOUNT + (wireAmount % (MAX_AMOUNT - MIN_AMOUNT + 1));
        ICausewayBridge.Message memory message = _outbound(ICausewayBridge.Kind.Lock, 0, wireAmount);
        message.recipient = recipient;
        vm.prank(user);
        bytes32 id = bridge.lockTokens{value: wireAmount * UNIT}(REMOTE, recipient, wireAmount * UNIT);
        vm.assertEq(id, Messages.id(message));
        vm.assertEq(bridge.lane(REMOTE).outstanding, wireAmount);
    }

    function test_lockTokens_paused_reverts() public {
        vm.prank(guardian);
        bridge.pauseOutbound();
        _expectRevert(ICausewayBridge.OutboundPaused.selector, REMOTE, THERE, 100 * UNIT, 100 * UNIT);
    }

    function test_lockTokens_unknownRemote_reverts() public {
        _expectRevert(ICausewayBridge.UnknownRemote.selector, REMOTE + 1, THERE, 100 * UNIT, 100 * UNIT);
    }

    function test_lockTokens_closedRemote_reverts() public {
        address bridged = address(_deployToken(bridge, 9));
        vm.prank(admin);
        bridge.setRemote(7, REMOTE_BRIDGE, bridged, 32, 9);
        _expectRevert(ICausewayBridge.RemoteNotOpen.selector, 7, THERE, 100 * UNIT, 100 * UNIT);
    }

    function test_lockTokens_recipientForm_reverts() public {
        _register(bridge, 7, _word(address(0xb)), 20, 9);
        bytes4 invalid = ICausewayBridge.InvalidRecipient.selector;
        _expectRevert(invalid, REMOTE, bytes32(0), 100 * UNIT, 100 * UNIT);
        _expectRevert(invalid, 7, bytes32(0), 100 * UNIT, 100 * UNIT);
        // One bit beyond 20 bytes is refused, the highest bit of the 20 is not.
        _expectRevert(invalid, 7, bytes32(uint256(1) << 160), 100 * UNIT, 100 * UNIT);
        vm.prank(user);
        bridge.lockTokens{value: 100 * UNIT}(7, bytes32(uint256(1) << 159), 100 * UNIT);
    }

    function test_lockTokens_amount_reverts() public {
        _expectRevert(ICausewayBridge.ZeroAmount.selector, REMOTE, THERE, 0, 0);
        _expectRevert(ICausewayBridge.DustAmount.selector, REMOTE, THERE, 100 * UNIT + 1, 100 * UNIT + 1);
        _expectRevert(ICausewayBridge.DustAmount.selector, REMOTE, THERE, UNIT - 1, UNIT - 1);
        uint256 tooLarge = 2 ** 128 * UNIT;
        _expectRevert(ICausewayBridge.AmountTooLarge.selector, REMOTE, THERE, tooLarge, tooLarge);
    }

    function test_lockTokens_limits_reverts() public {
        uint256 amount = MIN_AMOUNT * UNIT;
        _expectRevert(ICausewayBridge.BelowMinimum.selector, REMOTE, THERE, amount - UNIT, amount - UNIT);
        _lock(MIN_AMOUNT);
        amount = MAX_AMOUNT * UNIT;
        _expectRevert(ICausewayBridge.AboveMaximum.selector, REMOTE, THERE, amount + UNIT, amount + UNIT);
        _lock(MAX_AMOUNT);
    }

    function test_lockTokens_drawsNoBucket() public {
        _lock(MAX_AMOUNT);
        (, uint128 available) = bridge.limits(REMOTE, ICausewayBridge.Side.Canonical);
        vm.assertEq(available, CAPACITY);
    }

    function test_lockTokens_outstandingOverflow_reverts() public {
        uint128 huge = 34 * 10 ** 37;
        vm.prank(admin);
        bridge.setLimits(REMOTE, ICausewayBridge.Side.Canonical, ICausewayBridge.Limits(0, huge, huge, 1));
        _lock(huge);
        uint256 amount = uint256(type(uint128).max - huge + 1) * UNIT;
        _expectRevert(ICausewayBridge.AmountTooLarge.selector, REMOTE, THERE, amount, amount);
        _lock(type(uint128).max - huge);
        vm.assertEq(bridge.lane(REMOTE).outstanding, type(uint128).max);
    }

    function test_lockTokens_value_reverts() public {
        _expectRevert(ICausewayBridge.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 100 * UNIT - 1);
        _expectRevert(ICausewayBridge.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 100 * UNIT + 1);
        _expectRevert(ICausewayBridge.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 0);
    }

    function test_lockTokens_erc20() public {
        FaultyToken asset = _useToken();
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, 100 * UNIT);
        vm.assertEq(asset.balanceOf(address(bridge)), 100 * UNIT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 100);
    }

    function test_lockTokens_erc20WithoutReturn() public {
        SilentToken asset = new SilentToken();
        bridge = _deployBridge(address(asset));
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        asset.mint(user, 1_000);
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, 1_000);
        vm.assertEq(asset.balanceOf(address(bridge)), 1_000);
        // Six decimals: local units are wire units.
        vm.assertEq(bridge.lane(REMOTE).outstanding, 1_000);
    }

    function test_lockTokens_erc20Value_reverts() public {
        _useToken();
        _expectRevert(ICausewayBridge.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 100 * UNIT);
    }

    function test_lockTokens_feeOnTransfer_reverts() public {
        _useToken().setFee(1);
        _expectRevert(ICausewayBridge.BalanceDeltaMismatch.selector, REMOTE, THERE, 100 * UNIT, 0);
    }

    function test_lockTokens_falseReturning_reverts() public {
        FaultyToken asset = _useToken();
        asset.setReturnsFalse(true);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, asset));
        bridge.lockTokens(REMOTE, THERE, 100 * UNIT);
    }

    function test_lockTokens_reentrantToken_reverts() public {
        ReentrantToken asset = new ReentrantToken();
        bridge = _deployBridge(address(asset));
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        asset.arm(bridge, REMOTE, THERE, 100 * UNIT);
        bytes4 guarded = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
        _expectRevert(guarded, REMOTE, THERE, 100 * UNIT, 0);
    }

    function test_lockTokens_guardIsReleased() public {
        _useToken();
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, 100 * UNIT);
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, 100 * UNIT);
    }

    function test_receive_strayCoin_reverts() public {
        vm.prank(user);
        (bool success, ) = address(bridge).call{value: 1}("");
        vm.assertTrue(!success);
    }

    function _useToken() private returns (FaultyToken asset) {
        asset = new FaultyToken();
        bridge = _deployBridge(address(asset));
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        asset.mint(user, 1_000 * UNIT);
        vm.prank(user);
        IERC20(asset).approve(address(bridge), type(uint256).max);
    }

    function _expectRevert(bytes4 expected, uint32 to, bytes32 recipient, uint256 amount, uint256 value) private {
        vm.prank(user);
        vm.expectRevert(expected);
        bridge.lockTokens{value: value}(to, recipient, amount);
    }
}
