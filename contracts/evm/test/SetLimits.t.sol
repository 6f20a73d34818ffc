// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract SetLimitsTest is BridgeTest {
    IBridgeTypes.Side private constant CANONICAL = IBridgeTypes.Side.Canonical;

    function testFuzz_setLimits_roundTrip(uint24 mantissa, uint8 exponent) public {
        uint256 value = (mantissa % 2 ** 18) * 10 ** uint256(exponent % 33);
        IBridgeTypes.Limits memory limits = _limits();
        limits.capacity = MAX_AMOUNT * 1e20;
        limits.refillPerSecond = uint128(value);
        _set(CANONICAL, limits);
        _assertLimits(CANONICAL, limits, CAPACITY);
    }

    function testFuzz_setLimits_exactOrRefused(uint128 value) public {
        uint256 mantissa = value;
        while (mantissa != 0 && mantissa % 10 == 0) mantissa /= 10;
        IBridgeTypes.Limits memory limits = _limits();
        limits.refillPerSecond = value;
        vm.prank(admin);
        if (mantissa >= 2 ** 18) vm.expectRevert(IBridgeTypes.InvalidLimits.selector);
        bridge.setLimits(REMOTE, CANONICAL, limits);
    }

    function test_setLimits_inexact_reverts() public {
        uint128 inexact = 2 ** 18;
        for (uint256 field = 0; field < 4; ++field) {
            IBridgeTypes.Limits memory limits = IBridgeTypes.Limits(1, 10 ** 20, 10 ** 30, 1);
            if (field == 0) limits.minAmount = inexact;
            if (field == 1) limits.maxAmount = 10 ** 20 + 1;
            if (field == 2) limits.capacity = 10 ** 30 + 1;
            if (field == 3) limits.refillPerSecond = inexact;
            _expectRevert(CANONICAL, limits);
        }
        _set(CANONICAL, IBridgeTypes.Limits(inexact - 1, 10 ** 20, 10 ** 30, 1));
    }

    function _set(IBridgeTypes.Side side, IBridgeTypes.Limits memory limits) private {
        vm.prank(admin);
        bridge.setLimits(REMOTE, side, limits);
    }

    function _expectRevert(IBridgeTypes.Side side, IBridgeTypes.Limits memory limits) private {
        vm.prank(admin);
        vm.expectRevert(IBridgeTypes.InvalidLimits.selector);
        bridge.setLimits(REMOTE, side, limits);
    }

    function _assertLimits(
        IBridgeTypes.Side side,
        IBridgeTypes.Limits memory expected,
        uint128 expectedAvailable
    ) private view {
        (IBridgeTypes.Limits memory limits, uint128 available) = bridge.limits(REMOTE, side);
        vm.assertEq(keccak256(abi.encode(limits)), keccak256(abi.encode(expected)));
        vm.assertEq(available, expectedAvailable);
    }
}
