// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {ISettler} from "../src/interfaces/ISettler.sol";
import {Fields, SettlerTest} from "./base/SettlerTest.sol";
import {GasBurningRecipient, ReentrantRecipient, RefusingRecipient} from "./mocks/Recipients.sol";
import {ThirstyRecipient} from "./mocks/Recipients.sol";
import {StickyToken} from "./mocks/SwapTokens.sol";
import {FaultyToken} from "./mocks/Tokens.sol";

contract GiveBackTest is SettlerTest {
    uint128 private constant LANE_FEE = 7 * 10 ** 12;
    // Whole wire units, of which each side is above the minimum.
    uint128 private constant COINS = 10_000 * uint128(UNIT);
    uint128 private constant COINS_FEE = 100 * uint128(UNIT);

    function test_giveBack_native_gasBurner_costsItsGasOnly() public {
        bytes memory terms = _expiredCoins(address(new GasBurningRecipient()));
        uint256 gasBefore = gasleft();
        vm.prank(finisher);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.giveBack{gas: 2_000_000}(terms);
        vm.assertLe(gasBefore - gasleft(), 350_000, "gas");
        _assertState(terms, ISettler.State.None);
    }

    function test_giveBack_native_recipientHasFiftyThousandGas() public {
        address enough = address(new ThirstyRecipient(47_000));
        bytes memory terms = _expiredCoins(enough);
        vm.prank(finisher);
        settler.giveBack(terms);
        vm.assertEq(enough.balance, COINS - COINS_FEE);
        terms = _expiredCoins(address(new ThirstyRecipient(60_000)));
        vm.prank(finisher);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.giveBack(terms);
    }

    /// @dev A recipient that needs more gas, or refuses, still gets its coins where it says.
    function test_withdraw_native_hasAllGas() public {
        address thirsty = address(new ThirstyRecipient(300_000));
        bytes memory terms = _expiredCoins(thirsty);
        vm.prank(thirsty);
        settler.withdraw(terms, address(0), thirsty);
        vm.assertEq(thirsty.balance, COINS);
        address refusing = address(new RefusingRecipient());
        terms = _expiredCoins(refusing);
        vm.prank(refusing);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.withdraw(terms, address(0), refusing);
        vm.prank(refusing);
        settler.withdraw(terms, address(0), finisher);
    }

    /// @dev Every amount leaves, down to one unit; nothing is a cancellation, which pays nobody and makes no vault.
    function test_withdraw_anyAmount() public {
        Fields memory f = _fields();
        for (uint256 amount = 0; amount < 4; ++amount) {
            f.salt = bytes32(amount);
            bytes memory terms = _encode(f);
            _deliver(terms, amount);
            uint256 before = token.balanceOf(finisher);
            vm.prank(user);
            settler.withdraw(terms, address(token), finisher);
            vm.assertEq(token.balanceOf(finisher) - before, amount);
            vm.assertEq(_vault(terms).code.length == 0, amount == 0);
            _assertState(terms, ISettler.State.Returned);
        }
    }

    function test_giveBack_reentrantFinisher_paysOnce() public {
        ReentrantRecipient caller = new ReentrantRecipient(ICausewayBridge(address(settler)));
        bytes memory terms = _expiredCoins(user);
        bytes[8] memory calls = _calls(terms);
        uint256 balance = user.balance;
        for (uint256 i = 0; i < calls.length; ++i) {
            caller.setCall(calls[i]);
            vm.prank(address(caller));
            settler.giveBack(terms);
            vm.assertTrue(caller.failure() == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
            vm.assertEq(address(caller).balance, (i + 1) * COINS_FEE);
            vm.assertEq(user.balance - balance, COINS - COINS_FEE);
            terms = _expiredCoins(user);
            balance = user.balance;
        }
    }

    function test_giveBack_refusingFinisher_reverts() public {
        bytes memory terms = _expiredCoins(user);
        address refusing = address(new RefusingRecipient());
        vm.prank(refusing);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.giveBack(terms);
        vm.prank(finisher);
        settler.giveBack(terms);
    }

    /// @dev Neither the coins in the vault nor those of the caller pay a fee that the other owes.
    function test_giveBack_nativeHome_paysEachItsOwn() public {
        vm.prank(guardian);
        bridge.setFee(REMOTE, LANE_FEE);
        Fields memory f = _coins(user);
        (f.fallbackTo, f.home, f.homeAddress) = (1, REMOTE, THERE);
        bytes memory terms = _encode(f);
        vm.deal(_vault(terms), COINS + LANE_FEE);
        vm.warp(DEADLINE);
        vm.prank(finisher);
        vm.expectRevert(IBridgeTypes.WrongValue.selector);
        settler.giveBack(terms);
        vm.prank(finisher);
        vm.expectRevert(IBridgeTypes.WrongValue.selector);
        settler.giveBack{value: 2 * LANE_FEE}(terms);
        uint256 before = finisher.balance;
        vm.prank(finisher);
        settler.giveBack{value: LANE_FEE}(terms);
        vm.assertEq(finisher.balance, before - LANE_FEE + COINS_FEE);
        vm.assertEq(_vault(terms).balance, LANE_FEE);
        vm.assertEq(bridge.lane(REMOTE).outstanding, (COINS - COINS_FEE) / UNIT);
    }

    /// @dev The bridge may take exactly the amount, and nothing after the call, whatever the token does.
    function test_giveBack_tokenHome_leavesNoAllowance() public {
        StickyToken asset = new StickyToken();
        bridge = _deployBridge(address(asset));
        settler = _deploySettler(bridge);
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        Fields memory f = _fields();
        (f.assetIn, f.amountIn, f.finishFee) = (_word(address(asset)), COINS, COINS_FEE);
        (f.fallbackTo, f.home, f.homeAddress) = (1, REMOTE, THERE);
        bytes memory terms = _encode(f);
        asset.mint(_vault(terms), 2 * COINS);
        vm.warp(DEADLINE);
        vm.prank(finisher);
        settler.giveBack(terms);
        vm.assertEq(asset.balanceOf(address(bridge)), COINS - COINS_FEE);
        vm.assertEq(asset.allowance(_vault(terms), address(bridge)), 0);
        vm.assertEq(asset.balanceOf(_vault(terms)), COINS);
    }

    /// @dev A vault never gives more than it holds, nor a fee above a twentieth.
    function testFuzz_giveBack_conserves(uint128 held, uint128 amountIn, uint128 finishFee, bool isLate) public {
        (held, amountIn) = (held % 2 ** 64, amountIn % 2 ** 64);
        Fields memory f = _fields();
        (f.amountIn, f.finishFee) = (amountIn, finishFee);
        bytes memory terms = _encode(f);
        _deliver(terms, held);
        vm.warp(isLate ? DEADLINE + 1 days : DEADLINE + 1 days - 1);
        bool isRefused = held == 0 || (held < amountIn && !isLate);
        vm.prank(finisher);
        if (isRefused) vm.expectRevert(ISettler.NotDelivered.selector);
        settler.giveBack(terms);
        uint256 fee = token.balanceOf(finisher);
        uint256 least = held < amountIn ? held : amountIn;
        vm.assertEq(
            fee,
            isRefused
                ? 0
                : finishFee < least / 20
                    ? finishFee
                    : least / 20
        );
        vm.assertEq(token.balanceOf(user), isRefused ? 0 : held - fee);
        vm.assertEq(token.balanceOf(_vault(terms)), isRefused ? held : 0);
    }

    function test_giveBack_latestDeadline_doesNotOverflow() public {
        Fields memory f = _fields();
        f.deadline = type(uint64).max;
        bytes memory terms = _encode(f);
        _deliver(terms, AMOUNT_IN);
        vm.expectRevert(ISettler.DeadlineNotReached.selector);
        settler.giveBack(terms);
        vm.warp(type(uint64).max);
        settler.giveBack(terms);
    }

    function test_giveBack_recipientWithPad_paysTheAddress() public {
        Fields memory f = _fields();
        f.recipient = bytes32(uint256(uint160(user)) | (1 << 255));
        bytes memory terms = _encode(f);
        _deliver(terms, AMOUNT_IN);
        vm.prank(solver);
        vm.expectRevert(ISettler.InvalidRecipient.selector);
        settler.fill(terms, OUT);
        vm.prank(user);
        settler.withdraw(terms, address(token), finisher);
        vm.assertEq(token.balanceOf(finisher), AMOUNT_IN);
    }

    function _coins(address recipient) private view returns (Fields memory f) {
        f = _fields();
        (f.assetIn, f.recipient) = (bytes32(0), _word(recipient));
        (f.amountIn, f.finishFee) = (COINS, COINS_FEE);
        f.salt = keccak256(abi.encode(recipient, bridge.lane(REMOTE).nextInboundNonce));
    }

    function _expiredCoins(address recipient) private returns (bytes memory terms) {
        terms = _encode(_coins(recipient));
        _deliverCoins(terms, COINS / uint128(UNIT));
        vm.warp(DEADLINE);
    }
}
