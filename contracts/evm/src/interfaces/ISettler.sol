// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "./ICausewayBridge.sol";

/// @title Settler
/// @notice Settles swaps of one bridge. The order of a swap goes to a vault that only the swap's terms open. A solver pays
///         the user in the wanted asset and gets what the bridge delivers to the vault; when nobody does, the user gets it.
///         The settler has no owner, no pause, no funds of its own, and its code cannot change.
/// @dev Terms, version 1, are 314 bytes, big-endian and packed: version u8, domain u32, settler 32, assetIn 32, amountIn
///      u128, assetOut 32, quotedOut u128, minOut u128, recipient 32, solver 32, exclusiveUntil u64, deadline u64, fallback
///      u8, home u32, homeAddress 32, finishFee u128, salt 32. Times are seconds since 1970, amounts local units, an asset
///      of zero is the native coin, addresses are left-padded. The id of a swap is the hash of its terms; it is the
///      reference of the order and the salt of the vault.
///      `fill` refuses terms that break a rule. The ways out of a vault never do, since the money is there already: they
///      read the low 20 bytes of an address, cap the fee, and return the token when any other rule is broken. Only terms
///      whose recipient is zero or the settler have no way out, because they name nobody.
///      Every function that moves something refuses a call from inside another one with ReentrancyGuardReentrantCall.
interface ISettler {
    /// @notice What became of a swap. Filled: the user has been paid and the filler not. Settled: both have. Returned: the
    ///         user has taken or got the input, and nobody can fill the swap any more.
    enum State {
        None,
        Filled,
        Settled,
        Returned
    }

    /// @notice `solver` paid `out` local units of assetOut to the recipient.
    event Filled(bytes32 indexed id, address indexed solver, uint256 out);
    /// @notice The vault paid `amount` local units of assetIn to the filler.
    event Settled(bytes32 indexed id, address indexed to, uint256 amount);
    /// @notice The swap ended without a fill. `amount` local units of assetIn went to the recipient or an address of its
    ///         choice, or towards `home`, a domain; zero is here.
    event Returned(bytes32 indexed id, uint256 amount, uint32 home);
    /// @notice The vault paid `amount` local units of `asset` that are no part of a fill or a return: what came later, came
    ///         too much, or is another asset.
    event Swept(bytes32 indexed id, address indexed asset, address indexed to, uint256 amount);

    // Terms
    /// @notice The terms have another length than 314 bytes.
    error MalformedTerms();
    /// @notice The version is not 1.
    error UnknownVersion();
    /// @notice The terms are for another chain or another settler.
    error WrongSettler();
    /// @notice The address of an asset has a non-zero pad.
    error InvalidAsset();
    /// @notice An amount of the terms, or `least`, is zero.
    error ZeroAmount();
    /// @notice minOut is above quotedOut.
    error MinOutAboveQuotedOut();
    /// @notice The recipient is zero, has a non-zero pad, or is the settler. `withdraw`: `to` is zero or the settler.
    error InvalidRecipient();
    /// @notice The address of the solver has a non-zero pad.
    error InvalidSolver();
    /// @notice The deadline is not after exclusiveUntil.
    error InvalidDeadline();
    /// @notice The fallback is neither 0 without a home nor 1 with another domain and an address there.
    error InvalidFallback();
    /// @notice finishFee is above a twentieth of amountIn.
    error FinishFeeTooHigh();
    // State and time
    /// @notice The swap is filled.
    error AlreadyFilled();
    /// @notice The filler has been paid.
    error AlreadySettled();
    /// @notice The input was returned.
    error AlreadyReturned();
    /// @notice Nobody has filled the swap.
    error NotFilled();
    /// @notice The swap is neither settled nor returned.
    error NotOver();
    /// @notice The deadline has come: nobody fills the swap any more.
    error DeadlinePassed();
    /// @notice The deadline has not come.
    error DeadlineNotReached();
    // Callers
    /// @notice Until exclusiveUntil only the solver of the terms fills the swap.
    error NotSolver();
    /// @notice The caller has not filled the swap.
    error NotFiller();
    /// @notice The caller is not the recipient.
    error NotRecipient();
    // Amounts
    /// @notice The fill pays more than `maxOut` now.
    error OutAboveMaximum();
    /// @notice The native coin sent with the call is less than the fill pays, or is sent where none is taken.
    error WrongValue();
    /// @notice The token moved another amount than asked for.
    error BalanceDeltaMismatch();
    /// @notice A payment failed: the recipient of the coins or the token refused it.
    error PaymentFailed();
    /// @notice The vault holds less than the call needs.
    error NotDelivered();
    /// @notice The vault holds all of amountIn, which `settle` pays.
    error FullyDelivered();

