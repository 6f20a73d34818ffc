// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IBridgeTypes} from "../../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";
import {Messages} from "../base/Messages.sol";
import {Vm} from "../base/Vm.sol";
import {GasBurningRecipient, RefusingRecipient} from "../mocks/Recipients.sol";
import {Chain, Interval, Order} from "./Orders.sol";

/// @dev Drives two bridges that are each other's remote, as users and an honest oracle would, and as attackers. Every
///      message is kept as it was emitted, and every success counted, to compare the bridges with afterwards.
contract Handler {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint32 public constant EVIL = 666;
    bytes32 public constant EVIL_BRIDGE = bytes32(uint256(0xe71));

    Chain[2] private _chains;
    address private immutable _oracle;
    address private immutable _guardian;
    address private immutable _admin;
    address[5] public actors;

    // By sending chain.
    IBridgeTypes.Message[][2] private _sent;
    Interval[][2] private _committed;
    mapping(bytes32 id => uint256) public executed;
    mapping(bytes32 id => uint256) public cancelled;
    // By receiving chain: drawn from the bucket of the honest remote, per side.
    uint256[2][2] public drawn;
    uint256 public immutable start = block.timestamp;

    uint256 public forgeries;
    uint256 public replays;
    uint256 public failures;
    uint64 public evilNonce;
    uint256 public lockedToEvil;
    uint256 public takenByEvil;
    /// @dev Wei of delivery fees by chain that were paid and not collected.
    uint256[2] public fees;
    uint256 public collected;

    constructor(Chain[2] memory chains, address oracle, address guardian, address admin) {
        (_chains[0], _chains[1]) = (chains[0], chains[1]);
        (_oracle, _guardian, _admin) = (oracle, guardian, admin);
        address refusing = address(new RefusingRecipient());
        address burning = address(new GasBurningRecipient());
        actors = [address(0xa1), address(0xa2), address(0xa3), refusing, burning];
        chains[1].asset.setBlocked(actors[2], true);
    }

    function chain(uint256 i) external view returns (Chain memory) {
        return _chains[i];
    }

    function sent(uint256 i) external view returns (IBridgeTypes.Message[] memory) {
        return _sent[i];
    }

    function lock(uint256 side, uint256 actor, uint256 recipient, uint256 amount) external {
        Chain storage here = _chains[side % 2];
        uint128 wireAmount = _wireAmount(amount);
        bytes32 id = _lock(here, _chains[1 - (side % 2)].domain, actors[actor % 5], actors[recipient % 5], wireAmount);
        if (id != 0) _record(side % 2, IBridgeTypes.Kind.Lock, actor, recipient, wireAmount, id);
    }

    function burn(uint256 side, uint256 actor, uint256 recipient, uint256 amount) external {
        Chain storage here = _chains[side % 2];
        uint256 balance = here.bridged.balanceOf(actors[actor % 5]) / here.bridgedUnit;
        if (balance == 0 || _waits(here.bridge, _chains[1 - (side % 2)].domain)) return;
        uint128 wireAmount = uint128(1 + (amount % balance));
        bytes32 id = _burn(here, _chains[1 - (side % 2)].domain, actors[actor % 5], actors[recipient % 5], wireAmount);
        _record(side % 2, IBridgeTypes.Kind.Burn, actor, recipient, wireAmount, id);
    }

    /// @dev Commits a batch of what the other chain has sent.
    function commit(uint256 side, uint256 size) external {
        uint256 to = side % 2;
        uint256 from = 1 - to;
        uint64 first = _chains[to].bridge.lane(_chains[from].domain).nextInboundNonce;
        uint256 open = _sent[from].length - first;
        if (open == 0) return;
        uint32 count = uint32(1 + (size % (open < 8 ? open : 8)));
        _committed[from].push(Interval(first, count));
        bytes32 root = Messages.root(_batch(from, first, count));
        vm.prank(_oracle);
        _chains[to].bridge.commitRoot(_chains[from].domain, first, count, root);
    }

    function execute(uint256 side, uint256 which) external {
        Order memory order = _pick(side, which);
        if (order.found) _execute(order);
    }

    function cancel(uint256 side, uint256 which) external {
        Order memory order = _pick(side, which);
        if (!order.found) return;
        bool refused = order.closed || order.message.kind == IBridgeTypes.Kind.Cancel;
        vm.prank(_oracle);
        try _chains[1 - order.from].bridge.cancelOrder(order.id, order.cancelProof) returns (bytes32 cancelId) {
            if (refused) ++replays;
            if (Messages.id(_recordCancel(order)) != cancelId) ++failures;
        } catch {
            if (!refused) ++failures;
        }
    }

    /// @dev A part of an interval in one call: what is under way is executed or cancelled, what does not fit is skipped.
    function executeMany(uint256 side, uint256 which, uint256 part, uint256 choices) external {
        uint256 from = side % 2;
        if (_committed[from].length == 0) return;
        Interval memory interval = _committed[from][which % _committed[from].length];
        uint256 first = part % interval.count;
        uint256 length = 1 + ((part >> 128) % (interval.count - first));
        Order[] memory orders = new Order[](length);
        bytes memory operations = new bytes(length);
        bool pays = false;
        for (uint256 i = 0; i < length; ++i) {
            orders[i] = _order(from, interval, first + i);
            bool cancels = (choices >> i) % 2 == 1 && orders[i].message.kind != IBridgeTypes.Kind.Cancel;
            operations[i] = _operation(orders[i], cancels);
            if (!cancels && !orders[i].closed) pays = true;
        }
        ICausewayBridge bridge = _chains[1 - from].bridge;
        bool paused = bridge.inboundPaused() || bridge.lane(_chains[from].domain).paused;
        uint128[2] memory available;
        for (uint256 i = 0; i < 2; ++i) {
            (, available[i]) = bridge.limits(_chains[from].domain, IBridgeTypes.Side(i));
        }
        bytes memory packed = Messages.packed(_batch(from, interval.first, interval.count), first, operations);
        vm.prank(_oracle);
        try bridge.executeMany(packed) {
            if (pays && paused) ++replays;
            for (uint256 i = 0; i < length; ++i) _recordOutcome(orders[i], operations[i] & 0x30 == 0x30, available);
        } catch {
            if (!pays || !paused) ++failures;
        }
    }

    /// @dev The right call with one argument or one byte of its proof wrong.
    function forge(uint256 side, uint256 which, uint256 field, uint256 noise) external {
        Order memory order = _pick(side, which);
        if (!order.found) return;
        field = field % (order.mints ? 4 : 3);
        if (field == 0) order.id = keccak256(abi.encode(order.id, noise));
        if (field == 1) order.to = address(uint160(order.to) ^ uint160(1 + (noise % 1000)));
        if (field == 2) order.executeProof[noise % order.executeProof.length] ^= bytes1(uint8(1 + (noise % 255)));
        if (field == 3) order.amount += _chains[1 - order.from].bridgedUnit * (1 + (noise % 1000));
        if (_call(order)) ++forgeries;
    }

    function lockToEvil(uint256 actor, uint256 amount) external {
        uint128 wireAmount = _wireAmount(amount);
        bytes32 id = _lock(_chains[0], EVIL, actors[actor % 5], actors[0], wireAmount);
        if (id != 0) lockedToEvil += wireAmount;
    }

    /// @dev A remote that is wholly compromised commits and releases what it likes.
    function evilRelease(uint256 amount) external {
        ICausewayBridge bridge = _chains[0].bridge;
        IBridgeTypes.Message[] memory batch = new IBridgeTypes.Message[](1);
        batch[0] = _message(0, IBridgeTypes.Kind.Burn, _wireAmount(amount));
        (batch[0].source, batch[0].destination) = (EVIL, _chains[0].domain);
        (batch[0].sourceBridge, batch[0].destinationBridge) = (EVIL_BRIDGE, _word(address(bridge)));
        batch[0].assetHome = _chains[0].domain;
        batch[0].recipient = _word(address(0xe71));
        batch[0].nonce = evilNonce++;
        vm.prank(_oracle);
        bridge.commitRoot(EVIL, batch[0].nonce, 1, Messages.root(batch));
        bytes memory proof = Messages.proof(batch, 0, Messages.releaseTail(batch[0]));
        vm.prank(_oracle);
        try bridge.releaseTokens(Messages.id(batch[0]), address(0xe71), proof) {
            takenByEvil += batch[0].wireAmount;
        } catch {}
    }

    function claim(uint256 side, uint256 actor) external {
        Chain storage here = _chains[side % 2];
        address creditor = actors[actor % 5];
        uint256 credit = here.bridge.claimable(creditor);
        if (credit == 0) return;
        vm.prank(creditor);
        here.bridge.claim(address(0xc1a1));
        if (here.bridge.claimable(creditor) != 0) ++failures;
    }

    function pause(uint256 side, bool inbound, bool on) external {
        ICausewayBridge bridge = _chains[side % 2].bridge;
        vm.prank(on ? _guardian : _admin);
        if (inbound) on ? bridge.pauseInbound() : bridge.unpauseInbound();
        else on ? bridge.pauseOutbound() : bridge.unpauseOutbound();
    }

    function pauseRemote(uint256 side, bool on) external {
        vm.prank(on ? _guardian : _admin);
        uint32 domain = _chains[1 - (side % 2)].domain;
        on ? _chains[side % 2].bridge.pauseRemote(domain) : _chains[side % 2].bridge.unpauseRemote(domain);
    }

    function setFee(uint256 side, uint256 fee) external {
        vm.prank(_guardian);
        _chains[side % 2].bridge.setFee(_chains[1 - (side % 2)].domain, uint128(fee % 2 ** 18));
    }

    function collectFees(uint256 side) external {
        address treasury = address(0xfee);
        uint256 before = treasury.balance;
        vm.prank(_admin);
        _chains[side % 2].bridge.collectFees(treasury);
        uint256 paid = treasury.balance - before;
        if (paid != fees[side % 2]) ++failures;
        collected += paid;
        fees[side % 2] = 0;
    }

    function pass(uint256 duration) external {
        vm.warp(block.timestamp + (duration % 1000));
    }

    /// @dev Ends every order that is under way, as I7 asks once all is live: commits, waits, executes.
    function drain() external {
        for (uint256 side = 0; side < 2; ++side) {
            vm.prank(_admin);
            _chains[side].bridge.unpauseInbound();
            vm.prank(_admin);
            _chains[side].bridge.unpauseRemote(_chains[1 - side].domain);
        }
        for (uint256 to = 0; to < 2; ++to) {
            uint256 from = 1 - to;
            uint64 first = _chains[to].bridge.lane(_chains[from].domain).nextInboundNonce;
            uint32 count = uint32(_sent[from].length - first);
            if (count != 0) {
                _committed[from].push(Interval(first, count));
                bytes32 root = Messages.root(_batch(from, first, count));
                vm.prank(_oracle);
                _chains[to].bridge.commitRoot(_chains[from].domain, first, count, root);
            }
        }
        for (uint256 from = 0; from < 2; ++from) {
            for (uint256 n = 0; n < _committed[from].length; ++n) {
                for (uint256 i = 0; i < _committed[from][n].count; ++i) {
                    vm.warp(block.timestamp + 100_000);
                    _execute(_order(from, _committed[from][n], i));
                }
            }
        }
    }

    /// @dev Counts what must have happened to one order of executeMany, and compares the status.
    function _recordOutcome(Order memory order, bool cancels, uint128[2] memory available) private {
        uint256 here = 1 - order.from;
        uint256 side = uint256(order.mints ? IBridgeTypes.Side.Bridged : IBridgeTypes.Side.Canonical);
        uint128 wireAmount = order.message.wireAmount;
        if (!order.closed && cancels) {
            _recordCancel(order);
        } else if (!order.closed && wireAmount <= available[side]) {
            available[side] -= wireAmount;
            ++executed[order.id];
            drawn[here][side] += wireAmount;
        }
        uint256 expected = executed[order.id] + 2 * cancelled[order.id];
        uint256 found = uint256(_chains[here].bridge.status(order.message.source, order.message.nonce));
        if (found != expected) ++failures;
    }

    /// @dev Records the Cancel that the receiving chain emitted for the order.
    function _recordCancel(Order memory order) private returns (IBridgeTypes.Message memory refund) {
        ++cancelled[order.id];
        refund = _message(1 - order.from, IBridgeTypes.Kind.Cancel, order.message.wireAmount);
        refund.assetHome = order.message.assetHome;
        refund.sender = order.message.sender;
        refund.recipient = order.message.sender;
        refund.orderReference = order.id;
        _sent[1 - order.from].push(refund);
    }

    function _operation(Order memory order, bool cancels) private pure returns (bytes1) {
        if (cancels) return order.message.kind == IBridgeTypes.Kind.Lock ? bytes1(0x31) : bytes1(0x32);
        if (order.mints) return order.message.kind == IBridgeTypes.Kind.Lock ? bytes1(0x11) : bytes1(0x13);
        return order.message.kind == IBridgeTypes.Kind.Burn ? bytes1(0x22) : bytes1(0x23);
    }

    function _execute(Order memory order) private {
        uint256 here = 1 - order.from;
        ICausewayBridge bridge = _chains[here].bridge;
        IBridgeTypes.Side side = order.mints ? IBridgeTypes.Side.Bridged : IBridgeTypes.Side.Canonical;
        (, uint128 available) = bridge.limits(order.message.source, side);
        bool paused = bridge.inboundPaused() || bridge.lane(order.message.source).paused;
        bool waits = paused || available < order.message.wireAmount;
        if (_call(order)) {
            if (order.closed || waits) ++replays;
            ++executed[order.id];
            drawn[here][uint256(side)] += order.message.wireAmount;
        } else if (!order.closed && !waits) {
            ++failures;
        }
    }

    function _call(Order memory order) private returns (bool success) {
        ICausewayBridge bridge = _chains[1 - order.from].bridge;
        bytes memory call =
            order.mints
                ? abi.encodeCall(bridge.mintTokens, (order.id, order.to, order.amount, order.executeProof))
                : abi.encodeCall(bridge.releaseTokens, (order.id, order.to, order.executeProof));
        vm.prank(_oracle);
        (success, ) = address(bridge).call(call);
    }

    function _lock(
        Chain storage here,
        uint32 destination,
        address from,
        address to,
        uint128 wireAmount
    ) private returns (bytes32) {
        if (_waits(here.bridge, destination)) return 0;
        uint256 amount = wireAmount * here.assetUnit;
        uint256 value = _payFee(here.bridge, destination, from);
        if (address(here.asset) != address(0)) {
            here.asset.setBlocked(from, false);
            here.asset.mint(from, amount);
            here.asset.setBlocked(from, from == actors[2]);
            vm.prank(from);
            IERC20(here.asset).approve(address(here.bridge), amount);
        } else {
            value += amount;
            vm.deal(from, from.balance + amount);
        }
        vm.prank(from);
        return here.bridge.lockTokens{value: value}(destination, _word(to), amount);
    }

    function _burn(
        Chain storage here,
        uint32 home,
        address from,
        address to,
        uint128 wireAmount
    ) private returns (bytes32) {
        uint256 fee = _payFee(here.bridge, home, from);
        vm.prank(from);
        return here.bridge.burnTokens{value: fee}(wireAmount * here.bridgedUnit, home, _word(to));
    }

    function _waits(ICausewayBridge bridge, uint32 destination) private view returns (bool) {
        return bridge.outboundPaused() || bridge.lane(destination).paused;
    }

    /// @dev Gives `from` the fee of the call that follows.
    function _payFee(ICausewayBridge bridge, uint32 destination, address from) private returns (uint256 fee) {
        fee = bridge.fee(destination);
        vm.deal(from, from.balance + fee);
        fees[address(bridge) == address(_chains[0].bridge) ? 0 : 1] += fee;
    }

    function _record(
        uint256 side,
        IBridgeTypes.Kind kind,
        uint256 actor,
        uint256 recipient,
        uint128 wireAmount,
        bytes32 id
    ) private {
        IBridgeTypes.Message memory message = _message(side, kind, wireAmount);
        message.sender = _word(actors[actor % 5]);
        message.recipient = _word(actors[recipient % 5]);
        if (Messages.id(message) != id) ++failures;
        _sent[side].push(message);
    }

    function _message(
        uint256 side,
        IBridgeTypes.Kind kind,
        uint128 wireAmount
    ) private view returns (IBridgeTypes.Message memory) {
        Chain storage here = _chains[side];
        Chain storage there = _chains[1 - side];
        return
            IBridgeTypes.Message({
                version: 1,
                kind: kind,
                source: here.domain,
                destination: there.domain,
                nonce: uint64(_sent[side].length),
                sourceBridge: _word(address(here.bridge)),
                destinationBridge: _word(address(there.bridge)),
                assetHome: kind == IBridgeTypes.Kind.Lock ? here.domain : there.domain,
                sender: bytes32(0),
                recipient: bytes32(0),
                wireAmount: wireAmount,
                orderReference: bytes32(0)
            });
    }

    function _batch(
        uint256 from,
        uint64 first,
        uint32 count
    ) private view returns (IBridgeTypes.Message[] memory batch) {
        batch = new IBridgeTypes.Message[](count);
        for (uint256 i = 0; i < count; ++i) batch[i] = _sent[from][first + i];
    }

    function _pick(uint256 side, uint256 which) private view returns (Order memory order) {
        uint256 from = side % 2;
        if (_committed[from].length == 0) return order;
        Interval memory interval = _committed[from][which % _committed[from].length];
        return _order(from, interval, (which >> 128) % interval.count);
    }

    function _order(uint256 from, Interval memory interval, uint256 i) private view returns (Order memory order) {
        IBridgeTypes.Message[] memory batch = _batch(from, interval.first, interval.count);
        Chain storage here = _chains[1 - from];
        order.found = true;
        order.from = from;
        order.message = batch[i];
        order.id = Messages.id(batch[i]);
        order.to = address(uint160(uint256(batch[i].recipient)));
        order.amount = batch[i].wireAmount * here.bridgedUnit;
        order.mints = batch[i].assetHome != here.domain;
        order.executeProof = Messages.proof(batch, i, order.mints ? bytes("") : Messages.releaseTail(batch[i]));
        order.cancelProof = Messages.proof(batch, i, Messages.cancelTail(batch[i]));
        order.closed = executed[order.id] + cancelled[order.id] != 0;
    }

    /// @dev Small amounts and ones near the limits.
    function _wireAmount(uint256 seed) private pure returns (uint128) {
        return uint128(seed % 2 == 0 ? 1 + (seed % 1000) : 1 + (seed % 1_000_000));
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
