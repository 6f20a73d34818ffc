// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {ReentrantRecipient, RefusingRecipient} from "./mocks/Recipients.sol";
import {FaultyToken} from "./mocks/Tokens.sol";

contract ClaimTest is BridgeTest {
    uint256 private constant AMOUNT = 1_000 * UNIT;

    address private to = address(0x70);

    function test_claim_native() public {
        RefusingRecipient creditor = new RefusingRecipient();
        _credit(address(creditor));
        vm.expectEmit();
        emit ICausewayBridge.Claimed(address(creditor), to, AMOUNT);
        creditor.claim(bridge, to);
        vm.assertEq(to.balance, AMOUNT);
        vm.assertEq(bridge.claimable(address(creditor)), 0);
        vm.expectRevert(ICausewayBridge.NothingToClaim.selector);
        creditor.claim(bridge, to);
    }

    function test_claim_whilePaused() public {
        RefusingRecipient creditor = new RefusingRecipient();
        _credit(address(creditor));
        vm.prank(guardian);
        bridge.pauseInbound();
        vm.prank(guardian);
        bridge.pauseOutbound();
        creditor.claim(bridge, to);
    }

    function test_claim_erc20() public {
        FaultyToken asset = new FaultyToken();
        bridge = _deployBridge(address(asset));
        token = _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 12);
        asset.mint(user, AMOUNT);
        vm.prank(user);
        IERC20(asset).approve(address(bridge), AMOUNT);
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, AMOUNT);
        address creditor = address(0xc);
        asset.setBlocked(creditor, true);
        _releaseTo(creditor);
        vm.assertEq(bridge.claimable(creditor), AMOUNT);

        vm.prank(creditor);
        vm.expectRevert(ICausewayBridge.PaymentFailed.selector);
        bridge.claim(creditor);
        vm.prank(creditor);
        bridge.claim(to);
        vm.assertEq(asset.balanceOf(to), AMOUNT);
    }

    function test_claim_refusedPayment_reverts() public {
        RefusingRecipient creditor = new RefusingRecipient();
        _credit(address(creditor));
        vm.expectRevert(ICausewayBridge.PaymentFailed.selector);
        creditor.claim(bridge, address(creditor));
        vm.assertEq(bridge.claimable(address(creditor)), AMOUNT);
    }

    function test_claim_reentrant_paysOnce() public {
        ReentrantRecipient creditor = new ReentrantRecipient(bridge);
        creditor.setRefuses(true);
        _credit(address(creditor));
        // Other coins in the bridge, which a second payment would take.
        _lock(10_000);
        creditor.setRefuses(false);
        creditor.setCall(abi.encodeCall(bridge.claim, (address(creditor))));
        creditor.claim();
        vm.assertEq(bytes32(creditor.failure()), bytes32(ICausewayBridge.NothingToClaim.selector));
        vm.assertEq(address(creditor).balance, AMOUNT);
    }

    function test_claim_nothing_reverts() public {
        vm.prank(user);
        vm.expectRevert(ICausewayBridge.NothingToClaim.selector);
        bridge.claim(to);
    }

    function test_claim_zeroAddress_reverts() public {
        RefusingRecipient creditor = new RefusingRecipient();
        _credit(address(creditor));
        vm.expectRevert(ICausewayBridge.InvalidRecipient.selector);
        creditor.claim(bridge, address(0));
    }

    function _credit(address creditor) private {
        _lock(1_000);
        _releaseTo(creditor);
        vm.assertEq(bridge.claimable(creditor), AMOUNT);
    }

    function _releaseTo(address recipient) private {
        ICausewayBridge.Message memory message = _inboundBurn(0);
        message.recipient = _word(recipient);
        _release(_commitAround(message), 2);
    }
}