    /// @notice Fills a swap before its deadline: the caller pays `out` of assetOut to the recipient, before or after the
    ///         delivery, and `settle` pays it. Until exclusiveUntil that is quotedOut and, when the terms name a solver, its
    ///         right alone; then it falls linearly to minOut at the deadline, rounded up.
    /// @dev A token comes from the caller's allowance, and the recipient's balance must rise by exactly `out`. The native
    ///      coin comes with the call, the recipient gets 50,000 gas, and the caller what is left. Reverts: the errors of
    ///      terms, AlreadyFilled, AlreadySettled, AlreadyReturned, DeadlinePassed, NotSolver, OutAboveMaximum, WrongValue,
    ///      BalanceDeltaMismatch, PaymentFailed, and whatever the token reverts with (SafeERC20FailedOperation when it
    ///      returns false).
    /// @param terms The terms.
    /// @param maxOut Most local units of assetOut that the caller pays.
    /// @return out What the caller paid.
    function fill(bytes calldata terms, uint256 maxOut) external payable returns (uint256 out);

    /// @notice Pays exactly amountIn to the filler. Anyone may call it once the bridge has delivered.
    /// @dev Reverts: MalformedTerms, NotFilled, AlreadySettled, AlreadyReturned, NotDelivered, PaymentFailed.
    /// @param terms The terms of a filled swap.
    function settle(bytes calldata terms) external;

    /// @notice Pays to the filler what has arrived, less than amountIn. Final: what comes later is the recipient's. Only the
    ///         filler may call it.
    /// @dev Reverts as `settle`, and ZeroAmount, NotFiller, FullyDelivered.
    /// @param terms The terms of a filled swap.
    /// @param least Fewest local units of assetIn that the caller accepts, not zero.
    function settleLess(bytes calldata terms, uint256 least) external;

    /// @notice `fill` and `settle` at once: neither side has a risk.
    /// @dev Reverts as both.
    /// @param terms The terms.
    /// @param maxOut Most local units of assetOut that the caller pays.
    /// @return out What the caller paid.
    function fillAndSettle(bytes calldata terms, uint256 maxOut) external payable returns (uint256 out);

    /// @notice Returns the input of a swap that nobody filled, from the deadline on and once all of amountIn is there:
    ///         finishFee to the caller, and the rest to the recipient, or home when the terms say so. Home is a burn towards
    ///         the origin of a bridged token, or a lock of the canonical asset, with the id as reference and the recipient
    ///         as refund address; the caller sends the bridge's delivery fee. The token goes to the recipient instead when
    ///         the terms break a rule, or when the lane home is not open, moves another asset, has addresses of another
    ///         length, or does not carry the amount (its minimum and maximum, whole wire units). 24 hours after the
    ///         deadline the token goes to the recipient in any case, whatever amount has arrived.
    /// @dev The fee is at most a twentieth of amountIn and of what is there. A native payment to the recipient has 50,000
    ///      gas. Reverts: MalformedTerms, AlreadyFilled, AlreadySettled, AlreadyReturned, DeadlineNotReached, NotDelivered,
    ///      InvalidRecipient, WrongValue (coins with a return of the token), PaymentFailed, and the bridge's errors (also
    ///      WrongValue, for another value than its fee).
    /// @param terms The terms.
    function giveBack(bytes calldata terms) external payable;

    /// @notice Pays to `to` all of `asset` in the vault, without a fee, at any time unless the swap is filled and not
    ///         settled. A swap that was not filled ends by it, also before anything has arrived. Recipient only.
    /// @dev Reverts: MalformedTerms, NotRecipient, InvalidRecipient, AlreadyFilled, NotDelivered (nothing is there and the
    ///      swap is over), PaymentFailed.
    /// @param terms The terms.
    /// @param asset assetIn, or another asset that came to the vault.
    /// @param to Who is paid.
    function withdraw(bytes calldata terms, address asset, address to) external;

    /// @notice Pays to the recipient what is in the vault of a swap that is settled or returned. Anyone may call it.
    /// @dev A native payment has 50,000 gas. Reverts: MalformedTerms, NotOver, NotDelivered, InvalidRecipient, PaymentFailed.
    /// @param terms The terms.
    /// @param asset assetIn, or another asset that came to the vault.
    function sweep(bytes calldata terms, address asset) external;

    /// @notice Claims into the vault what the bridge credited to it because a payment failed. Anyone may call it.
    /// @dev Reverts: MalformedTerms, and the bridge's NothingToClaim and PaymentFailed.
    /// @param terms The terms.
    function collect(bytes calldata terms) external;

    /// @notice The bridge whose deliveries this settler settles, unchangeably.
    function bridge() external view returns (ICausewayBridge);

    /// @notice Where the order of a swap must go: a clone that the settler makes by CREATE2 at the first payment.
    /// @param id The hash of the terms.
    function vaultOf(bytes32 id) external view returns (address);

    /// @notice What became of a swap, and who filled it (zero: nobody).
    /// @param id The hash of the terms.
    function swapOf(bytes32 id) external view returns (State state, address solver);
}
