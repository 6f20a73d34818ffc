// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {ReentrantRecipient, RefusingRecipient} from "./mocks/Recipients.sol";

contract ClaimTest is BridgeTest {
    uint256 private constant AMOUNT = 1_000 * UNIT;

    address private to = address(0x70);

    function test_claim_refusedPayment_reverts() public {
        RefusingRecipient creditor = new RefusingRecipient();
        _credit(address(creditor));
        vm.expectRevert(IBridgeTypes.PaymentFailed.selector);
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
        vm.assertEq(bytes32(creditor.failure()), bytes32(IBridgeTypes.NothingToClaim.selector));
        vm.assertEq(address(creditor).balance, AMOUNT);
    }

    function test_claim_nothing_reverts() public {
        vm.prank(user);
        vm.expectRevert(IBridgeTypes.NothingToClaim.selector);
        bridge.claim(to);
    }

    function test_claim_zeroAddress_reverts() public {
        RefusingRecipient creditor = new RefusingRecipient();
        _credit(address(creditor));
        vm.expectRevert(IBridgeTypes.InvalidRecipient.selector);
        creditor.claim(bridge, address(0));
    }

    function _credit(address creditor) private {
        _lock(1_000);
        _releaseTo(creditor);
        vm.assertEq(bridge.claimable(creditor), AMOUNT);
    }

    function _releaseTo(address recipient) private {
        IBridgeTypes.Message memory message = _inboundBurn(0);
        message.recipient = _word(recipient);
        _release(_commitAround(message), 2);
    }
}
