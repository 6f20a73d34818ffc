// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {MockSafe} from "./mocks/MockSafe.sol";
import {FakeBridgedToken} from "./mocks/Tokens.sol";

contract ConstructorTest is BridgeTest {
    function test_constructor_native() public view {
        vm.assertEq(bridge.domain(), HERE);
        vm.assertEq(bridge.canonicalAsset(), address(0));
        vm.assertEq(bridge.wireDecimals(), 9);
        vm.assertEq(bridge.admin(), admin);
        vm.assertEq(bridge.guardian(), guardian);
        vm.assertEq(bridge.oracle(), address(oracle));
        vm.assertEq(bridge.pendingAdmin(), address(0));
        vm.assertTrue(!bridge.outboundPaused() && !bridge.inboundPaused());
    }

    function testFuzz_constructor_wireDecimals(uint8 decimals) public {
        decimals = decimals % 78;
        address asset = address(new FakeBridgedToken(address(0), decimals, 0));
        ICausewayBridge deployed = _deployBridge(asset);
        vm.assertEq(deployed.canonicalAsset(), asset);
        vm.assertEq(deployed.wireDecimals(), decimals < 9 ? decimals : 9);
    }

    function test_constructor_assetWithoutCode_reverts() public {
        _expectRevert(IBridgeTypes.NotAContract.selector, user, admin, guardian, address(oracle));
    }

    function test_constructor_domain_reverts() public {
        vm.chainId(2 ** 31);
        _expectRevert(IBridgeTypes.InvalidDomain.selector, address(0), admin, guardian, address(oracle));
        vm.chainId(2 ** 31 - 1);
        vm.assertEq(_deployBridge(address(0)).domain(), 2 ** 31 - 1);
    }

    function test_constructor_oracle_reverts() public {
        address weak = address(new MockSafe(4, 2));
        _expectRevert(IBridgeTypes.InvalidOracle.selector, address(0), admin, guardian, weak);
        _expectRevert(IBridgeTypes.NotAContract.selector, address(0), admin, guardian, user);
    }

    function test_constructor_roles_reverts() public {
        bytes4 invalid = IBridgeTypes.InvalidRole.selector;
        _expectRevert(invalid, address(0), address(0), guardian, address(oracle));
        _expectRevert(invalid, address(0), admin, address(0), address(oracle));
        _expectRevert(invalid, address(0), admin, admin, address(oracle));
        _expectRevert(invalid, address(0), address(oracle), guardian, address(oracle));
        _expectRevert(invalid, address(0), admin, address(oracle), address(oracle));
    }

    function deploy(bytes memory args) external returns (address) {
        return _deploy("CausewayBridge.sol:CausewayBridge", args);
    }

    function _expectRevert(bytes4 expected, address asset, address admin_, address guardian_, address oracle_) private {
        vm.expectRevert(expected);
        this.deploy(abi.encode(asset, admin_, guardian_, oracle_));
    }
}
