// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {FaultyToken, ReentrantToken, SilentToken} from "./mocks/Tokens.sol";

contract LockTokensTest is BridgeTest {
    function test_lockTokens_outstandingOverflow_reverts() public {
        uint128 huge = 34 * 10 ** 37;
        vm.prank(admin);
        bridge.setLimits(REMOTE, IBridgeTypes.Side.Canonical, IBridgeTypes.Limits(0, huge, huge, 1));
        _lock(huge);
        uint256 amount = uint256(type(uint128).max - huge + 1) * UNIT;
        _expectRevert(IBridgeTypes.AmountTooLarge.selector, REMOTE, THERE, amount, amount);
        _lock(type(uint128).max - huge);
        vm.assertEq(bridge.lane(REMOTE).outstanding, type(uint128).max);
    }

    function test_lockTokens_value_reverts() public {
        _expectRevert(IBridgeTypes.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 100 * UNIT - 1);
        _expectRevert(IBridgeTypes.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 100 * UNIT + 1);
        _expectRevert(IBridgeTypes.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 0);
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
        _expectRevert(IBridgeTypes.WrongValue.selector, REMOTE, THERE, 100 * UNIT, 100 * UNIT);
    }

    function test_lockTokens_feeOnTransfer_reverts() public {
        _useToken().setFee(1);
        _expectRevert(IBridgeTypes.BalanceDeltaMismatch.selector, REMOTE, THERE, 100 * UNIT, 0);
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
