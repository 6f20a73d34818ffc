// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";
import {ISafe} from "../interfaces/ISafe.sol";

/// @title What makes a Safe acceptable as the oracle
/// @dev Modules are refused because they act for the Safe without its owners. The fallback handler must not be the bridge:
///      the Safe forwards unknown calls of anyone to its handler, which would then see the oracle as its caller. Any
///      other handler acts as itself and is harmless. A guard can only veto transactions, never authorise one, so it is
///      accepted; one that blocks the oracle is answered by `setOracle`. All this is read when the oracle is set; later
///      changes of the Safe need the signatures of its own threshold, and signers never sign a call to the Safe itself.
library OracleSafe {
    address private constant SENTINEL_MODULES = address(1);
    // keccak256("fallback_manager.handler.address"), fixed by the Safe's code.
    uint256 private constant FALLBACK_HANDLER_SLOT = 0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5;

    /// @dev Refuses a Safe that one module, a minority of owners or anyone at all could act for.
    function check(address safe) internal view {
        if (safe.code.length == 0) revert IBridgeTypes.NotAContract();
        address[] memory owners = ISafe(safe).getOwners();
        uint256 threshold = ISafe(safe).getThreshold();
        // An empty list fails too: no threshold is both above and at most zero.
        if (threshold > owners.length || 2 * threshold <= owners.length) revert IBridgeTypes.InvalidOracle();
        for (uint256 i = 0; i < owners.length; ++i) {
            for (uint256 j = 0; j < i; ++j) {
                if (owners[i] == owners[j]) revert IBridgeTypes.InvalidOracle();
            }
        }
        (address[] memory modules, address next) = ISafe(safe).getModulesPaginated(SENTINEL_MODULES, 1);
        if (modules.length != 0 || next != SENTINEL_MODULES) revert IBridgeTypes.InvalidOracle();
        bytes memory handler = ISafe(safe).getStorageAt(FALLBACK_HANDLER_SLOT, 1);
        if (abi.decode(handler, (address)) == address(this)) revert IBridgeTypes.InvalidOracle();
    }
}
