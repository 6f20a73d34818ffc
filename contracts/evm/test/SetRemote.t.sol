// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgedToken} from "../src/interfaces/IBridgedToken.sol";
import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {FakeBridgedToken} from "./mocks/Tokens.sol";

contract SetRemoteTest is BridgeTest {
    uint32 private constant OTHER = 7;
    bytes32 private constant OTHER_BRIDGE = bytes32(uint256(0xb));

    function test_setRemote_tokenOfAnotherHome_reverts() public {
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, address(token), 20, 9);
    }

    function test_setRemote_decimals_reverts() public {
        address eight = address(_deployToken(bridge, 8));
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, eight, 20, 9);
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, eight, 20, 10);
        _set(OTHER, OTHER_BRIDGE, eight, 20, 8);
        // More decimals than nine never are on the wire.
        address eighteen = address(_deployToken(bridge, 18));
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, eighteen, 20, 10);
        address tooFine = address(_deployToken(bridge, 48));
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, tooFine, 20, 9);
        _set(OTHER, OTHER_BRIDGE, address(_deployToken(bridge, 47)), 20, 9);
    }

    function test_setRemote_token_reverts() public {
        _expectRevert(IBridgeTypes.NotAContract.selector, OTHER, OTHER_BRIDGE, address(0), 20, 9);
        _expectRevert(IBridgeTypes.NotAContract.selector, OTHER, OTHER_BRIDGE, user, 20, 9);
        address foreign = address(_deployToken(ICausewayBridge(user), 9));
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, foreign, 20, 9);
        address issued = address(new FakeBridgedToken(address(bridge), 9, 1));
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, issued, 20, 9);
    }

    function test_setRemote_canonicalAsset_reverts() public {
        FakeBridgedToken asset = new FakeBridgedToken(address(0), 9, 0);
        bridge = _deployBridge(address(asset));
        vm.store(address(asset), 0, bytes32((uint256(9) << 160) | uint160(address(bridge))));
        vm.assertEq(asset.bridge(), address(bridge));
        _expectRevert(IBridgeTypes.InvalidRemote.selector, OTHER, OTHER_BRIDGE, address(asset), 20, 9);
    }

    function _set(uint32 domain, bytes32 remoteBridge, address bridged, uint8 length, uint8 decimals) private {
        vm.prank(admin);
        bridge.setRemote(domain, remoteBridge, bridged, length, decimals);
    }

    function _expectRevert(
        bytes4 expected,
        uint32 domain,
        bytes32 remoteBridge,
        address bridged,
        uint8 length,
        uint8 decimals
    ) private {
        vm.prank(admin);
        vm.expectRevert(expected);
        bridge.setRemote(domain, remoteBridge, bridged, length, decimals);
    }
}
