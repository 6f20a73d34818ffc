// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Terms} from "../../src/libraries/Terms.sol";

/// @title The settler's library of terms, callable, for tests that compare it with other implementations
contract TermsHarness {
    function id(bytes calldata terms) external pure returns (bytes32) {
        return Terms.id(terms);
    }

    function faultOf(bytes calldata terms, uint32 domain, address settler) external pure returns (bytes4) {
        return Terms.faultOf(terms, domain, settler);
    }

    function outAt(bytes calldata terms, uint256 time) external pure returns (uint256) {
        return Terms.outAt(terms, time);
    }

    function cappedFee(bytes calldata terms, uint256 held) external pure returns (uint256) {
        return Terms.cappedFee(terms, held);
    }

    /// @dev The fields that the settler reads as they are.
    function fieldsOf(
        bytes calldata terms
    )
        external
        pure
        returns (
            address assetIn,
            uint256 amountIn,
            address assetOut,
            address recipient,
            address solver,
            uint256 exclusiveUntil,
            uint256 deadline,
            bool returnsHome,
            uint32 home,
            bytes32 homeAddress
        )
    {
        assetIn = Terms.assetIn(terms);
        amountIn = Terms.amountIn(terms);
        assetOut = Terms.assetOut(terms);
        recipient = Terms.recipient(terms);
        solver = Terms.solver(terms);
        exclusiveUntil = Terms.exclusiveUntil(terms);
        deadline = Terms.deadline(terms);
        returnsHome = Terms.returnsHome(terms);
        home = Terms.home(terms);
        homeAddress = Terms.homeAddress(terms);
    }
}
