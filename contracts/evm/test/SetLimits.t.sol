// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract SetLimitsTest is BridgeTest {
    ICausewayBridge.Side private constant CANONICAL = ICausewayBridge.Side.Canonical;
    ICausewayBridge.Side private constant BRIDGED = ICausewayBridge.Side.Bridged;

    function test_setLimits() public {
        ICausewayBridge.Limits memory limits = ICausewayBridge.Limits(12_345e20, 262_143e3 * 10 ** 30, 34e37, 1);
        vm.expectEmit();
        emit ICausewayBridge.LimitsSet(REMOTE, BRIDGED, limits);
        _set(BRIDGED, limits);
        _assertLimits(BRIDGED, limits, CAPACITY);
        _assertLimits(CANONICAL, _limits(), CAPACITY);
    }

    function testFuzz_setLimits_roundTrip(uint24 mantissa, uint8 exponent) public {
        uint256 value = (mantissa % 2 ** 18) * 10 ** uint256(exponent % 33);
        ICausewayBridge.Limits memory limits = _limits();
        limits.capacity = MAX_AMOUNT * 1e20;
        limits.refillPerSecond = uint128(value);
        _set(CANONICAL, limits);
        _assertLimits(CANONICAL, limits, CAPACITY);
    }

    function testFuzz_setLimits_exactOrRefused(uint128 value) public {
        uint256 mantissa = value;
        while (mantissa != 0 && mantissa % 10 == 0) mantissa /= 10;
        ICausewayBridge.Limits memory limits = _limits();
        limits.refillPerSecond = value;
        vm.prank(admin);
        if (mantissa >= 2 ** 18) vm.expectRevert(ICausewayBridge.InvalidLimits.selector);
        bridge.setLimits(REMOTE, CANONICAL, limits);
    }

    function test_setLimits_inexact_reverts() public {
        uint128 inexact = 2 ** 18;
        for (uint256 field = 0; field < 4; ++field) {
            ICausewayBridge.Limits memory limits = ICausewayBridge.Limits(1, 10 ** 20, 10 ** 30, 1);
            if (field == 0) limits.minAmount = inexact;
            if (field == 1) limits.maxAmount = 10 ** 20 + 1;
            if (field == 2) limits.capacity = 10 ** 30 + 1;
            if (field == 3) limits.refillPerSecond = inexact;
            _expectRevert(CANONICAL, limits);
        }
        _set(CANONICAL, ICausewayBridge.Limits(inexact - 1, 10 ** 20, 10 ** 30, 1));
    }

    function test_setLimits_minAboveMax_reverts() public {
        _expectRevert(CANONICAL, ICausewayBridge.Limits(101, 100, CAPACITY, 1));
        _set(CANONICAL, ICausewayBridge.Limits(100, 100, CAPACITY, 1));
    }

    function test_setLimits_capacityBelowMaxAmount_reverts() public {
        _expectRevert(CANONICAL, ICausewayBridge.Limits(1, 2 * MAX_AMOUNT, MAX_AMOUNT, 1));
        _set(CANONICAL, ICausewayBridge.Limits(1, MAX_AMOUNT, MAX_AMOUNT, 1));
    }

    /// @dev A lock of the largest amount ever allowed may still have to be refunded.
    function test_setLimits_capacityBelowLargestMaxAmount_reverts() public {
        _set(CANONICAL, ICausewayBridge.Limits(1, 2 * MAX_AMOUNT, CAPACITY, 1));
        _set(CANONICAL, ICausewayBridge.Limits(1, 10, CAPACITY, 1));
        _set(CANONICAL, ICausewayBridge.Limits(1, 20, CAPACITY, 1));
        _expectRevert(CANONICAL, ICausewayBridge.Limits(1, 20, 2 * MAX_AMOUNT - 10 ** 9, 1));
        _set(CANONICAL, ICausewayBridge.Limits(1, 20, 2 * MAX_AMOUNT, 1));
        // The other side has its own history.
        _set(BRIDGED, ICausewayBridge.Limits(1, MAX_AMOUNT, MAX_AMOUNT, 1));
        _expectRevert(BRIDGED, ICausewayBridge.Limits(1, 1, MAX_AMOUNT - 10 ** 9, 1));
    }

    function test_setLimits_beforeTheOpening_canShrink() public {
        address bridged = address(_deployToken(bridge, 9));
        vm.prank(admin);
        bridge.setRemote(7, REMOTE_BRIDGE, bridged, 32, 9);
        vm.prank(admin);
        bridge.setLimits(7, CANONICAL, _limits());
        ICausewayBridge.Limits memory small = ICausewayBridge.Limits(1, 20, 20, 1);
        vm.prank(admin);
        bridge.setLimits(7, CANONICAL, small);
        vm.prank(admin);
        bridge.openRemote(7);
        // What is in force at the opening counts.
        small.capacity = 10;
        small.maxAmount = 10;
        vm.prank(admin);
        vm.expectRevert(ICausewayBridge.InvalidLimits.selector);
        bridge.setLimits(7, CANONICAL, small);
    }

    function test_setLimits_keepsTheLevel() public {
        ICausewayBridge.Message memory message = _inboundLock(0);
        message.wireAmount = CAPACITY;
        _mint(message);
        vm.warp(block.timestamp + 100);
        // What the old refill restored stays; raising the capacity does not fill the bucket.
        _set(BRIDGED, ICausewayBridge.Limits(1, MAX_AMOUNT, 10 * CAPACITY, 2 * REFILL));
        _assertAvailable(100 * REFILL);
        vm.warp(block.timestamp + 10);
        _assertAvailable(120 * REFILL);
        vm.warp(block.timestamp + 10 ** 6);
        _set(BRIDGED, ICausewayBridge.Limits(1, MAX_AMOUNT, MAX_AMOUNT, REFILL));
        _assertAvailable(MAX_AMOUNT);
    }

    function test_setLimits_unknownRemote_reverts() public {
        vm.prank(admin);
        vm.expectRevert(ICausewayBridge.UnknownRemote.selector);
        bridge.setLimits(7, CANONICAL, _limits());
    }

    function testFuzz_setLimits_notAdmin_reverts(address caller) public {
        vm.assume(caller != admin);
        vm.prank(caller);
        vm.expectRevert(ICausewayBridge.NotAdmin.selector);
        bridge.setLimits(REMOTE, CANONICAL, _limits());
    }

    function _set(ICausewayBridge.Side side, ICausewayBridge.Limits memory limits) private {
        vm.prank(admin);
        bridge.setLimits(REMOTE, side, limits);
    }

    function _expectRevert(ICausewayBridge.Side side, ICausewayBridge.Limits memory limits) private {
        vm.prank(admin);
        vm.expectRevert(ICausewayBridge.InvalidLimits.selector);
        bridge.setLimits(REMOTE, side, limits);
    }

    function _assertAvailable(uint128 expected) private view {
        (, uint128 available) = bridge.limits(REMOTE, BRIDGED);
        vm.assertEq(available, expected);
    }

    function _assertLimits(
        ICausewayBridge.Side side,
        ICausewayBridge.Limits memory expected,
        uint128 expectedAvailable
    ) private view {
        (ICausewayBridge.Limits memory limits, uint128 available) = bridge.limits(REMOTE, side);
        vm.assertEq(keccak256(abi.encode(limits)), keccak256(abi.encode(expected)));
        vm.assertEq(available, expectedAvailable);
    }
}
