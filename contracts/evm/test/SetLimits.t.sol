// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract SetLimitsTest is BridgeTest {
    ICausewayBridge.Side private constant CANONICAL = ICausewayBridge.Side.Canonical;

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

    function _set(ICausewayBridge.Side side, ICausewayBridge.Limits memory limits) private {
        vm.prank(admin);
        bridge.setLimits(REMOTE, side, limits);
    }

    function _expectRevert(ICausewayBridge.Side side, ICausewayBridge.Limits memory limits) private {
        vm.prank(admin);
        vm.expectRevert(ICausewayBridge.InvalidLimits.selector);
        bridge.setLimits(REMOTE, side, limits);
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
