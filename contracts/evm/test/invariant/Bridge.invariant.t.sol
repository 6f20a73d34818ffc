// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";
import {BridgeTest} from "../base/BridgeTest.sol";
import {Messages} from "../base/Messages.sol";
import {FaultyToken} from "../mocks/Tokens.sol";
import {MockSafe} from "../mocks/MockSafe.sol";
import {Handler} from "./Handler.t.sol";
import {Chain} from "./Orders.sol";

/// @dev I1 to I7 over two bridges, one of the native coin and one of an ERC-20, that are each other's remote, while a
///      third, compromised remote of the first attacks it.
contract BridgeInvariantTest is BridgeTest {
    uint128 private constant BUCKET = 2_000_000;
    uint128 private constant BUCKET_REFILL = 5_000;

    Handler private handler;

    function setUp() public override {
        oracle = new MockSafe(5, 3);
        vm.warp(1_800_000_000);
        FaultyToken asset = new FaultyToken();
        Chain[2] memory chains;
        vm.chainId(1001);
        chains[0] = Chain(1001, _deployBridge(address(0)), FaultyToken(address(0)), 1e9, token, 1e3);
        vm.chainId(1002);
        chains[1] = Chain(1002, _deployBridge(address(asset)), asset, 1e9, token, 1e9);
        chains[0].bridged = _deployToken(chains[0].bridge, 12);
        chains[1].bridged = _deployToken(chains[1].bridge, 18);
        for (uint256 i = 0; i < 2; ++i) {
            bytes32 there = _word(address(chains[1 - i].bridge));
            _open(chains[i].bridge, chains[1 - i].domain, there, address(chains[i].bridged));
        }
        handler = new Handler(chains, address(oracle), guardian, admin);
        address evilToken = address(_deployToken(chains[0].bridge, 9));
        _open(chains[0].bridge, handler.EVIL(), handler.EVIL_BRIDGE(), evilToken);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Outstanding is what circulates on the other chain and what is under way, in wire units, exactly.
    function invariant_I1_outstandingIsSupplyAndInFlight() public view {
        for (uint256 home = 0; home < 2; ++home) {
            Chain memory here = handler.chain(home);
            Chain memory there = handler.chain(1 - home);
            uint256 supply = there.bridged.totalSupply() / there.bridgedUnit;
            uint256 flying = _inFlight(0, here.domain) + _inFlight(1, here.domain);
            vm.assertEq(here.bridge.lane(there.domain).outstanding, supply + flying, "I1");
            vm.assertEq(there.bridged.totalSupply() % there.bridgedUnit, 0, "I1: dust");
        }
    }

    function invariant_I2_executedOnceAndNeverCancelledToo() public view {
        vm.assertEq(handler.replays(), 0, "I2: something happened twice, or while it had to wait");
        for (uint256 from = 0; from < 2; ++from) {
            IBridgeTypes.Message[] memory sent = handler.sent(from);
            ICausewayBridge bridge = handler.chain(1 - from).bridge;
            for (uint64 i = 0; i < sent.length; ++i) {
                bytes32 id = Messages.id(sent[i]);
                uint256 executed = handler.executed(id);
                uint256 cancelled = handler.cancelled(id);
                vm.assertLe(executed + cancelled, 1, "I2");
                uint256 expected = executed + 2 * cancelled;
                vm.assertEq(uint256(bridge.status(sent[i].source, i)), expected, "I2: status");
            }
        }
    }

    function invariant_I3_nothingWithoutACommittedMessage() public view {
        vm.assertEq(handler.forgeries(), 0, "I3");
    }

    function invariant_I4_compromisedRemoteTakesItsOwnOnly() public view {
        ICausewayBridge bridge = handler.chain(0).bridge;
        uint256 outstanding = bridge.lane(handler.EVIL()).outstanding;
        vm.assertEq(outstanding + handler.takenByEvil(), handler.lockedToEvil(), "I4");
        vm.assertEq(address(0xe71).balance, handler.takenByEvil() * UNIT, "I4: paid");
        uint256 window = BUCKET + BUCKET_REFILL * (block.timestamp - handler.start());
        vm.assertLe(handler.takenByEvil(), window, "I4: rate");
        for (uint256 to = 0; to < 2; ++to) {
            for (uint256 side = 0; side < 2; ++side) vm.assertLe(handler.drawn(to, side), window, "I4: bucket");
        }
    }

    function invariant_I5_noncesAreContiguous() public view {
        for (uint256 from = 0; from < 2; ++from) {
            Chain memory here = handler.chain(from);
            Chain memory there = handler.chain(1 - from);
            uint64 emitted = here.bridge.lane(there.domain).nextOutboundNonce;
            vm.assertEq(emitted, handler.sent(from).length, "I5");
            vm.assertLe(there.bridge.lane(here.domain).nextInboundNonce, emitted, "I5: committed");
        }
    }

    function invariant_I6_balanceCoversAllClaims() public view {
        for (uint256 side = 0; side < 2; ++side) {
            Chain memory here = handler.chain(side);
            uint256 outstanding = here.bridge.lane(handler.chain(1 - side).domain).outstanding;
            if (side == 0) outstanding += here.bridge.lane(handler.EVIL()).outstanding;
            uint256 claims = outstanding * here.assetUnit;
            for (uint256 i = 0; i < 5; ++i) claims += here.bridge.claimable(handler.actors(i));
            uint256 coins = address(here.bridge).balance;
            vm.assertEq(here.bridge.owed(), claims, "I6: owed");
            if (address(here.asset) == address(0)) {
                vm.assertEq(coins, claims + handler.fees(side), "I6");
            } else {
                vm.assertEq(here.asset.balanceOf(address(here.bridge)), claims, "I6");
                vm.assertEq(coins, handler.fees(side), "I6: fees");
            }
        }
        vm.assertEq(address(0xfee).balance, handler.collected(), "I6: only fees are collected");
    }

    function invariant_honestCallsSucceed() public view {
        vm.assertEq(handler.failures(), 0, "an honest call failed");
    }

    /// @dev I7: whatever happened, once everything is live every order ends; cancelled ones by their refund.
    function afterInvariant() public {
        handler.drain();
        // Nothing is in flight, so I1 says that all that is locked circulates.
        vm.assertEq(_inFlight(0, 1001) + _inFlight(1, 1001) + _inFlight(0, 1002) + _inFlight(1, 1002), 0, "I7");
        vm.assertEq(handler.failures() + handler.replays(), 0, "I7: drained");
    }

    function _inFlight(uint256 from, uint32 home) private view returns (uint256 amount) {
        IBridgeTypes.Message[] memory sent = handler.sent(from);
        ICausewayBridge bridge = handler.chain(1 - from).bridge;
        for (uint64 i = 0; i < sent.length; ++i) {
            bool waiting = bridge.status(sent[i].source, i) == IBridgeTypes.Status.None;
            if (sent[i].assetHome == home && waiting) amount += sent[i].wireAmount;
        }
    }

    function _open(ICausewayBridge bridge_, uint32 domain, bytes32 remoteBridge, address bridged) private {
        IBridgeTypes.Limits memory limits = IBridgeTypes.Limits(1, 1_000_000, BUCKET, BUCKET_REFILL);
        vm.prank(admin);
        bridge_.setRemote(domain, remoteBridge, bridged, 20, 9);
        vm.prank(admin);
        bridge_.openRemote(domain);
        vm.prank(admin);
        bridge_.setLimits(domain, IBridgeTypes.Side.Canonical, limits);
        vm.prank(admin);
        bridge_.setLimits(domain, IBridgeTypes.Side.Bridged, limits);
    }
}
