// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {ISettler} from "../src/interfaces/ISettler.sol";
import {Fields, SettlerTest} from "./base/SettlerTest.sol";
import {ReentrantRecipient, RefusingRecipient, ThirstyRecipient} from "./mocks/Recipients.sol";
import {AliasedToken, AliasToken, HookedToken} from "./mocks/SwapTokens.sol";
import {FaultyToken, SilentToken} from "./mocks/Tokens.sol";

contract SettleTest is SettlerTest {
    function test_settle_falseReturning_reverts() public {
        FaultyToken asset = new FaultyToken();
        bytes memory terms = _filledWith(address(asset));
        asset.mint(_vault(terms), AMOUNT_IN);
        asset.setReturnsFalse(true);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.settle(terms);
        _assertState(terms, ISettler.State.Filled);
        asset.setReturnsFalse(false);
        settler.settle(terms);
        vm.assertEq(asset.balanceOf(solver), AMOUNT_IN);
    }

    function test_settle_silentToken_pays() public {
        SilentToken asset = new SilentToken();
        bytes memory terms = _filledWith(address(asset));
        asset.mint(_vault(terms), AMOUNT_IN + 1);
        settler.settle(terms);
        vm.assertEq(asset.balanceOf(solver), AMOUNT_IN);
    }

    /// @dev Both at once with a token that calls back: the swap is settled before anybody is paid.
    function test_fillAndSettle_reentrantToken_reverts() public {
        HookedToken asset = new HookedToken();
        Fields memory f = _fields();
        f.assetIn = _word(address(asset));
        bytes memory other = _encode(_fields());
        bytes[8] memory calls = _calls(other);
        for (uint256 i = 0; i < calls.length; ++i) {
            f.salt = bytes32(i);
            bytes memory terms = _encode(f);
            asset.mint(_vault(terms), AMOUNT_IN);
            asset.arm(address(settler), i == 0 ? abi.encodeCall(ISettler.settle, (terms)) : calls[i]);
            vm.prank(solver);
            settler.fillAndSettle(terms, OUT);
            vm.assertTrue(asset.failure() == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
        vm.assertEq(asset.balanceOf(solver), calls.length * AMOUNT_IN);
    }

    /// @dev A hook that asks meanwhile finds the state in which the call ends.
    function test_fillAndSettle_stateFirst() public {
        StateAsker asset = new StateAsker();
        Fields memory f = _fields();
        f.assetIn = _word(address(asset));
        bytes memory terms = _encode(f);
        asset.ask(settler, keccak256(terms));
        asset.mint(_vault(terms), AMOUNT_IN);
        vm.prank(solver);
        settler.fillAndSettle(terms, OUT);
        vm.assertEq(uint256(asset.seen()), uint256(ISettler.State.Settled));
    }

    function test_settle_native_fillerHasAllGas() public {
        address filler = address(new ThirstyRecipient(300_000));
        bytes memory terms = _filledWithCoins(filler);
        vm.deal(_vault(terms), AMOUNT_IN);
        settler.settle(terms);
        vm.assertEq(filler.balance, AMOUNT_IN);
    }

    function test_settle_native_refusingFiller_reverts() public {
        RefusingRecipient filler = new RefusingRecipient();
        bytes memory terms = _filledWithCoins(address(filler));
        vm.deal(_vault(terms), AMOUNT_IN);
        vm.expectRevert(ISettler.PaymentFailed.selector);
        settler.settle(terms);
        filler.setRefuses(false);
        settler.settle(terms);
        vm.assertEq(address(filler).balance, AMOUNT_IN);
    }

    function test_settle_native_reentrantFiller_paysOnce() public {
        ReentrantRecipient filler = new ReentrantRecipient(ICausewayBridge(address(settler)));
        bytes memory terms = _filledWithCoins(address(filler));
        vm.deal(_vault(terms), 2 * AMOUNT_IN);
        filler.setCall(abi.encodeCall(ISettler.settle, (terms)));
        settler.settle(terms);
        vm.assertEq(address(filler).balance, AMOUNT_IN);
        vm.assertTrue(filler.failure() == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
    }

    /// @dev Some tokens have two addresses with one balance. While the filler is owed, neither leads to it.
    function test_settle_secondAddressOfTheToken_opensNothing() public {
        AliasedToken asset = new AliasedToken();
        address second = address(new AliasToken(asset));
        bytes memory terms = _filledWith(address(asset));
        asset.mint(_vault(terms), AMOUNT_IN);
        vm.prank(user);
        vm.expectRevert(ISettler.AlreadyFilled.selector);
        settler.withdraw(terms, second, user);
        vm.expectRevert(ISettler.NotOver.selector);
        settler.sweep(terms, second);
        settler.settle(terms);
        vm.assertEq(asset.balanceOf(solver), AMOUNT_IN);
    }

    /// @dev The same in a swap that nobody has filled: it ends, so that no later fill is unpaid.
    function test_withdraw_secondAddressOfTheToken_endsTheSwap() public {
        AliasedToken asset = new AliasedToken();
        address second = address(new AliasToken(asset));
        Fields memory f = _fields();
        f.assetIn = _word(address(asset));
        bytes memory terms = _encode(f);
        asset.mint(_vault(terms), AMOUNT_IN);
        vm.prank(user);
        settler.withdraw(terms, second, user);
        vm.assertEq(asset.balanceOf(user), AMOUNT_IN);
        vm.prank(solver);
        vm.expectRevert(ISettler.AlreadyReturned.selector);
        settler.fill(terms, OUT);
    }

    /// @dev A token that takes a fee is no asset of a bridge; a filler that accepted it gets what it leaves.
    function test_settle_feeOnTransfer_paysOnce() public {
        FaultyToken asset = new FaultyToken();
        bytes memory terms = _filledWith(address(asset));
        asset.mint(_vault(terms), AMOUNT_IN);
        asset.setFee(3);
        settler.settle(terms);
        vm.assertEq(asset.balanceOf(solver), AMOUNT_IN - 3);
        vm.expectRevert(ISettler.AlreadySettled.selector);
        settler.settle(terms);
    }

    /// @dev A token whose code is gone answers nothing, and nobody is said to be paid.
    function test_settle_tokenWithoutCode_reverts() public {
        bytes memory terms = _filledWith(address(0xdead));
        vm.expectRevert();
        settler.settle(terms);
        _assertState(terms, ISettler.State.Filled);
    }

    function testFuzz_settle_anyDelivery(uint128 delivered) public {
        delivered = delivered % (2 * AMOUNT_IN);
        bytes memory terms = _filledWith(address(token));
        _deliver(terms, delivered);
        if (delivered < AMOUNT_IN) vm.expectRevert(ISettler.NotDelivered.selector);
        settler.settle(terms);
        bool isPaid = delivered >= AMOUNT_IN;
        vm.assertEq(token.balanceOf(solver), isPaid ? AMOUNT_IN : 0);
        vm.assertEq(token.balanceOf(_vault(terms)), isPaid ? delivered - AMOUNT_IN : delivered);
    }

    function _filledWith(address asset) private returns (bytes memory terms) {
        Fields memory f = _fields();
        f.assetIn = _word(asset);
        terms = _encode(f);
        _fill(terms);
    }

    function _filledWithCoins(address filler) private returns (bytes memory terms) {
        _fund(wanted, filler);
        Fields memory f = _fields();
        f.assetIn = bytes32(0);
        terms = _encode(f);
        vm.prank(filler);
        settler.fill(terms, OUT);
    }
}

/// @dev Asks for the state of a swap from inside its transfers.
contract StateAsker is FaultyToken {
    ISettler private _settler;
    bytes32 private _id;
    ISettler.State public seen;

    function ask(ISettler settler, bytes32 id) external {
        (_settler, _id) = (settler, id);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        (seen, ) = _settler.swapOf(_id);
        return super.transfer(to, amount);
    }
}
