// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {ReentrantCollector, ReentrantRecipient, RefusingRecipient} from "./mocks/Recipients.sol";
import {FaultyToken} from "./mocks/Tokens.sol";

contract FeesTest is BridgeTest {
    uint128 private constant FEE = 7 * 10 ** 12;

    address private treasury = address(0x70);

    function test_setFee_form_reverts() public {
        vm.prank(guardian);
        vm.expectRevert(IBridgeTypes.InvalidFee.selector);
        bridge.setFee(REMOTE, 2 ** 18 + 1);
        vm.prank(guardian);
        bridge.setFee(REMOTE, (2 ** 18 - 1) * 10 ** 15);
        vm.assertEq(bridge.fee(REMOTE), (2 ** 18 - 1) * 10 ** 15);
    }

    function testFuzz_lockTokens_value(uint256 value) public {
        _setFee();
        value = value % (4 * FEE);
        uint256 amount = uint256(FEE);
        vm.prank(user);
        if (value != amount + FEE) vm.expectRevert(IBridgeTypes.WrongValue.selector);
        bridge.lockTokens{value: value}(REMOTE, THERE, amount);
    }

    function test_collectFees_zeroAddress_reverts() public {
        vm.prank(admin);
        vm.expectRevert(IBridgeTypes.InvalidRecipient.selector);
        bridge.collectFees(address(0));
    }

    function test_collectFees_refusingRecipient_reverts() public {
        _lockWithFee();
        address refusing = address(new RefusingRecipient());
        vm.prank(admin);
        vm.expectRevert(IBridgeTypes.PaymentFailed.selector);
        bridge.collectFees(refusing);
        _collect(FEE);
    }

    /// @dev Coins that came without a call, as by a selfdestruct, are fees too.
    function test_collectFees_strayCoins() public {
        _lockWithFee();
        vm.deal(address(bridge), address(bridge).balance + 5);
        _collect(uint256(FEE) + 5);
    }

    /// @dev A balance below what is owed, which nothing here brings about, is left alone.
    function test_collectFees_belowOwed_paysNothing() public {
        _lockWithFee();
        uint256 owed = bridge.owed();
        vm.deal(address(bridge), owed - 1);
        _collect(0);
        vm.deal(address(bridge), owed);
        _collect(0);
        vm.deal(address(bridge), owed + 1);
        _collect(1);
    }

    function test_collectFees_counterOfCredits() public {
        _lockWithFee();
        ReentrantRecipient creditor = new ReentrantRecipient(bridge);
        creditor.setRefuses(true);
        IBridgeTypes.Message memory message = _inboundBurn(0);
        message.recipient = _word(address(creditor));
        _release(_commitAround(message), 2);
        vm.assertEq(bridge.claimableTotal(), 1_000 * UNIT);
        _collect(FEE);
        creditor.setRefuses(false);
        creditor.claim();
        vm.assertEq(bridge.claimableTotal(), 0);
        _collect(0);
    }

    function test_collectFees_reentrant_paysOnce() public {
        _lockWithFee();
        ReentrantCollector collector = new ReentrantCollector(bridge);
        vm.prank(admin);
        bridge.proposeAdmin(address(collector));
        collector.accept();
        uint256 owed = bridge.owed();
        collector.collect();
        vm.assertEq(address(collector).balance, FEE);
        vm.assertEq(address(bridge).balance, owed);
    }

    function test_collectFees_registeredAnew_countsOnce() public {
        uint32 other = REMOTE + 1;
        for (uint256 i = 0; i < 2; ++i) {
            address bridged = address(_deployToken(bridge, 12));
            vm.prank(admin);
            bridge.setRemote(other, REMOTE_BRIDGE, bridged, 32, 9);
        }
        vm.prank(admin);
        bridge.openRemote(other);
        vm.prank(admin);
        bridge.setLimits(other, IBridgeTypes.Side.Canonical, _limits());
        vm.prank(user);
        bridge.lockTokens{value: 10_000 * UNIT}(other, THERE, 10_000 * UNIT);
        vm.assertEq(bridge.owed(), 10_000 * UNIT);
    }

    function test_collectFees_erc20_paysTheWholeBalance() public {
        FaultyToken asset = new FaultyToken();
        bridge = _deployBridge(address(asset));
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        _setFee();
        asset.mint(user, 100 * UNIT);
        vm.prank(user);
        IERC20(asset).approve(address(bridge), 100 * UNIT);
        vm.prank(user);
        bridge.lockTokens{value: FEE}(REMOTE, THERE, 100 * UNIT);
        _collect(FEE);
        vm.assertEq(address(bridge).balance, 0);
        vm.assertEq(asset.balanceOf(address(bridge)), 100 * UNIT);
    }

    function _setFee() private {
        vm.prank(guardian);
        bridge.setFee(REMOTE, FEE);
    }

    function _lockWithFee() private {
        _setFee();
        vm.prank(user);
        bridge.lockTokens{value: 10_000 * UNIT + FEE}(REMOTE, THERE, 10_000 * UNIT);
    }

    function _collect(uint256 expected) private {
        uint256 before = treasury.balance;
        vm.prank(admin);
        bridge.collectFees(treasury);
        vm.assertEq(treasury.balance - before, expected);
    }
}
