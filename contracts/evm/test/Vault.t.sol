// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {ISettler} from "../src/interfaces/ISettler.sol";
import {Vault} from "../src/Vault.sol";
import {Fields, SettlerTest} from "./base/SettlerTest.sol";
import {FaultyToken} from "./mocks/Tokens.sol";

contract VaultTest is SettlerTest {
    function test_constructor_noBridge_reverts() public {
        bytes memory code = bytes.concat(vm.getCode("Settler.sol:Settler"), abi.encode(address(0xdead)));
        address made;
        assembly ("memory-safe") {
            made := create(0, add(code, 32), mload(code))
        }
        vm.assertEq(made, address(0));
    }

    function test_settler_knowsItsBridge() public view {
        vm.assertEq(address(settler.bridge()), address(bridge));
    }

    function test_vaultOf_isTheCloneOfTheFirstContract() public {
        bytes memory terms = _encode(_fields());
        address vault = Clones.predictDeterministicAddress(_implementation(), keccak256(terms), address(settler));
        vm.assertEq(_vault(terms), vault);
        vm.assertEq(vault.code.length, 0);
        _deliver(terms, AMOUNT_IN);
        vm.prank(solver);
        settler.fillAndSettle(terms, OUT);
        vm.assertEq(vault.code.length, 45);
    }

    function test_vault_obeysTheSettlerOnly() public {
        bytes memory terms = _encode(_fields());
        _deliver(terms, 2 * AMOUNT_IN);
        vm.prank(solver);
        settler.fillAndSettle(terms, OUT);
        address[6] memory callers = [user, solver, admin, address(bridge), address(token), _vault(terms)];
        address[2] memory vaults = [_vault(terms), _implementation()];
        for (uint256 i = 0; i < callers.length; ++i) {
            for (uint256 j = 0; j < vaults.length; ++j) {
                Vault vault = Vault(payable(vaults[j]));
                vm.prank(callers[i]);
                vm.expectRevert(Vault.NotSettler.selector);
                vault.pay(address(token), callers[i], 1, 100_000);
                vm.prank(callers[i]);
                vm.expectRevert(Vault.NotSettler.selector);
                vault.callBridge(address(token), 1, 0, "");
            }
        }
        vm.assertEq(token.balanceOf(_vault(terms)), AMOUNT_IN);
    }

    /// @dev Another settler of the same bridge has other vaults, and none of the money.
    function test_vaultOf_anotherSettler_isAnother() public {
        bytes memory terms = _encode(_fields());
        _deliver(terms, AMOUNT_IN);
        ISettler other = _deploySettler(bridge);
        vm.assertTrue(other.vaultOf(keccak256(terms)) != _vault(terms));
        vm.prank(solver);
        vm.expectRevert(ISettler.WrongSettler.selector);
        other.fill(terms, OUT);
        vm.prank(user);
        other.withdraw(terms, address(token), user);
        vm.assertEq(token.balanceOf(_vault(terms)), AMOUNT_IN);
        vm.assertEq(token.balanceOf(user), 0);
    }

    /// @dev Nobody makes a contract at the vault's address but the settler, not even with the vault's own code.
    function test_vault_clonedByOthers_isElsewhere() public {
        bytes memory terms = _encode(_fields());
        address clone = Clones.cloneDeterministic(_implementation(), keccak256(terms));
        vm.assertTrue(clone != _vault(terms));
        vm.expectRevert(Vault.NotSettler.selector);
        Vault(payable(clone)).pay(address(token), user, 1, 100_000);
    }

    /// @dev Coins come by a release before the vault has code and after it, within the gas of a release.
    function test_vault_takesReleases() public {
        Fields memory f = _fields();
        (f.assetIn, f.amountIn, f.finishFee) = (bytes32(0), uint128(1_000 * UNIT), 0);
        bytes memory terms = _encode(f);
        _deliverCoins(terms, 1_000);
        vm.prank(solver);
        settler.fillAndSettle(terms, OUT);
        _deliverCoins(terms, 1_000);
        vm.assertEq(_vault(terms).balance, 1_000 * UNIT);
        vm.assertEq(bridge.claimable(_vault(terms)), 0);
        uint256 before = user.balance;
        settler.sweep(terms, address(0));
        vm.assertEq(user.balance - before, 1_000 * UNIT);
    }

    /// @dev The settler takes no coins: it has no function without a name.
    function test_settler_coins_reverts() public {
        vm.prank(user);
        (bool success, ) = address(settler).call{value: 1}("");
        vm.assertTrue(!success);
        (success, ) = address(settler).call(abi.encodeWithSignature("owner()"));
        vm.assertTrue(!success);
    }

    /// @dev A sweep or withdrawal of what is no token, also of the bridge itself, does nothing.
    function test_withdraw_noToken_reverts() public {
        bytes memory terms = _encode(_fields());
        _deliver(terms, AMOUNT_IN);
        address[5] memory assets = [address(bridge), address(settler), _implementation(), user, address(0xdead)];
        for (uint256 i = 0; i < assets.length; ++i) {
            vm.prank(user);
            vm.expectRevert();
            settler.withdraw(terms, assets[i], user);
        }
        _assertState(terms, ISettler.State.None);
    }

    /// @dev A token of a thief is called by the vault, and gets nothing by it.
    function test_sweep_tokenOfAThief_getsNothing() public {
        bytes memory terms = _encode(_fields());
        _deliver(terms, AMOUNT_IN);
        vm.prank(user);
        settler.withdraw(terms, address(token), user);
        _deliver(terms, AMOUNT_IN);
        Thief thief = new Thief(settler, terms, address(token));
        settler.sweep(terms, address(thief));
        vm.assertTrue(thief.tried());
        vm.assertEq(token.balanceOf(_vault(terms)), AMOUNT_IN);
    }

    function test_collect_nothing_reverts() public {
        bytes memory terms = _encode(_fields());
        vm.expectRevert(IBridgeTypes.NothingToClaim.selector);
        settler.collect(terms);
    }

    /// @dev The contract that the settler made first.
    function _implementation() private view returns (address) {
        bytes memory list = abi.encodePacked(hex"d694", address(settler), hex"01");
        return address(uint160(uint256(keccak256(list))));
    }
}

/// @dev Says that the vault holds it, and when the vault pays it, tries everything as a token may.
contract Thief {
    ISettler private immutable _settler;
    bytes private _terms;
    address private immutable _loot;
    bool public tried;

    constructor(ISettler settler, bytes memory terms, address loot) {
        (_settler, _terms, _loot) = (settler, terms, loot);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function transfer(address, uint256) external returns (bool) {
        tried = true;
        (bool success, ) = msg.sender.call(abi.encodeCall(Vault.pay, (_loot, address(this), 1, 100_000)));
        (bool swept, ) = address(_settler).call(abi.encodeCall(ISettler.sweep, (_terms, _loot)));
        (bool taken, ) = _loot.call(abi.encodeCall(FaultyToken.transferFrom, (msg.sender, address(this), 1)));
        require(!success && !swept && !taken, "stolen");
        return true;
    }
}
