// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICausewayBridge} from "../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "./base/BridgeTest.sol";
import {Messages} from "./base/Messages.sol";
import {GasBurningRecipient, ReentrantRecipient, ReturnBombRecipient} from "./mocks/Recipients.sol";
import {FaultyToken} from "./mocks/Tokens.sol";

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
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(address(reentrant)));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        reentrant.setCall(abi.encodeCall(bridge.releaseTokens, (Messages.id(batch[2]), address(reentrant), proof)));
        _release(batch, 2);
        vm.assertTrue(!reentrant.reentered());
        vm.assertEq(bytes32(reentrant.failure()), bytes32(ICausewayBridge.NotOracle.selector));
        vm.assertEq(address(reentrant).balance, AMOUNT);
    }

    /// @dev Even an oracle that pays itself finds the message executed.
    function test_releaseTokens_reentrantOracle_paysOnce() public {
        ReentrantRecipient reentrant = new ReentrantRecipient(bridge);
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(address(reentrant)));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        bytes32 id = Messages.id(batch[2]);
        reentrant.setCall(abi.encodeCall(bridge.releaseTokens, (id, address(reentrant), proof)));
        _makeOracle(address(reentrant));
        vm.prank(address(reentrant));
        bridge.releaseTokens(id, address(reentrant), proof);
        vm.assertEq(bytes32(reentrant.failure()), bytes32(ICausewayBridge.AlreadyExecuted.selector));
        vm.assertEq(address(reentrant).balance, AMOUNT);
    }

    function test_releaseTokens_lowGas_reverts() public {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(address(new GasBurningRecipient())));
        bytes memory proof = Messages.proof(batch, 2, Messages.releaseTail(batch[2]));
        bytes32 id = Messages.id(batch[2]);
        address to = address(uint160(uint256(batch[2].recipient)));
        vm.prank(address(oracle));
        vm.expectRevert(ICausewayBridge.InsufficientGas.selector);
        bridge.releaseTokens{gas: 125_000}(id, to, proof);
        _assertStatus(2, ICausewayBridge.Status.None);
    }

    function _burnFor(address to) private view returns (ICausewayBridge.Message memory message) {
        message = _inboundBurn(0);
        message.recipient = _word(to);
    }

    function _assertCredited(address to) private {
        ICausewayBridge.Message[] memory batch = _commitAround(_burnFor(to));
        uint64 nonce = batch[2].nonce;
        bytes32 id = Messages.id(batch[2]);
        vm.expectEmit();
        emit ICausewayBridge.TokensReleased(id, _word(to), 1_000, keccak256("reference"), true);
        _release(batch, 2);
        vm.assertEq(bridge.claimable(to), AMOUNT);
        vm.assertEq(bridge.lane(REMOTE).outstanding, 9_000);
        _assertStatus(nonce, ICausewayBridge.Status.Executed);
    }

    function _makeOracle(address account) private {
        // The oracle's code is replaced after the check, which no real Safe can do.
        vm.store(address(bridge), bytes32(uint256(0)), bytes32(uint256(uint160(account))));
        vm.assertEq(bridge.oracle(), account);
    }

    function _useToken() private returns (FaultyToken asset) {
        asset = new FaultyToken();
        bridge = _deployBridge(address(asset));
        _register(bridge, REMOTE, REMOTE_BRIDGE, 32, 9);
        asset.mint(user, 10_000 * UNIT);
        vm.prank(user);
        IERC20(asset).approve(address(bridge), type(uint256).max);
        vm.prank(user);
        bridge.lockTokens(REMOTE, THERE, 10_000 * UNIT);
    }
}
