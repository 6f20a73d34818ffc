// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IBridgeTypes} from "../src/interfaces/IBridgeTypes.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";
import {GasBurningRecipient, ReentrantRecipient, ReturnBombRecipient, ThirstyRecipient} from "./mocks/Recipients.sol";
import {FaultyToken, ThirstyToken} from "./mocks/Tokens.sol";

contract ReleaseTokensTest is BridgeTest {
    uint256 private constant AMOUNT = 1_000 * UNIT;

    address private recipient = address(0xb0b);

    function setUp() public override {
        super.setUp();
        _lock(10_000);
    }

    function test_releaseTokens_gasBurningRecipient_credits() public {
        uint256 before = gasleft();
        _assertCredited(address(new GasBurningRecipient()));
        vm.assertLe(before - gasleft(), 2_000_000, "the recipient burns its 50,000 only");
    }

    function test_releaseTokens_returnBomb_credits() public {
        _assertCredited(address(new ReturnBombRecipient()));
    }

    function test_releaseTokens_refusingToken_credits() public {
        FaultyToken asset = _useToken();
        asset.setBlocked(recipient, true);
        _assertCredited(recipient);
    }

    function test_releaseTokens_falseReturningToken_credits() public {
        FaultyToken asset = _useToken();
        asset.setReturnsFalse(true);
        _assertCredited(recipient);
    }

    function test_releaseTokens_reentrantRecipient_paysOnce() public {
        ReentrantRecipient reentrant = new ReentrantRecipient(bridge);
        IBridgeTypes.Message[] memory batch = _commitAround(_burnFor(address(reentrant)));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        reentrant.setCall(abi.encodeCall(bridge.releaseTokens, (Messages.id(batch[2]), address(reentrant), proof)));
        _release(batch, 2);
        vm.assertTrue(!reentrant.reentered());
        vm.assertEq(bytes32(reentrant.failure()), bytes32(IBridgeTypes.NotOracle.selector));
        vm.assertEq(address(reentrant).balance, AMOUNT);
    }

    /// @dev Even an oracle that pays itself finds the message executed.
    function test_releaseTokens_reentrantOracle_paysOnce() public {
        ReentrantRecipient reentrant = new ReentrantRecipient(bridge);
        IBridgeTypes.Message[] memory batch = _commitAround(_burnFor(address(reentrant)));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        bytes32 id = Messages.id(batch[2]);
        reentrant.setCall(abi.encodeCall(bridge.releaseTokens, (id, address(reentrant), proof)));
        _makeOracle(address(reentrant));
        vm.prank(address(reentrant));
        bridge.releaseTokens(id, address(reentrant), proof);
        vm.assertEq(bytes32(reentrant.failure()), bytes32(IBridgeTypes.AlreadyExecuted.selector));
        vm.assertEq(address(reentrant).balance, AMOUNT);
    }

    function test_releaseTokens_lowGas_reverts() public {
        IBridgeTypes.Message[] memory batch = _commitAround(_burnFor(address(new GasBurningRecipient())));
        vm.expectRevert(IBridgeTypes.InsufficientGas.selector);
        this.releaseWith(125_000, batch);
        _assertStatus(2, IBridgeTypes.Status.None);
    }

    /// @dev A recipient that needs nearly all of its 50,000 gas is paid, or the call fails, whatever gas the caller gives.
    function test_releaseTokens_anyGas_paysOrReverts() public {
        _assertNoForcedCredit(address(new ThirstyRecipient(47_000)), 60_000, 400_000);
    }

    /// @dev The same for an ERC-20 whose transfer needs nearly all of its 300,000 gas.
    function test_releaseTokens_thirstyToken_anyGas_paysOrReverts() public {
        ThirstyToken asset = new ThirstyToken();
        _use(address(asset));
        asset.setNeed(290_000);
        _assertNoForcedCredit(recipient, 60_000, 900_000);
    }

    function test_releaseTokens_tooThirstyToken_credits() public {
        ThirstyToken asset = new ThirstyToken();
        _use(address(asset));
        asset.setNeed(310_000);
        _assertCredited(recipient);
    }

    /// @dev The bridge cannot be paid in the native coin. The credit is nobody's, and no fee either.
    function test_releaseTokens_toTheBridge_credits() public {
        _assertCredited(address(bridge));
        vm.prank(admin);
        bridge.collectFees(admin);
        vm.assertEq(admin.balance, 0);
        vm.assertEq(bridge.owed(), address(bridge).balance);
    }

    function test_releaseTokens_toTheSafeOrATheToken_paysOrCredits() public {
        // The stand-in of a Safe refuses the native coin, as does the token.
        _assertCredited(address(oracle));
        IBridgeTypes.Message[] memory batch = _commitAround(_burnFor(address(token)));
        _release(batch, 2);
        vm.assertEq(bridge.claimable(address(token)), AMOUNT);
    }

    /// @dev An ERC-20 does not refuse: the bridge pays itself, and nothing else changes.
    function test_releaseTokens_erc20ToTheBridge_staysThere() public {
        FaultyToken asset = _useToken();
        _release(_commitAround(_burnFor(address(bridge))), 2);
        vm.assertEq(bridge.claimable(address(bridge)), 0);
        vm.assertEq(asset.balanceOf(address(bridge)), 10_000 * UNIT);
        vm.assertEq(bridge.owed(), 9_000 * UNIT);
    }

    /// @dev Releases with every gas from `from` to `to`, a thousand apart. Each one fails or pays, and none credits.
    function _assertNoForcedCredit(address payee, uint256 from, uint256 to) private {
        uint256 paid = 0;
        uint256 failed = 0;
        for (uint256 given = from; given <= to; given += (to - from) / 40) {
            IBridgeTypes.Message memory message = _burnFor(payee);
            message.wireAmount = 100;
            IBridgeTypes.Message[] memory batch = _commitAround(message);
            try this.releaseWith(given, batch) {
                ++paid;
            } catch {
                ++failed;
            }
            vm.assertEq(bridge.claimable(payee), 0);
        }
        vm.assertTrue(paid != 0 && failed != 0);
    }

    /// @dev External, so that its failure can be caught.
    function releaseWith(uint256 given, IBridgeTypes.Message[] memory batch) external {
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        bytes32 id = Messages.id(batch[2]);
        address to = address(uint160(uint256(batch[2].recipient)));
        vm.prank(address(oracle));
        bridge.releaseTokens{gas: given}(id, to, proof);
    }

    function _burnFor(address to) private view returns (IBridgeTypes.Message memory message) {
        message = _inboundBurn(0);
        message.recipient = _word(to);
    }

    function _assertCredited(address to) private {
        IBridgeTypes.Message[] memory batch = _commitAround(_burnFor(to));
        uint64 nonce = batch[2].nonce;
        bytes32 id = Messages.id(batch[2]);
        vm.expectEmit();
        emit IBridgeTypes.TokensReleased(id, _word(to), 1_000, keccak256("reference"), true);
        _release(batch, 2);
        vm.assertEq(bridge.claimable(to), AMOUNT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 9_000);
        _assertStatus(nonce, IBridgeTypes.Status.Executed);
    }

    function _makeOracle(address account) private {
        // The oracle's code is replaced after the check, which no real Safe can do.
        vm.store(address(bridge), bytes32(uint256(0)), bytes32(uint256(uint160(account))));
        vm.assertEq(bridge.oracle(), account);
    }

    function _useToken() private returns (FaultyToken asset) {
        asset = new FaultyToken();
        _use(address(asset));
    }

    /// @dev A bridge of another asset, with 10,000 wire units locked.
    function _use(address asset) private {
        bridge = _deployBridge(asset);
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        FaultyToken(asset).mint(user, 10_000 * UNIT);
        vm.prank(user);
        IERC20(asset).approve(address(bridge), type(uint256).max);
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, 10_000 * UNIT);
    }
}
