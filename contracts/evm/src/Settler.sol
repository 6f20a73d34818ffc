// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ICausewayBridge} from "./interfaces/ICausewayBridge.sol";
import {ISettler} from "./interfaces/ISettler.sol";
import {Payment} from "./libraries/Payment.sol";
import {Terms} from "./libraries/Terms.sol";
import {SettlerVaults} from "./settler/SettlerVaults.sol";
import {Vault} from "./Vault.sol";

/// @title Settler
/// @notice Settles the swaps of one bridge: see ISettler for its functions. Immutable code, no owner, no proxy.
contract Settler is SettlerVaults, ReentrancyGuardTransient {
    using Terms for bytes;

    /// @dev One storage slot.
    struct Swap {
        address solver;
        State state;
    }

    uint256 private constant LATE = 24 hours;

    mapping(bytes32 id => Swap) private _swaps;

    /// @notice Deploys the settler of a bridge, and the contract that its vaults are clones of.
    /// @dev Reverts without data when `bridge_` is no bridge.
    /// @param bridge_ The bridge, which cannot be changed.
    constructor(ICausewayBridge bridge_) SettlerVaults(bridge_) {}

    /// @inheritdoc ISettler
    function fill(bytes calldata terms, uint256 maxOut) external payable override nonReentrant returns (uint256 out) {
        return _fill(terms, terms.id(), maxOut, State.Filled);
    }

    /// @inheritdoc ISettler
    function settle(bytes calldata terms) external override nonReentrant {
        bytes32 id = terms.id();
        Swap storage swap = _filled(id);
        swap.state = State.Settled;
        _settle(terms, id, swap.solver);
    }

    /// @inheritdoc ISettler
    function settleLess(bytes calldata terms, uint256 least) external override nonReentrant {
        bytes32 id = terms.id();
        Swap storage swap = _filled(id);
        if (msg.sender != swap.solver) revert NotFiller();
        if (least == 0) revert ZeroAmount();
        address asset = terms.assetIn();
        uint256 held = _held(id, asset);
        if (held < least) revert NotDelivered();
        if (held >= terms.amountIn()) revert FullyDelivered();
        swap.state = State.Settled;
        emit Settled(id, msg.sender, held);
        _pay(id, asset, msg.sender, held, ALL_GAS);
    }

    /// @inheritdoc ISettler
    function fillAndSettle(
        bytes calldata terms,
        uint256 maxOut
    ) external payable override nonReentrant returns (uint256 out) {
        bytes32 id = terms.id();
        out = _fill(terms, id, maxOut, State.Settled);
        _settle(terms, id, msg.sender);
    }

    /// @inheritdoc ISettler
    function giveBack(bytes calldata terms) external payable override nonReentrant {
        bytes32 id = terms.id();
        _requireNone(id);
        uint256 deadline = terms.deadline();
        if (block.timestamp < deadline) revert DeadlineNotReached();
        bool isLate = block.timestamp >= deadline + LATE;
        address asset = terms.assetIn();
        uint256 held = _held(id, asset);
        if (held == 0 || (held < terms.amountIn() && !isLate)) revert NotDelivered();
        uint256 fee = terms.cappedFee(held);
        bool goesHome = !isLate && _isCarriedHome(terms, asset, terms.amountIn() - fee);
        // What is there beyond amountIn stays when the rest goes home; sweep pays it.
        uint256 amount = (goesHome ? terms.amountIn() : held) - fee;
        _swaps[id].state = State.Returned;
        emit Returned(id, amount, goesHome ? terms.home() : 0);
        if (fee != 0) _pay(id, asset, msg.sender, fee, ALL_GAS);
        if (goesHome) return _sendHome(terms, id, asset, amount);
        if (msg.value != 0) revert WrongValue();
        _payRecipient(terms, id, asset, amount);
    }

    /// @inheritdoc ISettler
    function withdraw(bytes calldata terms, address asset, address to) external override nonReentrant {
        bytes32 id = terms.id();
        if (msg.sender != terms.recipient()) revert NotRecipient();
        if (to == address(0) || to == address(this)) revert InvalidRecipient();
        Swap storage swap = _swaps[id];
        if (swap.state == State.Filled) revert AlreadyFilled();
        bool isOver = swap.state != State.None;
        bool isInput = asset == terms.assetIn();
        uint256 held = _held(id, asset);
        // With nothing there, the recipient cancels a swap that is not over.
        if (held == 0 && isOver) revert NotDelivered();
        if (!isOver) {
            swap.state = State.Returned;
            emit Returned(id, isInput ? held : 0, 0);
        }
        if (isOver || !isInput) emit Swept(id, asset, to, held);
        if (held != 0) _pay(id, asset, to, held, ALL_GAS);
    }

    /// @inheritdoc ISettler
    function sweep(bytes calldata terms, address asset) external override nonReentrant {
        bytes32 id = terms.id();
        State state = _swaps[id].state;
        if (state != State.Settled && state != State.Returned) revert NotOver();
        uint256 held = _held(id, asset);
        if (held == 0) revert NotDelivered();
        emit Swept(id, asset, terms.recipient(), held);
        _payRecipient(terms, id, asset, held);
    }

    /// @inheritdoc ISettler
    function collect(bytes calldata terms) external override nonReentrant {
        Vault vault = _openVault(terms.id());
        vault.callBridge(address(0), 0, 0, abi.encodeCall(ICausewayBridge.claim, (address(vault))));
    }

    /// @inheritdoc ISettler
    function swapOf(bytes32 id) external view override returns (State state, address solver) {
        Swap storage swap = _swaps[id];
        return (swap.state, swap.solver);
    }

    /// @dev Lets the caller pay the recipient; the swap becomes `next`.
    function _fill(bytes calldata terms, bytes32 id, uint256 maxOut, State next) private returns (uint256 out) {
        _requireNoFault(terms);
        _requireNone(id);
        if (block.timestamp >= terms.deadline()) revert DeadlinePassed();
        address solver = terms.solver();
        bool isExclusive = solver != address(0) && block.timestamp < terms.exclusiveUntil();
        if (isExclusive && msg.sender != solver) revert NotSolver();
        out = terms.outAt(block.timestamp);
        if (out > maxOut) revert OutAboveMaximum();
        _swaps[id] = Swap({solver: msg.sender, state: next});
        emit Filled(id, msg.sender, out);
        _payOut(terms.assetOut(), terms.recipient(), out);
    }

    function _payOut(address asset, address recipient, uint256 out) private {
        if (asset == address(0)) {
            if (msg.value < out) revert WrongValue();
            if (!Payment.tryPay(asset, recipient, out, PAYMENT_GAS)) revert PaymentFailed();
            uint256 excess = msg.value - out;
            if (excess != 0 && !Payment.tryPay(asset, msg.sender, excess, ALL_GAS)) revert PaymentFailed();
            return;
        }
        if (msg.value != 0) revert WrongValue();
        IERC20 token = IERC20(asset);
        uint256 balanceBefore = token.balanceOf(recipient);
        SafeERC20.safeTransferFrom(token, msg.sender, recipient, out);
        if (token.balanceOf(recipient) != balanceBefore + out) revert BalanceDeltaMismatch();
    }

    /// @dev Pays amountIn to who filled the swap, whose state is written.
    function _settle(bytes calldata terms, bytes32 id, address solver) private {
        address asset = terms.assetIn();
        uint256 amount = terms.amountIn();
        if (_held(id, asset) < amount) revert NotDelivered();
        emit Settled(id, solver, amount);
        _pay(id, asset, solver, amount, ALL_GAS);
    }

    function _requireNoFault(bytes calldata terms) private view {
        bytes4 fault = terms.faultOf(_domain, address(this));
        if (fault == 0) return;
        assembly ("memory-safe") {
            mstore(0, fault)
            revert(0, 4)
        }
    }

    function _requireNone(bytes32 id) private view {
        State state = _swaps[id].state;
        if (state == State.Filled) revert AlreadyFilled();
        if (state == State.Settled) revert AlreadySettled();
        if (state == State.Returned) revert AlreadyReturned();
    }

    function _filled(bytes32 id) private view returns (Swap storage swap) {
        swap = _swaps[id];
        State state = swap.state;
        if (state == State.None) revert NotFilled();
        if (state == State.Settled) revert AlreadySettled();
        if (state == State.Returned) revert AlreadyReturned();
    }
}
