// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {ISettler} from "../src/interfaces/ISettler.sol";
import {Fields, SettlerTest} from "./base/SettlerTest.sol";
import {GasBurningRecipient, ReentrantRecipient, RefusingRecipient} from "./mocks/Recipients.sol";
import {ReturnBombRecipient, ThirstyRecipient} from "./mocks/Recipients.sol";
import {HookedToken} from "./mocks/SwapTokens.sol";
import {FaultyToken, SilentToken} from "./mocks/Tokens.sol";

contract FillTest is SettlerTest {
    function test_fill_feeOnTransfer_reverts() public {
        wanted.setFee(1);
        vm.prank(solver);
        vm.expectRevert(ISettler.BalanceDeltaMismatch.selector);
        settler.fill(_encode(_fields()), OUT);
    }

    function test_fill_falseReturning_reverts() public {
        wanted.setReturnsFalse(true);
        vm.prank(solver);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(wanted)));
        settler.fill(_encode(_fields()), OUT);
    }

    function test_fill_silentToken_pays() public {
        SilentToken silent = new SilentToken();
        silent.mint(solver, OUT);
        Fields memory f = _fields();
        f.assetOut = _word(address(silent));
        _fill(_encode(f));
        vm.assertEq(silent.balanceOf(user), OUT);
    }

    function test_fill_tokenWithoutCode_reverts() public {
        Fields memory f = _fields();
        f.assetOut = _word(address(0xdead));
        vm.prank(solver);
        vm.expectRevert();
        settler.fill(_encode(f), OUT);
    }

    /// @dev More than `out` is no proof either: another transfer would be counted twice.
    function test_fill_moreThanOut_reverts() public {
        HookedToken hooked = _hooked();
        hooked.arm(address(hooked), abi.encodeCall(FaultyToken.mint, (user, 1)));
        Fields memory f = _fields();
        f.assetOut = _word(address(hooked));
        vm.prank(solver);
        vm.expectRevert(ISettler.BalanceDeltaMismatch.selector);
        settler.fill(_encode(f), OUT);
    }

    function test_fill_recipientPaysItself_reverts() public {
        _fund(wanted, user);
        vm.prank(user);
        vm.expectRevert(ISettler.BalanceDeltaMismatch.selector);
        settler.fill(_encode(_fields()), OUT);
    }

    function test_fill_valueWithToken_reverts() public {
        vm.prank(solver);
        vm.expectRevert(ISettler.WrongValue.selector);
        settler.fill{value: 1}(_encode(_fields()), OUT);
    }

    function test_fill_withoutAllowance_reverts() public {
        vm.prank(solver);
        wanted.approve(address(settler), OUT - 1);
        vm.prank(solver);
        vm.expectRevert();
        settler.fill(_encode(_fields()), OUT);
    }

    /// @dev What the settler may take of somebody is taken for that account's own fills only.
    function test_fill_othersAllowance_isNotUsed() public {
        vm.prank(finisher);
        vm.expectRevert();
        settler.fill(_encode(_fields()), OUT);
    }

    function test_fill_native_gasBurner_costsItsGasOnly() public {
        bytes memory terms = _encode(_native(address(new GasBurningRecipient())));
        uint256 gasBefore = gasleft();
        vm.prank(solver);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.fill{value: OUT, gas: 2_000_000}(terms, OUT);
        vm.assertLe(gasBefore - gasleft(), 200_000, "gas");
    }

    function test_fill_native_returnBomb_reverts() public {
        bytes memory terms = _encode(_native(address(new ReturnBombRecipient())));
        vm.prank(solver);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.fill{value: OUT}(terms, OUT);
    }

    function test_fill_native_recipientHasFiftyThousandGas() public {
        vm.prank(solver);
        settler.fill{value: OUT}(_encode(_native(address(new ThirstyRecipient(48_000)))), OUT);
        bytes memory thirstier = _encode(_native(address(new ThirstyRecipient(60_000))));
        vm.prank(solver);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.fill{value: OUT}(thirstier, OUT);
    }

    function test_fill_native_refusedExcess_reverts() public {
        RefusingRecipient refusing = new RefusingRecipient();
        vm.deal(address(refusing), 2 * OUT);
        bytes memory terms = _encode(_native(user));
        vm.prank(address(refusing));
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.fill{value: OUT + 1}(terms, OUT);
        vm.prank(address(refusing));
        settler.fill{value: OUT}(terms, OUT);
    }

    function test_fill_native_excessHasAllGas() public {
        address thirsty = address(new ThirstyRecipient(200_000));
        vm.deal(thirsty, 2 * OUT);
        vm.prank(thirsty);
        settler.fill{value: 2 * OUT}(_encode(_native(user)), OUT);
        vm.assertEq(thirsty.balance, OUT);
    }

    function test_fill_reentrantToken_reverts() public {
        HookedToken hooked = _hooked();
        Fields memory f = _fields();
        f.assetOut = _word(address(hooked));
        bytes memory other = _encode(_fields());
        _deliver(other, AMOUNT_IN);
        bytes[8] memory calls = _calls(other);
        for (uint256 i = 0; i < calls.length; ++i) {
            hooked.arm(address(settler), calls[i]);
            f.salt = bytes32(i);
            _fill(_encode(f));
            vm.assertTrue(hooked.failure() == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
        vm.assertEq(hooked.calls(), calls.length);
        _assertState(other, ISettler.State.None);
    }

    function test_fill_reentrantRecipient_reverts() public {
        ReentrantRecipient recipient = new ReentrantRecipient(ICausewayBridge(address(settler)));
        Fields memory f = _native(address(recipient));
        bytes[8] memory calls = _calls(_encode(f));
        for (uint256 i = 0; i < calls.length; ++i) {
            recipient.setCall(calls[i]);
            f.salt = bytes32(i + 1);
            vm.prank(solver);
            settler.fill{value: OUT}(_encode(f), OUT);
            vm.assertTrue(recipient.failure() == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
    }

    /// @dev Coins that came to the settler without a call pay for nobody.
    function test_fill_native_strayCoins_stay() public {
        vm.deal(address(settler), 10 * OUT);
        bytes memory terms = _encode(_native(user));
        vm.prank(solver);
        vm.expectRevert(ISettler.WrongValue.selector);
        settler.fill{value: OUT - 1}(terms, OUT);
        uint256 before = solver.balance;
        vm.prank(solver);
        settler.fill{value: 3 * OUT}(terms, OUT);
        vm.assertEq(before - solver.balance, OUT);
        vm.assertEq(address(settler).balance, 10 * OUT);
    }

    function testFuzz_fill_out(uint64 time, uint128 quotedOut, uint128 minOut, uint32 span) public {
        Fields memory f = _fields();
        f.quotedOut = 1 + (quotedOut % 2 ** 127);
        f.minOut = 1 + (minOut % f.quotedOut);
        f.deadline = f.exclusiveUntil + 1 + span;
        time = NOW + (time % (1 + uint64(span)));
        vm.warp(time);
        uint256 before = wanted.balanceOf(user);
        vm.prank(solver);
        uint256 out = settler.fill(_encode(f), f.quotedOut);
        vm.assertEq(wanted.balanceOf(user) - before, out);
        // The exact line, rounded up.
        uint256 whole = 1 + uint256(span);
        uint256 exact = uint256(f.minOut) * (time - NOW) + uint256(f.quotedOut) * (f.deadline - time);
        vm.assertTrue(out * whole >= exact && (out - 1) * whole < exact);
    }

    /// @dev With any gas, either all of it happens or nothing.
    function testFuzz_fill_native_anyGas(uint256 gas) public {
        bytes memory terms = _encode(_native(address(new ThirstyRecipient(30_000))));
        gas = 30_000 + (gas % 200_000);
        uint256 before = solver.balance;
        vm.prank(solver);
        try settler.fill{value: OUT + 1, gas: gas}(terms, OUT) {
            vm.assertEq(before - solver.balance, OUT);
            _assertState(terms, ISettler.State.Filled);
        } catch {
            vm.assertEq(before, solver.balance);
            _assertState(terms, ISettler.State.None);
        }
        _assertOwnsNothing();
    }

    function _native(address recipient) private view returns (Fields memory f) {
        f = _fields();
        f.assetOut = bytes32(0);
        f.recipient = _word(recipient);
    }

    function _hooked() private returns (HookedToken hooked) {
        hooked = new HookedToken();
        _fund(hooked, solver);
    }
}
