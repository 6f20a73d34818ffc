// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {IBridgedToken} from "../src/interfaces/IBridgedToken.sol";
import {BridgeTest} from "./base/BridgeTest.sol";

contract BridgedTokenTest is BridgeTest {
    function test_constructor() public view {
        vm.assertEq(keccak256(bytes(token.name())), keccak256("Bridged"));
        vm.assertEq(keccak256(bytes(token.symbol())), keccak256("cwT"));
        vm.assertEq(token.decimals(), 12);
        vm.assertEq(token.bridge(), address(bridge));
        vm.assertEq(token.originDomain(), REMOTE);
        vm.assertEq(token.originAsset(), bytes32(0));
        vm.assertEq(token.totalSupply(), 0);
    }

    function testFuzz_mint_notBridge_reverts(address caller) public {
        vm.assume(caller != address(bridge));
        vm.prank(caller);
        vm.expectRevert(IBridgedToken.NotBridge.selector);
        token.mint(caller, 1);
    }

    function testFuzz_burn_notBridge_reverts(address caller) public {
        vm.assume(caller != address(bridge));
        vm.prank(address(bridge));
        token.mint(caller == address(0) ? user : caller, 1);
        vm.prank(caller);
        vm.expectRevert(IBridgedToken.NotBridge.selector);
        token.burn(caller, 1);
    }

    function test_mint_and_burn() public {
        vm.prank(address(bridge));
        token.mint(user, 5);
        vm.prank(address(bridge));
        token.burn(user, 2);
        vm.assertEq(token.balanceOf(user), 3);
        vm.assertEq(token.totalSupply(), 3);
        vm.prank(address(bridge));
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, user, 3, 4));
        token.burn(user, 4);
    }

    function test_permit() public {
        uint256 key = 0xbeef;
        address owner = vm.addr(key);
        IERC20Permit permit = IERC20Permit(address(token));
        bytes32 typeHash = keccak256(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
        );
        bytes32 structHash = keccak256(abi.encode(typeHash, owner, user, 7, 0, block.timestamp));
        bytes32 digest = keccak256(bytes.concat(hex"1901", permit.DOMAIN_SEPARATOR(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        permit.permit(owner, user, 7, block.timestamp, v, r, s);
        vm.assertEq(token.allowance(owner, user), 7);
        vm.expectRevert();
        permit.permit(owner, user, 7, block.timestamp, v, r, s);
    }
}
